import { randomBytes } from 'node:crypto';
import { AppError } from '@quarterdeck/contract';
import { type Database, openDatabase } from '@quarterdeck/db';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { createCanaryService, createCanaryStore, createIdSource, createLive } from '@quarterdeck/server/bench';

/** An embedded database with the parts that fill it. */
export interface BenchDatabase {
  database: Database;
  live: ReturnType<typeof createLive>;
  canaries: ReturnType<typeof createCanaryService>;
  newId: () => string;
}

/** Opens the product's own database on a folder, as `serve` does, for a bench that fills or reads it. */
export async function openBenchDatabase(dataDir: string): Promise<BenchDatabase> {
  const [clock, log] = [systemClock, silentLog];
  const database = await openDatabase({ dataDir, log, clock });
  const live = createLive({ database, clock, log, telemetry: { liveClients: () => undefined } });
  const newId = createIdSource(clock, randomBytes);
  const canaries = createCanaryService({
    database,
    store: createCanaryStore(database.pool),
    live,
    clock,
    random: Math.random,
    newId,
    host: 'bench',
    log,
    // No canary is edited by hand here.
    parse: () => {
      throw new AppError('DOCUMENT_FIELD');
    },
  });
  return { database, live, canaries, newId };
}
