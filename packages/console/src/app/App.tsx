import { DateStyleProvider, Toaster } from '@quarterdeck/ui';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConsoleContext, type ConsoleServices } from '../data/context.ts';
import { useDatePreferences } from '../data/dates.ts';
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
          <Dates>
            <RouterProvider router={router} />
          </Dates>
          <Toaster />
        </CommandProvider>
      </ConsoleContext>
    </QueryClientProvider>
  );
}

function Dates({ children }: { children: ReactNode }) {
  return <DateStyleProvider value={useDatePreferences().style}>{children}</DateStyleProvider>;
}
