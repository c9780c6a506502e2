/** Start lateness of the last minutes. */
export interface LatenessWindow {
  add(atMs: number, latenessMs: number): void;
  /** Milliseconds; 0 when nothing ran within the window. */
  p99(nowMs: number): number;
}

const CAPACITY = 20_000;

/** Keeps the newest samples of a sliding window (default 5 minutes), at most 20,000 of them. */
export function createLatenessWindow(windowMs = 300_000): LatenessWindow {
  let samples: { atMs: number; latenessMs: number }[] = [];
  return {
    add(atMs, latenessMs) {
      samples.push({ atMs, latenessMs: Math.max(0, latenessMs) });
      if (samples.length > CAPACITY * 2) samples = samples.slice(-CAPACITY);
    },
    p99(nowMs) {
      const oldest = nowMs - windowMs;
      samples = samples.filter((sample) => sample.atMs >= oldest).slice(-CAPACITY);
      const sorted = samples.map((sample) => sample.latenessMs).sort((a, b) => a - b);
      return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
    },
  };
}
