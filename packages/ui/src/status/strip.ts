/** One result: `[epochSeconds, durationMs, code]`, code 1 passed, 0 failed, 2 unknown (the wire's `RecentResult`). */
export type StripResult = readonly [seconds: number, durationMs: number, code: 0 | 1 | 2];

export interface StripPaths {
  ok: string;
  bad: string;
  unk: string;
}

const STEP = 4;
const BAR = 2.5;

/**
 * The bars of a strip as one path per colour, so that a row costs three elements however many results it shows. Results
 * stand at the right end; a passing bar's height is its share of the slowest passing one, a failing one is full, an
 * unknown one low.
 */
export function stripPaths(results: readonly StripResult[], slots: number, height: number): StripPaths {
  const shown = results.slice(-slots);
  const slowest = Math.max(1, ...shown.filter((result) => result[2] === 1).map((result) => result[1]));
  const paths: StripPaths = { ok: '', bad: '', unk: '' };
  shown.forEach(([, durationMs, code], i) => {
    const x = (slots - shown.length + i) * STEP;
    const share = code === 0 ? 1 : code === 2 ? 0.3 : 0.25 + 0.45 * Math.min(1, Math.max(0, durationMs / slowest));
    const bar = Math.max(2, Math.round(height * share * 2) / 2);
    paths[code === 1 ? 'ok' : code === 0 ? 'bad' : 'unk'] += `M${x} ${height - bar}h${BAR}v${bar}h-${BAR}z`;
  });
  return paths;
}

/** The width of a strip in its own units. */
export function stripWidth(slots: number): number {
  return slots * STEP - (STEP - BAR);
}

/** A strip in words: "last 34 results: 3 failed, 1 unknown, 30 passed". */
export function describeStrip(results: readonly StripResult[], slots: number): string {
  const shown = results.slice(-slots);
  if (shown.length === 0) return 'no results yet';
  const count = (code: 0 | 1 | 2) => shown.filter((result) => result[2] === code).length;
  const parts = [
    [count(0), 'failed'],
    [count(2), 'unknown'],
    [count(1), 'passed'],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return `last ${shown.length} results: ${said.join(', ')}`;
}
