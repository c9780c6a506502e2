/** A source of numbers from 0 (inclusive) to 1 (exclusive), such as `Math.random`. */
export type Random = () => number;

const MAX_INTERVAL_MS = 15 * 60_000;

/**
 * How long a run waits before it starts, in milliseconds: 0 to 9 % of the time to its next tick, of which at most
 * 15 minutes count (contract checks §3.1).
 */
export function jitterMs(untilNextMs: number, random: Random): number {
  const share = Math.floor(random() * 10) / 100;
  return Math.round(Math.min(Math.max(untilNextMs, 0), MAX_INTERVAL_MS) * share);
}
