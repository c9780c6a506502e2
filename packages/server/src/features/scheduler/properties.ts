import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';

/** Live properties, read again every 5 minutes (contract checks §1.11). */
export interface PropertyCache {
  current(): ReadonlyMap<string, string>;
  /** Reads them once; a failure leaves them empty until the next time. */
  start(): Promise<void>;
  stop(): void;
}

const REFRESH_MS = 5 * 60_000;

export function createPropertyCache(
  read: () => Promise<ReadonlyMap<string, string>>,
  log: Log,
  refreshMs = REFRESH_MS,
): PropertyCache {
  let current: ReadonlyMap<string, string> = new Map();
  let timer: NodeJS.Timeout | null = null;

  const refresh = async () => {
    try {
      current = await read();
    } catch (error) {
      log.warn({ error: errorText(error) }, 'properties could not be read');
    }
  };

  return {
    current: () => current,
    async start() {
      await refresh();
      timer = setInterval(() => void refresh(), refreshMs);
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
