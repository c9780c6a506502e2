import { MAPPED_RANGES, type TimeRangeValue } from './time-range.ts';
import { relativeDisplay } from './time-range-choices.ts';

/** Every parameter that a time range may have in an address; clearing removes them all (spec 000 §4). */
export const TIME_RANGE_PARAMETERS = ['from', 'to', 'duration', 'timeRange', 'rangeType', 'display', 'range'] as const;
export type TimeRangeParameters = Partial<Record<(typeof TIME_RANGE_PARAMETERS)[number], string>>;

/**
 * The parameters of a range: `rangeType` and `display`, plus `from` and `to`, `range` or `timeRange` (spec 000 §4). All
 * others are undefined, so that spreading them over what an address holds clears what was there. No range clears all.
 */
export function writeTimeRange(
  value: TimeRangeValue | undefined,
): Record<keyof TimeRangeParameters, string | undefined> {
  const none = Object.fromEntries(TIME_RANGE_PARAMETERS.map((name) => [name, undefined])) as Record<
    keyof TimeRangeParameters,
    string | undefined
  >;
  if (!value) return none;
  const { type, ...rest } = value;
  return { ...none, rangeType: type, ...rest };
}

function isNamed(timeRange: string): boolean {
  return Object.hasOwn(MAPPED_RANGES, timeRange);
}

/**
 * Reads the range of an address; undefined for none. Total: `rangeType` may be missing where the rest tells it, and
 * `display` where the range has a name. Whether the range means anything, {@link resolveTimeRange} tells.
 */
export function parseTimeRange(parameters: Readonly<Record<string, unknown>>): TimeRangeValue | undefined {
  const text = (name: keyof TimeRangeParameters): string => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const [from, to, range, timeRange, display] = [
    text('from'),
    text('to'),
    text('range'),
    text('timeRange'),
    text('display'),
  ];
  const type = text('rangeType') || (from && to ? 'absolute' : range ? 'relative' : isNamed(timeRange) ? 'mapped' : '');
  if (type === 'absolute' && from && to) return { type, display: display || `${from} - ${to}`, from, to };
  if (type === 'relative' && range) return { type, display: display || relativeDisplay(range), range };
  if (type === 'mapped' && timeRange) return { type, display: display || timeRange, timeRange };
  return undefined;
}
