import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../app/App.tsx';
import type { Page } from '../app/page.tsx';
import { createAppRouter } from '../app/router.tsx';
import { createFakeApi, prepareSizes } from './fake-api.ts';
import './patience.ts';

beforeEach(() => {
  prepareSizes();
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
});

export interface OpenAppOptions {
  /** The server behind it; default: one that knows no check. */
  fake?: ReturnType<typeof createFakeApi>;
  /** Other pages than those of the product. */
  pages?: readonly Page[];
}

/**
 * Opens the whole console at an address over a fake server; what was opened is closed after each test of the file.
 * `search` reads the state in the address.
 */
export function openApp(address: string, { fake = createFakeApi([]), pages }: OpenAppOptions = {}) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }), pages);
  render(<App services={fake.services} client={fake.client} router={router} />);
  const search = (): Record<string, unknown> => ({ ...router.state.location.search });
  return { ...fake, router, search };
}
