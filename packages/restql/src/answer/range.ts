import { RestError } from '../errors.ts';
import type { RowRange } from '../parse/range.ts';
import type { Page } from '../plan/statement.ts';

/**
 * The page of a read: parameters, header `Range` and the most rows of an answer, whichever leaves the fewest. Throws
 * `PGRST103` for a page that no row can be on, but for `limit=0`, which asks for none.
 */
export function planPage(
  scope: { limit: number | null; offset: number | null } | undefined,
  range: RowRange | null,
  maxRows: number | null,
): Page {
  const from = scope?.offset ?? 0;
  const ends = [scope?.limit == null ? null : from + scope.limit, range?.to == null ? null : range.to + 1].filter(
    (end) => end !== null,
  );
  const offset = Math.max(from, range?.from ?? 0);
  if (scope?.limit === 0 && from === 0) return { offset: 0, limit: 0 };
  if (ends.some((end) => end <= offset)) {
    throw new RestError('PGRST103', { details: 'The page that was asked for has no place for a row.' });
  }
  const limits = [...ends.map((end) => Math.max(0, end - offset)), ...(maxRows === null ? [] : [maxRows])];
  return { offset, limit: limits.length === 0 ? null : Math.min(...limits) };
}

/** Header `Content-Range` (contract database §7.3): `0-49/1234`, `*` for no rows or no count. */
export function contentRange(from: number, rows: number, total: number | null): string {
  const range = rows === 0 || total === 0 ? '*' : `${from}-${from + rows - 1}`;
  return `${range}/${total ?? '*'}`;
}

/** 206 while there are more rows than the page has. Throws `PGRST103` for a page that begins after the last row. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw new RestError('PGRST103', {
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': `*/${total}` },
    });
  }
  return rows < total ? 206 : 200;
}
