import { RECENT_RESULTS, type RecentResult } from '@quarterdeck/contract';

const MAX_DURATION_MS = 536_870_910;

/** Code of a result on the wire and in `check_states`: 1 passed, 0 failed, 2 unknown (status null). */
export function resultCode(status: boolean | null): 0 | 1 | 2 {
  if (status === null) return 2;
  return status ? 1 : 0;
}

/** One member of `check_states.recent_value`: duration in ms * 4 + code. The same as SQL's `pack_result`. */
export function packResult(durationMs: number | null, status: boolean | null): number {
  return Math.min(Math.max(Math.round(durationMs ?? 0), 0), MAX_DURATION_MS) * 4 + resultCode(status);
}

/** The results that `recent_at` and `recent_value` of one check hold, oldest first. */
export function unpackRecent(at: readonly number[], values: readonly number[]): RecentResult[] {
  return at.slice(-RECENT_RESULTS).map((seconds, index) => {
    const value = values[index + values.length - Math.min(at.length, RECENT_RESULTS)] ?? 2;
    return [seconds, Math.floor(value / 4), (value % 4) as 0 | 1 | 2];
  });
}
