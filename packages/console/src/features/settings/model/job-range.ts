import { resolveTimeRange, type TimeRangeValue } from '@quarterdeck/kit';

/** The condition of a time range on `created_at`; one that ends now has no upper bound, so that new runs appear. */
export function rangeCondition(range: TimeRangeValue | undefined, nowMs: number, zone?: string): string | undefined {
  if (range === undefined) return undefined;
  try {
    const { fromMs, toMs } = resolveTimeRange(range, nowMs, zone);
    const from = `created_at.gt.${new Date(fromMs).toISOString()}`;
    const open = range.type === 'relative' || toMs === null;
    return open ? `(${from})` : `(${from},created_at.lt.${new Date(toMs).toISOString()})`;
  } catch {
    return undefined;
  }
}
