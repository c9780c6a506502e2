import { INDEFINITELY, MAPPED_RANGES, type MappedRange, type RelativeRange } from './time-range.ts';

const LENGTHS: [length: string, display: string][] = [
  ['5m', '5 minutes'],
  ['15m', '15 minutes'],
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['3h', '3 hours'],
  ['6h', '6 hours'],
  ['12h', '12 hours'],
  ['24h', '24 hours'],
  ['2d', '2 days'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['6M', '6 months'],
  ['1y', '1 year'],
  ['2y', '2 year'],
  ['5y', '5 year'],
];

function lengths(sign: '-' | '+'): RelativeRange[] {
  return LENGTHS.map(([length, display]) => ({ type: 'relative', display, range: `now${sign}${length}` }));
}

/** The relative ranges that end now, shortest first (spec 000 §9, words of contract screens §1.4). */
export const PAST_RANGES: readonly RelativeRange[] = lengths('-');

/** The ranges that begin now: Indefinitely, then the same lengths (spec 000 §9). */
export const FUTURE_RANGES: readonly RelativeRange[] = [
  { type: 'relative', display: 'Indefinitely', range: INDEFINITELY },
  ...lengths('+'),
];

/** The quick ranges of the calendar, in their order. */
export const QUICK_RANGES: readonly MappedRange[] = Object.keys(MAPPED_RANGES).map((name) => ({
  type: 'mapped',
  display: name,
  timeRange: name,
}));

/** The words of a relative range; its own text when it is none of the offered ones. */
export function relativeDisplay(range: string): string {
  const known = [...PAST_RANGES, ...FUTURE_RANGES].find((one) => one.range === range);
  return known?.display ?? range;
}
