import { systemClock } from '@quarterdeck/kit';
import { toast } from '@quarterdeck/ui';
import type { QueryClient } from '@tanstack/react-query';
import { createLiveApplier } from '../data/apply-live.ts';
import type { ConsoleServices } from '../data/context.ts';
import { createHttp } from '../data/http.ts';
import { createLiveClient } from '../data/live.ts';
import { createQueryClient } from '../data/query-client.ts';
import { createRecentLoader } from '../data/recent.ts';

/** Builds what the console runs on, in the browser: the way to the server, the cache, the live stream. */
export function createServices(): { services: ConsoleServices; client: QueryClient } {
  const later = (ms: number, run: () => void): void => void setTimeout(run, ms);
  const http = createHttp({ fetch: (...args) => fetch(...args), isOnline: () => navigator.onLine });
  const client = createQueryClient((code, text) => toast.error(text, { id: code }));
  const nextFrame = (run: () => void): void => {
    if (document.hidden) later(250, run);
    else requestAnimationFrame(run);
  };
  const live = createLiveClient({
    open: () => new EventSource('/api/live'),
    now: systemClock.now,
    delay(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onEvent: createLiveApplier({ client, nextFrame, later }),
  });
  const loadRecent = createRecentLoader(http, later);
  return { client, services: { http, live, loadRecent, storage: localStorage, now: systemClock.now } };
}
