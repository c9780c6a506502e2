import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveState } from '../data/live.ts';
import { createFakeApi } from '../testing/fake-api.ts';
import { renderWith } from '../testing/render.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open() {
  const fake = createFakeApi([]);
  const listeners = new Set<() => void>();
  let state: LiveState = { state: 'live', at: NOW, since: NOW };
  fake.services.live = {
    ...fake.services.live,
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  renderWith(fake, <OfflineBanner />);
  const become = (next: LiveState['state']) =>
    act(() => {
      state = { state: next, at: NOW, since: Date.now() };
      for (const listener of listeners) listener();
    });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const banner = () => screen.queryByText('The server cannot be reached.')?.parentElement;
  return { become, pass, banner };
}

describe('the banner of a server that is gone', () => {
  it('says so and how old the page is, until the stream is back', async () => {
    const { become, pass, banner } = open();
    become('offline');
    await pass(2000);
    expect(banner()?.textContent).toMatch(/This page shows the state of 2 ?s ago; it goes on by itself\./);
    await pass(60_000);
    expect(banner()?.textContent).toMatch(/1 ?m ago/);
    become('live');
    expect(banner()).toBeUndefined();
  });

  it('says nothing of a cut that is over in a moment', async () => {
    const { become, pass, banner } = open();
    become('offline');
    await pass(1500);
    become('live');
    await pass(5000);
    expect(banner()).toBeUndefined();
  });
});
