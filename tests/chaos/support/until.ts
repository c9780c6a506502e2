import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds and answers how long that took in milliseconds; fails when it takes too long. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 15_000,
): Promise<number> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > limitMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await delay(20);
  }
  return performance.now() - began;
}
