/** A repeatable stream of numbers in [0, 1) from a 32-bit seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state);
  };
}

/** A number in [0, 1) that depends on all of the given whole numbers, and always the same for the same ones. */
export function noise(...keys: number[]): number {
  let hash = 0x811c9dc5;
  for (const key of keys) {
    hash = Math.imul(hash ^ (key | 0), 0x01000193);
    hash = Math.imul(hash ^ Math.floor(key / 0x1_0000_0000), 0x01000193);
  }
  return scramble(hash >>> 0);
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}

/** One of the list. */
export function pick<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError('the list is empty');
  return chosen;
}
