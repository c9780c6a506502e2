import { RestError } from '../errors.ts';

/** Rows `from` to `to`, counted from 0, both within; `to` is null when all that follow are meant. */
export interface RowRange {
  from: number;
  to: number | null;
}

/**
 * Reads header `Range` (`0-9`, `10-`) of a GET. Other forms, such as `bytes=0-9`, are not about rows and are ignored:
 * null. Refuses a range that ends before it begins with PGRST103.
 */
export function parseRange(header: string | undefined): RowRange | null {
  const match = /^(\d{1,15})-(\d{0,15})$/.exec((header ?? '').trim());
  if (!match) return null;
  const from = Number(match[1]);
  const to = match[2] ? Number(match[2]) : null;
  if (to !== null && to < from) {
    throw new RestError('PGRST103', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  return { from, to };
}
