import type { CheckId } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import { type CheckHead, type StateColumns, stateText, summaryRow } from './summary-rows.ts';

/** What one statement saw. */
export interface RowsRead {
  /** The oldest transaction that it could not see: whatever it missed was written by this one or by a later one. */
  snapshot: string;
  /** How many checks there are that are not deleted. */
  live: number;
  /** Checks that changed since the snapshot asked for, deleted ones too; without one all that are not deleted. */
  rows: readonly StateColumns[];
}

/** Where the rows come from. */
export interface RowSource {
  read(since: string | null): Promise<RowsRead>;
  /** The heads of these rows by id, each in its version or a later one; a check that is gone by now has none. */
  heads(rows: readonly StateColumns[]): Promise<ReadonlyMap<CheckId, CheckHead>>;
}

/** Rows of a summary: about how many, and their texts, to be taken once. */
export interface SummaryRows {
  count: number;
  texts: Iterable<string>;
}

interface Row {
  head: CheckHead;
  state: string;
}

interface Kept {
  rows: Map<CheckId, Row>;
  snapshot: string;
  /** All is read again from then on, whatever seems to have changed. Monotonic. */
  untilMs: number;
  /** Place of its read among all reads. */
  turn: number;
}

const WHOLE_EVERY_MS = 300_000;

function* textsOf(rows: ReadonlyMap<CheckId, Row>): Generator<string, void, undefined> {
  for (const { head, state } of rows.values()) yield summaryRow(head, state);
}

/**
 * Keeps the rows of all checks that are not deleted, and reads those alone that changed since the last read, whichever
 * node changed them. Rows that vanished without a trace show in the number of checks: then, after an error, and every
 * five minutes everything is read. Reads may overlap: what an earlier one brings after a later one is left alone.
 */
export function createKeptRows(source: RowSource, clock: Pick<Clock, 'monotonic'>): () => Promise<SummaryRows> {
  let kept: Kept | null = null;
  let turns = 0;

  const put = (rows: Map<CheckId, Row>, read: RowsRead, heads: ReadonlyMap<CheckId, CheckHead>) => {
    for (const columns of read.rows) {
      const [id] = columns;
      const head = heads.get(id);
      const deletedAt = columns[14];
      if (head && deletedAt === null) rows.set(id, { head, state: stateText(columns) });
      else rows.delete(id);
    }
  };

  const readAll = async (turn: number): Promise<Kept> => {
    const untilMs = clock.monotonic() + WHOLE_EVERY_MS;
    const read = await source.read(null);
    const made: Kept = { rows: new Map(), snapshot: read.snapshot, untilMs, turn };
    put(made.rows, read, await source.heads(read.rows));
    if (kept === null || kept.turn < turn) kept = made;
    return made;
  };

  const readChanges = async (turn: number, since: Kept): Promise<Kept> => {
    const read = await source.read(since.snapshot);
    const heads = await source.heads(read.rows);
    if (kept === null) return readAll(turn);
    if (kept.turn > turn) return kept;
    put(kept.rows, read, heads);
    kept.snapshot = read.snapshot;
    kept.turn = turn;
    return kept.rows.size === read.live ? kept : readAll(turn + 1);
  };

  return async () => {
    // Each read may become two.
    turns += 2;
    try {
      const isOld = kept === null || clock.monotonic() >= kept.untilMs;
      const { rows } = kept === null || isOld ? await readAll(turns) : await readChanges(turns, kept);
      return { count: rows.size, texts: textsOf(rows) };
    } catch (error) {
      kept = null;
      throw error;
    }
  };
}
