import type { Bootstrap } from '@quarterdeck/contract';
import { systemClock } from '@quarterdeck/kit';
import { toast } from '@quarterdeck/ui';
import type { QueryClient } from '@tanstack/react-query';
import { createLiveApplier } from '../data/apply-live.ts';
import { createConsoleStorage } from '../data/console-storage.ts';
import { bootstrapQuery, type ConsoleServices } from '../data/context.ts';
import { createDb } from '../data/db.ts';
import { createHttp } from '../data/http.ts';
import { queryKeys } from '../data/keys.ts';
import { createLiveClient, type EventStream } from '../data/live.ts';
import { createOrganizationFetch } from '../data/organization-fetch.ts';
import { createQueryClient } from '../data/query-client.ts';
import { createRecentLoader } from '../data/recent.ts';
import { secondStepAddress, signInAddress } from '../data/sign-in.ts';

/** Live patches are drawn at a frame, and at most this often: a person reads no faster, and long lists stay cheap. */
const FLUSH_MS = 200;
const LIVE_PATH = '/api/live';

/** What the console runs on. */
export interface ConsoleParts {
  services: ConsoleServices;
  client: QueryClient;
  /** Begins to follow live events, as the mode asks for it. */
  follow: () => Promise<void>;
}

/** Builds what the console runs on, in the browser: the way to the server, the cache, the live stream. */
export function createServices(): ConsoleParts {
  const later = (ms: number, run: () => void): void => void setTimeout(run, ms);
  const client = createQueryClient((id, text) => toast.error(text, { id }));
  const send = createOrganizationFetch({
    fetch: (path, init) => fetch(path, init),
    reload: () => location.reload(),
    async loadDirect(target) {
      const { createDirectAccess } = await import('../features/hosted/queries/direct-access.ts');
      return createDirectAccess({ fetch: (url, init) => fetch(url, init), now: systemClock.now }, target);
    },
  });
  let isLeaving = false;
  /** Calls that are refused together lead away once. */
  const leaveFor = (address: string | null): void => {
    if (address === null || isLeaving) return;
    isLeaving = true;
    location.assign(address);
  };
  const http = createHttp({
    fetch: send,
    isOnline: () => navigator.onLine,
    onUnauthorized() {
      const { mode } = client.getQueryData<Bootstrap>(queryKeys.bootstrap) ?? {};
      leaveFor(signInAddress(mode, `${location.pathname}${location.search}`));
    },
    onSecondFactor() {
      leaveFor(secondStepAddress(`${location.pathname}${location.search}`));
    },
  });
  let flushedAt = Number.NEGATIVE_INFINITY;
  const nextFrame = (run: () => void): void => {
    const flush = (): void => {
      flushedAt = systemClock.monotonic();
      run();
    };
    later(Math.max(0, flushedAt + FLUSH_MS - systemClock.monotonic()), () => {
      if (document.hidden) flush();
      else requestAnimationFrame(flush);
    });
  };
  let openLive = (): EventStream => new EventSource(LIVE_PATH);
  const live = createLiveClient({
    open: () => openLive(),
    now: systemClock.now,
    delay(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // A stream cannot tell why it was refused: any other call can, and leads on.
    onRefused: () => void http.get('/api/auth/whoami').catch(() => undefined),
    onEvent: createLiveApplier({ client, nextFrame, later, monotonic: systemClock.monotonic }),
  });
  const storage = createConsoleStorage({
    // Reached for each time: a browser may refuse even to name its storage.
    local: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
    send: (changes) => http.patch('/api/preferences', changes),
  });
  const loadRecent = createRecentLoader(http, later);
  return {
    client,
    services: { http, db: createDb(http), live, loadRecent, storage, now: systemClock.now },
    async follow() {
      const bootstrap = await client.ensureQueryData(bootstrapQuery({ http })).catch(() => null);
      if (bootstrap?.mode === 'hosted') {
        const { openFetchStream } = await import('../features/hosted/queries/fetch-stream.ts');
        openLive = () => openFetchStream(send, LIVE_PATH, later);
      }
      live.start();
    },
  };
}
