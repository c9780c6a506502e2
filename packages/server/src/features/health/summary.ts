import type { CheckId, Labels, RecentResponse } from '@quarterdeck/contract';
import { isUuid } from '@quarterdeck/contract';
import { unpackRecent } from '@quarterdeck/db';
import type { Clock } from '@quarterdeck/kit';
import { packJson, refuseField, unpackJson } from '../../platform/index.ts';
import { lowerKeys } from './request.ts';
import type { SummaryFilter, SummaryStore } from './summary-store.ts';

const EVERYTHING: SummaryFilter = { labels: null, deletedAfter: null, sortBy: null };
/** An answer may be this old. */
const CACHE_MS = 1000;
/** The answer that is fallen back to is at most about this old when the database goes away. */
const REMEMBER_MS = 60_000;
/** About the size of one row. */
const ROW_BYTES = 760;
/** Most strips of one request. */
const MAX_RECENT = 200;

/** Reads the body of POST /api/summary (contract checks §3.6). Throws `REQUEST_INVALID`. */
export function parseSummaryRequest(body: unknown): SummaryFilter {
  if (body === undefined || body === null || body === '') return EVERYTHING;
  const request = lowerKeys(body, 'body');
  return {
    labels: labelsOf(request.labels),
    deletedAfter: timeOf(request.deletefrom),
    sortBy: sortOf(request.sortby),
  };
}

function labelsOf(value: unknown): Labels | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw refuseField('Labels', 'expected a map');
  const entries = Object.entries(value).map(([key, label]): [string, string] => {
    if (typeof label !== 'string') throw refuseField('Labels', 'expected texts');
    return [key, label];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function timeOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw refuseField('DeleteFrom', 'expected a time');
  return new Date(time).toISOString();
}

function sortOf(value: unknown): SummaryFilter['sortBy'] {
  if (value === undefined || value === null || value === '') return null;
  if (value === 'name' || value === '-name') return value;
  throw refuseField('SortBy', 'expected name or -name');
}

/** The health summary. */
export interface Summary {
  /** The whole answer as JSON, packed (see `packJson`). What is asked for at the same time is read once. */
  answer(filter: SummaryFilter): Promise<Buffer>;
  /** The last good answer without a filter, with the member `stale_since` and its age; null when there is none. */
  lastGood(filter: SummaryFilter): Promise<{ text: string; ageSeconds: number } | null>;
  /** Reads the whole list when the last good answer is older than a minute, so that there is one to fall back to. */
  remember(): Promise<void>;
  /** The strips of at most 200 checks, named in a list with commas. Throws `REQUEST_INVALID`. */
  recent(ids: string): Promise<RecentResponse>;
  /** Forgets the answer that is held: canaries came, changed or went. */
  invalidate(): void;
  /** The answer of GET /api?check=: one check in the same form. */
  evidence(id: CheckId): Promise<string>;
}

/** The text of a summary, row by row. */
function* summaryParts(head: string, rows: Iterable<string>): Generator<string, void, undefined> {
  yield head;
  let before = ',"checks_summary":[';
  for (const row of rows) {
    yield before + row;
    before = ',';
  }
  yield before === ',' ? ']}' : '}';
}

/** Builds the summary; the whole list is kept for a second, and packed, as it is some megabytes long. */
export function createSummary(store: SummaryStore, clock: Clock, runnerName: string): Summary {
  let held: { untilMs: number; answer: Promise<Buffer> } | null = null;
  let good: { packed: Buffer; readMs: number; readMonotonic: number } | null = null;

  const head = (startMs: number) => {
    const duration = Math.round(clock.monotonic() - startMs);
    return `${duration > 0 ? `{"duration":${duration},` : '{'}"runnerName":${JSON.stringify(runnerName)}`;
  };
  const read = async (filter: SummaryFilter): Promise<Buffer> => {
    const startMs = clock.monotonic();
    const rows = await store.rows(filter);
    return packJson(summaryParts(head(startMs), rows.texts), rows.count * ROW_BYTES);
  };

  const isWhole = (filter: SummaryFilter) => !filter.labels && !filter.deletedAfter && !filter.sortBy;

  const summary: Summary = {
    answer(filter) {
      if (!isWhole(filter)) return read(filter);
      const now = clock.monotonic();
      if (held && now < held.untilMs) return held.answer;
      const answer = read(filter);
      const mine = { untilMs: Number.POSITIVE_INFINITY, answer };
      held = mine;
      answer.then(
        (packed) => {
          mine.untilMs = now + CACHE_MS;
          good = { packed, readMs: clock.now(), readMonotonic: now };
        },
        () => {
          if (held === mine) held = null;
        },
      );
      return answer;
    },
    async lastGood(filter) {
      if (!good || !isWhole(filter)) return null;
      const { packed, readMs, readMonotonic } = good;
      const ageSeconds = Math.max(0, Math.floor((clock.monotonic() - readMonotonic) / 1000));
      const text = await unpackJson(packed);
      return { text: `{"stale_since":"${new Date(readMs).toISOString()}",${text.slice(1)}`, ageSeconds };
    },
    async remember() {
      if (good && clock.monotonic() - good.readMonotonic < REMEMBER_MS) return;
      await summary.answer(EVERYTHING);
    },
    invalidate() {
      held = null;
    },
    async recent(ids) {
      const wanted = [...new Set(ids.split(',').filter((id) => id !== ''))];
      if (wanted.length > MAX_RECENT) throw refuseField('ids', `at most ${MAX_RECENT} are answered`);
      if (!wanted.every(isUuid)) throw refuseField('ids', 'expected ids of checks');
      const rows = wanted.length === 0 ? [] : await store.recent(wanted);
      return { recent: Object.fromEntries(rows.map((row) => [row.id, unpackRecent(row.at, row.value)])) };
    },
    async evidence(id) {
      const startMs = clock.monotonic();
      const row = await store.row(id);
      return `${head(startMs)}${row === null ? '' : `,"checks":[${row}]`}}`;
    },
  };
  return summary;
}
