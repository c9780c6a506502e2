/** What the duration filter of the history says when it cannot read a text (spec 000 §5). */
export const DURATION_INVALID = 'duration is allowed only in milli seconds & seconds';

/** What was made of a text of the duration filter: milliseconds (undefined for All), or the message. */
export type DurationInput = { ok: true; ms: number | undefined } | { ok: false; message: string };

/** Reads the history's duration filter: `All`, or a number followed by ms or s (spec 000 §5). */
export function parseDurationFilter(text: string): DurationInput {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.toLowerCase() === 'all') return { ok: true, ms: undefined };
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s)$/i.exec(trimmed);
  if (!match) return { ok: false, message: DURATION_INVALID };
  return { ok: true, ms: Math.round(Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1)) };
}

/** The status filter of the history; Healthy is 1 and Unhealthy 0 on the wire (spec 000 §4). */
export const HISTORY_STATUSES = ['all', 'healthy', 'unhealthy'] as const;
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];
