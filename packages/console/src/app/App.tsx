import { DateStyleProvider, Toaster } from '@quarterdeck/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ConsoleContext, type ConsoleServices } from '../data/context.ts';
import { useDatePreferences } from '../data/dates.ts';
import { useTheme } from '../data/theme.ts';
import { CommandProvider, createCommandRegistry } from './commands.tsx';
import type { AppRouter } from './router.tsx';

export interface AppProps {
  services: ConsoleServices;
  client: QueryClient;
  router: AppRouter;
}

/** The whole console. */
export function App({ services, client, router }: AppProps) {
  const [commands] = useState(createCommandRegistry);
  return (
    <QueryClientProvider client={client}>
      <ConsoleContext value={services}>
        <CommandProvider registry={commands}>
          <Looks>
            <RouterProvider router={router} />
          </Looks>
          <Toaster />
        </CommandProvider>
      </ConsoleContext>
    </QueryClientProvider>
  );
}

/** What the person chose about the look of everything. */
function Looks({ children }: { children: ReactNode }) {
  const theme = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return <DateStyleProvider value={useDatePreferences().style}>{children}</DateStyleProvider>;
}
