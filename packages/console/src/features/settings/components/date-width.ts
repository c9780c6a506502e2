import type { DateFormat } from '@quarterdeck/ui';

/** Pixels that a date needs in each format, so that it never loses its minutes; `suffix` has room for " ago". */
export function dateWidth(format: DateFormat, suffix = false): number {
  const width: Record<DateFormat, number> = { short: 84, medium: 148, full: 236, timestamp: 192 };
  return width[format] + (suffix && format === 'short' ? 24 : 0);
}
