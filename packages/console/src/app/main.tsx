import '@quarterdeck/ui/styles.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';

const root = document.getElementById('root');
if (root) {
  const { services, client } = createServices();
  services.live.start();
  createRoot(root).render(<App services={services} client={client} router={createAppRouter()} />);
}
