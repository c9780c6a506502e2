import { limitReached } from './failure.ts';

/** How much one evaluation may use. */
export interface Limits {
  /** Wall time of the whole evaluation. Default 1000. */
  timeMs?: number;
  /** Steps: nodes visited, items made. Default 2,000,000. */
  maxSteps?: number;
  /** Characters that the evaluation may make in all, its output included. Default 32 million. */
  maxChars?: number;
  /** Memory of a JavaScript run. Default 32 MiB. */
  maxMemoryBytes?: number;
}

/** Counts what an evaluation uses and throws EXPRESSION_LIMIT when it is too much. */
export interface Budget {
  readonly limits: Required<Limits>;
  /** Records work; every few steps the time is looked at. */
  step(count?: number): void;
  /** Records characters that are about to be made. */
  chars(count: number): void;
  /** Milliseconds that are left, at least 1. */
  remainingMs(): number;
}

const DEFAULTS: Required<Limits> = {
  timeMs: 1000,
  maxSteps: 2_000_000,
  maxChars: 32_000_000,
  maxMemoryBytes: 32 * 1024 * 1024,
};

const STEPS_PER_LOOK = 512;

/** Starts a budget. `clock` is a monotonic clock in milliseconds. */
export function createBudget(given: Limits = {}, clock: () => number = () => performance.now()): Budget {
  const limits = { ...DEFAULTS, ...given };
  const end = clock() + limits.timeMs;
  let steps = 0;
  let chars = 0;
  let nextLook = STEPS_PER_LOOK;
  return {
    limits,
    step(count = 1) {
      steps += count;
      if (steps > limits.maxSteps) throw limitReached(`${limits.maxSteps} steps`);
      if (steps < nextLook) return;
      nextLook = steps + STEPS_PER_LOOK;
      if (clock() > end) throw limitReached(`${limits.timeMs} ms`);
    },
    chars(count) {
      chars += count;
      if (chars > limits.maxChars) throw limitReached(`${limits.maxChars} characters`);
    },
    remainingMs: () => Math.max(1, end - clock()),
  };
}
