import { type Database, FULL_WORLD_SIZE, loadWorld, scaleWorld } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { CanaryService } from '../canaries/service.ts';
import { DEMO_SPANS } from './history.ts';
import { readEpoch, writeEpoch } from './history-store.ts';
import { applyWorld, loadHistory } from './load.ts';
import { type DemoTarget, startDemoTarget } from './target.ts';
import { createWorld, SMALL_WORLD } from './world.ts';

export interface DemoOptions {
  database: Pick<Database, 'pool'>;
  canaries: CanaryService;
  clock: Clock;
  log: Log;
}

const SEED = 20_260_101;
/** Of the world that the figures are measured with. */
const SHARE = 0.01;
const SCHEDULE = '@every 30s';
/** Written before checks begin to run, so that the first real result follows the made-up ones. */
const UNSCHEDULED = '@never';

/** A running demo: services that really listen, checks that really run, and a past made for them. */
export interface Demo {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Loads the small world, once per database, and starts the services that its checks probe. */
export function createDemo({ database, canaries, clock, log }: DemoOptions): Demo {
  let target: DemoTarget | null = null;
  return {
    async start() {
      const known = await readEpoch(database.pool);
      const epochMs = known ?? clock.now();
      const world = createWorld({ seed: SEED, nowMs: epochMs, ...SMALL_WORLD });
      target = await startDemoTarget(world, clock);
      if (known === null) {
        const beganMs = clock.monotonic();
        await applyWorld(canaries, world, target.url, UNSCHEDULED);
        const results = await loadHistory(database, world, DEMO_SPANS, epochMs);
        await loadWorld(database.pool, scaleWorld(FULL_WORLD_SIZE, SHARE), epochMs);
        await writeEpoch(database.pool, epochMs);
        log.info({ results, durationMs: Math.round(clock.monotonic() - beganMs) }, 'demo loaded');
      }
      await applyWorld(canaries, world, target.url, SCHEDULE);
    },
    async stop() {
      await target?.stop();
    },
  };
}
