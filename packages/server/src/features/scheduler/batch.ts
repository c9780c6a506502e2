import type { CanaryId, CheckId, NodeId } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import type { PoolClient } from 'pg';
import type { Live } from '../../platform/index.ts';
import type { IdentifiedResult, RunToWrite, TextLimits } from './result-rows.ts';
import { batchRows, checkKey, statusRow } from './result-rows.ts';
import type { CanaryFailure, FinishedRun, MadeCheck } from './result-store.ts';
import {
  deleteChecks,
  finishRuns,
  recordFailures,
  removeUnproduced,
  storedResults,
  upsertMadeChecks,
  writeResults,
} from './result-store.ts';

export interface BatchContext {
  node: NodeId;
  host: string;
  live: Pick<Live, 'publish'>;
  newId: () => string;
  clock: Clock;
  /** Limits of stored texts; those of the contract unless told. */
  limits?: () => TextLimits;
}

/** What became of one run: the check of each result in their order (null when its canary is gone), and removed checks. */
export interface WrittenRun {
  checkIds: (CheckId | null)[];
  removed: CheckId[];
}

const identity = (canaryId: CanaryId, key: string) => `${canaryId}\u0000${key}`;

/**
 * Writes a batch of runs in the given transaction (contract checks §3.3 and §1.7), the live event last. With `again` the
 * batch may have been committed before: results that are stored already change nothing, counts and strips included.
 */
export async function writeBatch(
  client: PoolClient,
  runs: readonly RunToWrite[],
  context: BatchContext,
  again = false,
): Promise<WrittenRun[]> {
  const ids = await identifyMade(client, runs, context.newId);
  const idOf = (run: RunToWrite, result: RunToWrite['results'][number]): CheckId | null => {
    const key = checkKey(result);
    return run.known.get(key) ?? ids.get(identity(run.canaryId, key)) ?? null;
  };
  const written = runs.map((run) => ({ checkIds: run.results.map((result) => idOf(run, result)) }));
  const batch: IdentifiedResult[] = runs.flatMap((run, index) =>
    run.results.flatMap((result, place) => {
      const checkId = written[index]?.checkIds[place];
      return checkId ? [{ checkId, result, nextRunMs: run.nextRunMs }] : [];
    }),
  );
  const rows = batchRows(again ? await withoutStored(client, batch) : batch, context.limits?.());
  const patches = rows.changes.length > 0 ? await writeResults(client, rows.statuses, rows.changes) : [];
  const deleted = batch.flatMap(({ checkId, result }) =>
    result.deletedAt !== null && Date.parse(result.deletedAt) <= context.clock.now()
      ? [{ id: checkId, deleted_at: result.deletedAt }]
      : [],
  );
  if (deleted.length > 0) await deleteChecks(client, deleted);
  const cleanups = runs.flatMap((run, index) => {
    const produced = run.results.flatMap((result, place) => {
      const checkId = written[index]?.checkIds[place];
      return result.transformedFrom !== null && checkId ? [checkId] : [];
    });
    return run.cleanup && produced.length > 0 ? [{ canary_id: run.canaryId, produced }] : [];
  });
  const unproduced = cleanups.length > 0 ? await removeUnproduced(client, cleanups) : [];
  const finished = runs.flatMap((run): FinishedRun[] =>
    run.slotMs === null ? [] : [{ canaryId: run.canaryId, slotMs: run.slotMs, endMs: run.endMs }],
  );
  if (finished.length > 0) await finishRuns(client, context.node, finished);
  const failures = runs.filter((run) => run.failures.length > 0).map((run) => failureOf(run, context.host));
  if (failures.length > 0) await recordFailures(client, failures);
  const removed = [...unproduced, ...deleted.map((check) => check.id)];
  if (patches.length > 0) await context.live.publish(client, 'checks.updated', { checks: patches });
  if (removed.length > 0) await context.live.publish(client, 'checks.removed', { ids: removed });
  return written.map(({ checkIds }, index) => ({ checkIds, removed: index === 0 ? removed : [] }));
}

async function withoutStored(client: PoolClient, batch: readonly IdentifiedResult[]): Promise<IdentifiedResult[]> {
  if (batch.length === 0) return [];
  const keys = batch.map((item) => statusRow(item));
  const stored = await storedResults(client, keys);
  return batch.filter((_, index) => {
    const key = keys[index];
    return !key || !stored.has(`${key.check_id} ${Date.parse(key.time)}`);
  });
}

function failureOf(run: RunToWrite, host: string): CanaryFailure {
  return {
    canaryId: run.canaryId,
    errors: run.failures,
    success: run.results.filter((result) => !result.invalid).length,
    startMs: run.startMs,
    endMs: run.endMs,
    host,
  };
}

async function identifyMade(
  client: PoolClient,
  runs: readonly RunToWrite[],
  newId: () => string,
): Promise<Map<string, CheckId>> {
  const made = new Map<string, MadeCheck>();
  for (const run of runs) {
    for (const result of run.results) {
      const key = checkKey(result);
      if (run.known.has(key)) continue;
      const strategy = result.transformDeleteStrategy;
      made.set(identity(run.canaryId, key), {
        id: result.id ?? newId(),
        canary_id: run.canaryId,
        type: result.type,
        name: result.name || result.description,
        namespace: result.namespace || null,
        description: result.description || null,
        icon: result.icon || null,
        endpoint: result.endpoint || null,
        spec: strategy === null ? result.spec : { ...result.spec, transformDeleteStrategy: strategy },
        labels: result.labels,
        owner: result.owner || null,
        severity: result.severity || null,
        transformed: result.transformedFrom !== null,
      });
    }
  }
  if (made.size === 0) return new Map();
  const rows = await upsertMadeChecks(client, [...made.values()]);
  return new Map(rows.map((row) => [identity(row.canary_id, checkKey(row)), row.id]));
}
