import { type Behaviour, observe } from './behaviour.ts';

/** Columns of many results of one check, ready for one insert. */
export interface HistoryColumns {
  /** Epoch seconds, ascending. */
  times: number[];
  durationsMs: number[];
  passed: boolean[];
  errors: (string | null)[];
}

/** One stretch of history: results every `stepSeconds`, from `fromSeconds` before now. */
export interface HistorySpan {
  fromSeconds: number;
  stepSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Thirty days: dense in the last hours, where people look closely, and thinner before. */
export const DEMO_SPANS: readonly HistorySpan[] = [
  { fromSeconds: 30 * DAY, stepSeconds: HOUR / 2 },
  { fromSeconds: DAY, stepSeconds: 300 },
  { fromSeconds: 2 * HOUR, stepSeconds: 30 },
];

/** Instants of the spans in seconds, each span ending where the next, shorter one begins. */
export function historyTimes(spans: readonly HistorySpan[], nowSeconds: number): number[] {
  return spans.flatMap(({ fromSeconds, stepSeconds }, index) => {
    const untilSeconds = spans[index + 1]?.fromSeconds ?? 0;
    const count = Math.floor((fromSeconds - untilSeconds) / stepSeconds);
    return Array.from({ length: count }, (_, step) => nowSeconds - fromSeconds + step * stepSeconds);
  });
}

/** What probing the service at those instants would have found. */
export function historyOf(behaviour: Behaviour, times: readonly number[]): HistoryColumns {
  const found = times.map((time) => observe(behaviour, time * 1000));
  return {
    times: [...times],
    durationsMs: found.map(({ durationMs }) => durationMs),
    passed: found.map(({ pass }) => pass),
    errors: found.map(({ error }) => error || null),
  };
}
