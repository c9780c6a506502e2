import { replaceEqualDeep } from '@tanstack/react-query';
import type { Page } from './db.ts';

type Row = Record<string, unknown>;

/** What names a row, in the order in which it is looked for. */
const KEYS = ['id', 'name'] as const;

function isPage(data: unknown): data is Page<Row> {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}

/** What names a row of a list; undefined for one without a name. */
export function keyOfRow(row: object): string | undefined {
  for (const key of KEYS) {
    const value: unknown = Reflect.get(row, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/**
 * Brings a fresh read of a list together with what is held: a row that did not change keeps its identity wherever it
 * stands now, so that only changed rows are drawn again.
 */
export function keepRows(held: unknown, fresh: unknown): unknown {
  if (!isPage(held) || !isPage(fresh)) return replaceEqualDeep(held, fresh);
  const byKey = new Map(held.rows.map((row) => [keyOfRow(row), row]));
  const rows = fresh.rows.map((row) => {
    const old = byKey.get(keyOfRow(row));
    return old ? replaceEqualDeep(old, row) : row;
  });
  const same = rows.length === held.rows.length && rows.every((row, index) => row === held.rows[index]);
  if (same && fresh.total === held.total) return held;
  return { ...fresh, rows: same ? held.rows : rows };
}
