/** Time as an argument, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jumps; for measuring. */
  monotonic(): number;
}

/** The real clock. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A clock that stands still until it is moved. */
export function createManualClock(startMs: number): Clock & { advance(ms: number): void } {
  let time = startMs;
  return {
    now: () => time,
    monotonic: () => time,
    advance(ms) {
      time += ms;
    },
  };
}
