import type { Canary, CanaryId, CheckId } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import { parseSchedule } from '@quarterdeck/kit';
import type { PoolClient } from 'pg';
import type { Live } from '../../platform/index.ts';
import { announcement, SCHEDULE_CHANNEL } from '../scheduler/channel.ts';
import { firstRunDelay } from '../scheduler/slots.ts';
import type { EditedCanary } from './edit-store.ts';
import { canariesWithOtherChecks, editedCanaries, endDeleted, tellNodes } from './edit-store.ts';
import type { CanaryRowInput } from './rows.ts';
import { canaryRow, isSuspended, storedDocument } from './rows.ts';
import type { CanaryStore, ScheduleRow } from './store.ts';
import {
  lockCanaries,
  matchCanaries,
  recordSyncFailures,
  removeCanaries,
  replaceSchedules,
  upsertCanaries,
  upsertChecks,
} from './store.ts';

export interface CanaryServiceOptions {
  database: Pick<Database, 'transaction'>;
  store: CanaryStore;
  live: Pick<Live, 'publish'>;
  clock: Clock;
  random: () => number;
  newId: () => string;
  host: string;
  log: Log;
  /** Reads a stored document. Throws when this version does not understand it. */
  parse: (document: Record<string, unknown>) => Canary;
  /** Series of removed checks are dropped. */
  onRemoved?: (ids: readonly CheckId[]) => void;
}

/** A document to be stored, and where it comes from (contract checks §3.1: a file's base name, `UI`, `System` ...). */
export interface Applied {
  canary: Canary;
  source: string;
}

/** What became of a document. `problem` is set when its schedule cannot be read: it is stored, but never started. */
export interface AppliedCanary {
  id: CanaryId;
  name: string;
  namespace: string;
  outcome: 'created' | 'updated' | 'unchanged';
  problem: string | null;
}

/** Stores canaries: their rows, their checks and their schedules, and tells nodes and consoles. */
export interface CanaryService {
  /** Answers in the order of the documents. An unchanged document writes nothing. */
  apply(documents: readonly Applied[]): Promise<AppliedCanary[]>;
  /** Removes the canaries of these sources that are not in `keep`; answers how many. */
  prune(sources: readonly string[], keep: ReadonlySet<CanaryId>): Promise<number>;
  remove(ids: readonly CanaryId[]): Promise<void>;
  /**
   * Brings checks and schedules of canaries of the console or the API to what their rows say, after others wrote or
   * deleted those; all of them for null. A row that cannot be read is noted, its checks stay. Answers how many it saw.
   */
  adopt(ids: readonly CanaryId[] | null): Promise<number>;
  /** Live canaries of this server. */
  list: CanaryStore['list'];
  /** Reads of single rows, for those who act on one check. */
  find: Pick<CanaryStore, 'findCheck' | 'withWebhook' | 'checkRow'>;
}

interface Planned {
  row: CanaryRowInput;
  canary: Canary;
  id: CanaryId;
  outcome: AppliedCanary['outcome'];
  problem: string | null;
}

export function createCanaryService(options: CanaryServiceOptions): CanaryService {
  const { clock, random, newId } = options;

  const schedulesOf = (planned: readonly Planned[]): ScheduleRow[] => {
    const scheduled = planned.flatMap((item) => {
      const text = item.canary.schedule?.trim() ?? '';
      if (text === '' || isSuspended(item.canary)) return [];
      try {
        const schedule = parseSchedule(text);
        return schedule.next(clock.now()) === null ? [] : [{ item, text, schedule }];
      } catch (error) {
        item.problem = errorText(error);
        return [];
      }
    });
    return scheduled.map(({ item, text, schedule }) => {
      const now = Math.floor(clock.now());
      const first = new Date(now + firstRunDelay(schedule, now, scheduled.length, random)).toISOString();
      return { canary_id: item.id, schedule: text, anchor: first, next_slot: first, due_at: first };
    });
  };

  const remove = async (ids: readonly CanaryId[]): Promise<void> => {
    if (ids.length === 0) return;
    const removed = await options.database.transaction(async (client) => {
      const notice = { channel: SCHEDULE_CHANNEL, payload: announcement(ids) };
      const checks = await removeCanaries(client, ids, notice);
      await options.live.publish(client, 'canaries.changed', { canary_ids: [...ids] });
      if (checks.length > 0) await options.live.publish(client, 'checks.removed', { ids: checks });
      return checks;
    });
    options.onRemoved?.(removed);
    options.log.info({ canaries: ids.length, checks: removed.length }, 'canaries removed');
  };

  /** Writes checks and schedules of changed canaries and tells of them; answers the checks that went. */
  const writeChanged = async (client: PoolClient, changed: readonly Planned[]): Promise<CheckId[]> => {
    const ids = changed.map((item) => item.id);
    const { removed } = await upsertChecks(
      client,
      ids,
      changed.flatMap(({ id, row }) => row.checks.map((check) => ({ ...check, id: newId(), canary_id: id }))),
    );
    const notice = { channel: SCHEDULE_CHANNEL, payload: announcement(ids) };
    await replaceSchedules(client, ids, schedulesOf(changed), notice);
    const failures = changed.flatMap(({ id, problem }) =>
      problem === null ? [] : [{ canaryId: id, error: problem, host: options.host }],
    );
    if (failures.length > 0) await recordSyncFailures(client, failures);
    return removed;
  };

  /** Plans canaries as their rows stand. What cannot be read is noted and left out. */
  const planEdited = async (client: PoolClient, rows: readonly EditedCanary[]): Promise<Planned[]> => {
    const failures: { canaryId: CanaryId; error: string; host: string }[] = [];
    const planned = rows.flatMap((edited): Planned[] => {
      try {
        const canary = options.parse(storedDocument(edited));
        const row = canaryRow(canary, edited.source ?? '');
        return [{ row, canary, id: edited.id, outcome: 'updated', problem: null }];
      } catch (error) {
        failures.push({ canaryId: edited.id, error: errorText(error), host: options.host });
        return [];
      }
    });
    if (failures.length > 0) await recordSyncFailures(client, failures);
    const wanted = planned.flatMap(({ id, row }) => row.checks.map((check) => ({ ...check, canary_id: id })));
    const other = await canariesWithOtherChecks(
      client,
      planned.map((item) => item.id),
      wanted,
    );
    const held = new Map(rows.map((edited) => [edited.id, edited.schedule]));
    const schedules = new Map(schedulesOf(planned).map((row) => [row.canary_id, row.schedule]));
    return planned.filter(({ id }) => other.has(id) || (schedules.get(id) ?? null) !== (held.get(id) ?? null));
  };

  const adopt = async (ids: readonly CanaryId[] | null): Promise<number> => {
    const { seen, removed } = await options.database.transaction(async (client) => {
      await lockCanaries(client);
      const rows = await editedCanaries(client, ids);
      if (rows.length === 0) return { seen: 0, removed: [] };
      const gone = await endDeleted(
        client,
        rows.filter((row) => row.deleted).map((row) => row.id),
      );
      const changed = await planEdited(
        client,
        rows.filter((row) => !row.deleted),
      );
      const removed = [...gone, ...(changed.length > 0 ? await writeChanged(client, changed) : [])];
      const told = ids === null ? changed.map((item) => item.id) : rows.map((row) => row.id);
      if (told.length > 0) await tellNodes(client, { channel: SCHEDULE_CHANNEL, payload: announcement(told) });
      if (told.length > 0) await options.live.publish(client, 'canaries.changed', { canary_ids: told });
      if (removed.length > 0) await options.live.publish(client, 'checks.removed', { ids: removed });
      return { seen: rows.length, removed };
    });
    options.onRemoved?.(removed);
    return seen;
  };

  return {
    list: options.store.list,
    remove,
    adopt,
    find: options.store,
    async prune(sources, keep) {
      if (sources.length === 0) return 0;
      const listed = await options.store.list(sources);
      const gone = listed.filter((canary) => !keep.has(canary.id)).map((canary) => canary.id);
      await remove(gone);
      return gone.length;
    },
    async apply(documents) {
      if (documents.length === 0) return [];
      const { planned, removed } = await options.database.transaction(async (client) => {
        await lockCanaries(client);
        const rows = documents.map(({ canary, source }) => canaryRow(canary, source));
        const matches = new Map((await matchCanaries(client, rows)).map((match) => [match.index, match]));
        const planned = documents.map(({ canary }, index): Planned => {
          const match = matches.get(index);
          const row = rows[index] as CanaryRowInput; // one row was made for each document above
          const outcome = !match ? 'created' : match.same && !match.deleted ? 'unchanged' : 'updated';
          return { row, canary, id: match?.id ?? row.id ?? newId(), outcome, problem: null };
        });
        const changed = lastOfEach(planned.filter((item) => item.outcome !== 'unchanged'));
        if (changed.length === 0) return { planned, removed: [] };
        const ids = changed.map((item) => item.id);
        await upsertCanaries(
          client,
          changed.map(({ id, row: { checks: _, ...row } }) => ({ ...row, id })),
        );
        const removed = await writeChanged(client, changed);
        await options.live.publish(client, 'canaries.changed', { canary_ids: ids });
        if (removed.length > 0) await options.live.publish(client, 'checks.removed', { ids: removed });
        return { planned, removed };
      });
      options.onRemoved?.(removed);
      for (const { row, problem } of planned) {
        if (problem !== null) options.log.warn({ canary: row.name, problem }, 'a canary cannot be scheduled');
      }
      return planned.map(({ id, row, outcome, problem }) => ({
        id,
        name: row.name,
        namespace: row.namespace,
        outcome,
        problem,
      }));
    },
  };
}

/** Documents that name one canary twice: the last counts. New ones are told apart by name, namespace and source. */
function lastOfEach(planned: readonly Planned[]): Planned[] {
  const last = new Map<string, Planned>();
  for (const item of planned) {
    const { row } = item;
    const key = row.id ?? JSON.stringify([row.name, row.namespace, row.source]);
    const before = last.get(key);
    if (before) item.id = before.id;
    last.set(key, item);
  }
  return [...last.values()];
}
