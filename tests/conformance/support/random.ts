/** Choices that are the same in every run of the same seed. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  integer(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** So many different ones, in any order. */
  some<T>(items: readonly T[], count: number): T[];
}

/** A small generator (mulberry32): its quality is enough to vary requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(integer(left.length), 1));
    return taken;
  };
  return { integer, chance: (probability) => next() < probability, pick, some };
}
