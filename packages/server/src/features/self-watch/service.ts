import { statfs } from 'node:fs/promises';
import { parseDocuments } from '@quarterdeck/checks';
import type { Clock, Log } from '@quarterdeck/kit';
import type { CanaryService } from '../canaries/service.ts';
import { SYSTEM_SOURCE } from '../canaries/sources.ts';
import type { SelfWatchTarget } from './document.ts';
import { selfWatchDocument } from './document.ts';

/** Answer of GET /api/self: how the product itself is. */
export interface SelfReport {
  database: { up: boolean; latencyMs: number };
  disk: { freePercent: number };
  /** Between this process and the database, half of the way there and back allowed for. */
  clock: { driftMs: number };
}

export interface SelfWatchOptions {
  canaries: CanaryService;
  databaseClock: () => Promise<number>;
  clock: Clock;
  dataDir: string;
  log: Log;
  /** Null while the server does not listen. */
  target: () => SelfWatchTarget | null;
}

/** The product's watch over itself while nothing else is configured. */
export interface SelfWatch {
  /** Adds the built-in canary when there is no other, removes it when there is. Answers whether it is there. */
  follow(): Promise<boolean>;
  active(): boolean;
  report(): Promise<SelfReport>;
}

export function createSelfWatch(options: SelfWatchOptions): SelfWatch {
  const { canaries, clock } = options;
  let active = false;

  return {
    active: () => active,
    async follow() {
      const stored = await canaries.list(null);
      const own = stored.filter((canary) => canary.source === SYSTEM_SOURCE);
      const target = options.target();
      active = stored.length === own.length && target !== null;
      if (!active || target === null) {
        await canaries.remove(own.map((canary) => canary.id));
        return false;
      }
      const parsed = parseDocuments(JSON.stringify(selfWatchDocument(target)), { fileName: 'quarterdeck' });
      await canaries.apply(parsed.canaries.map((canary) => ({ canary, source: SYSTEM_SOURCE })));
      return true;
    },
    async report() {
      const since = clock.monotonic();
      const before = clock.now();
      const there = await options.databaseClock().catch(() => Number.NaN);
      const latencyMs = Math.round(clock.monotonic() - since);
      const { bavail, blocks } = await statfs(options.dataDir).catch(() => statfs('.'));
      const up = !Number.isNaN(there);
      const drift = Math.max(0, Math.abs(there - (before + latencyMs / 2)) - latencyMs / 2);
      return {
        database: { up, latencyMs },
        disk: { freePercent: Math.round((bavail / Math.max(1, blocks)) * 1000) / 10 },
        clock: { driftMs: up ? Math.round(drift) : 0 },
      };
    },
  };
}
