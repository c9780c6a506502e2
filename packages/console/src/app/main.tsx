import '@quarterdeck/ui/styles.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { propertiesQuery, whoAmIQuery } from '../data/context.ts';
import { isSignInPage } from '../data/sign-in.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';

const root = document.getElementById('root');
if (root) {
  const { services, client, follow } = createServices();
  if (!isSignInPage(location.pathname)) {
    // What every page waits for is asked before anything is drawn.
    void client.prefetchQuery(whoAmIQuery(services));
    void client.prefetchQuery(propertiesQuery(services.http));
    void follow();
  }
  createRoot(root).render(<App services={services} client={client} router={createAppRouter()} />);
}
