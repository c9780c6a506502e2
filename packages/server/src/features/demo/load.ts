import { parseDocuments } from '@quarterdeck/checks';
import type { Canary, CheckId } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { CanaryService } from '../canaries/service.ts';
import { DEMO_SOURCE, worldDocuments } from './documents.ts';
import { type HistoryColumns, type HistorySpan, historyOf, historyTimes } from './history.ts';
import { checksOf, ensurePastPartitions, insertHistory, settleHistory } from './history-store.ts';
import type { WorldCanary } from './world.ts';

const ROWS_PER_STATEMENT = 25_000;
const DAY_SECONDS = 86_400;

/** The canaries of the world, as their documents read. */
function worldCanaries(world: readonly WorldCanary[], baseUrl: string, schedule: string): Canary[] {
  const { canaries, errors } = parseDocuments(worldDocuments(world, baseUrl, schedule), { fileName: DEMO_SOURCE });
  const [problem] = errors;
  if (problem) throw new Error(`the world makes a bad document: ${problem.message}`);
  return canaries;
}

/** Stores the canaries of the world with the source of a demo. */
export async function applyWorld(
  canaries: CanaryService,
  world: readonly WorldCanary[],
  baseUrl: string,
  schedule: string,
): Promise<void> {
  await canaries.apply(worldCanaries(world, baseUrl, schedule).map((canary) => ({ canary, source: DEMO_SOURCE })));
}

/** Gives the stored checks of the world a past, up to `nowMs`. Answers the number of results. */
export async function loadHistory(
  database: Pick<Database, 'pool'>,
  world: readonly WorldCanary[],
  spans: readonly HistorySpan[],
  nowMs: number,
): Promise<number> {
  const { pool } = database;
  const nowSeconds = Math.floor(nowMs / 1000);
  const times = historyTimes(spans, nowSeconds);
  const sinceSeconds = times[0] ?? nowSeconds;
  await ensurePastPartitions(pool, Math.ceil((nowSeconds - sinceSeconds) / DAY_SECONDS) + 1);

  const behaviours = new Map(
    world.flatMap(({ namespace, name, checks }) =>
      checks.map((check) => [JSON.stringify([namespace, name, check.name]), check.behaviour] as const),
    ),
  );
  let pending = new Map<CheckId, HistoryColumns>();
  let loaded = 0;
  for (const check of await checksOf(pool, DEMO_SOURCE)) {
    const behaviour = behaviours.get(JSON.stringify([check.namespace, check.canary, check.name]));
    if (!behaviour) continue;
    pending.set(check.id, historyOf(behaviour, times));
    loaded += times.length;
    if (pending.size * times.length >= ROWS_PER_STATEMENT) {
      await insertHistory(pool, pending);
      pending = new Map();
    }
  }
  if (pending.size > 0) await insertHistory(pool, pending);
  await settleHistory(pool, DEMO_SOURCE, sinceSeconds);
  return loaded;
}
