import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ConsoleContext } from '../data/context.ts';
import type { createFakeApi } from './fake-api.ts';
import './patience.ts';

/** Renders a part of the console over a fake API. */
export function renderWith({ services, client }: ReturnType<typeof createFakeApi>, part: ReactNode) {
  return render(
    <QueryClientProvider client={client}>
      <ConsoleContext value={services}>{part}</ConsoleContext>
    </QueryClientProvider>,
  );
}
