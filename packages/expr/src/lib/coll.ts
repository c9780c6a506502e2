import { failure } from '../failure.ts';
import { compare, emptyMap, equals, isMap, keyText, mapOf, member, type ValueMap } from '../values.ts';
import { type Env, type Fns, list, map, num, text, whole } from './env.ts';

/** The keys of a map in order. */
export function sortedKeys(value: unknown): string[] {
  return Object.keys(map(value)).sort();
}

/** Merges maps; the first that has a key wins, maps within are merged too. */
export function mergeMaps(env: Env, ...operands: unknown[]): ValueMap {
  const merged = emptyMap();
  for (const operand of operands) {
    for (const [key, value] of Object.entries(map(operand))) {
      env.budget.step();
      const known = member(merged, key);
      if (known === undefined) merged[key] = value;
      else if (isMap(known) && isMap(value)) merged[key] = mergeMaps(env, known, value);
    }
  }
  return merged;
}

/** Lists without the later ones of equal items. */
export function unique(env: Env, items: unknown[]): unknown[] {
  const seen = new Set<unknown>();
  const kept: unknown[] = [];
  for (const item of items) {
    const simple = item === null || typeof item !== 'object';
    // Numbers of both kinds share one mark; others of one text never share a type.
    const mark = typeof item === 'bigint' ? Number(item) : item;
    env.budget.step(simple ? 1 : kept.length + 1);
    if (simple ? seen.has(mark) : kept.some((other) => equals(other, item))) continue;
    if (simple) seen.add(mark);
    kept.push(item);
  }
  return kept;
}

/** Flattens lists in a list, `depth` levels deep, all when it is negative. */
export function flatten(env: Env, items: unknown[], depth = -1): unknown[] {
  const flat: unknown[] = [];
  for (const item of items) {
    env.budget.step();
    if (Array.isArray(item) && depth !== 0) for (const inner of flatten(env, item, depth - 1)) flat.push(inner);
    else flat.push(item);
  }
  return flat;
}

/** Sorts a copy. Items without a common order fail. */
export function sortList(env: Env, items: unknown[], key: (item: unknown) => unknown = (item) => item): unknown[] {
  env.budget.step(items.length * 4);
  return items
    .map((item) => [key(item), item] as const)
    .sort(([a], [b]) => compare(a, b))
    .map(([, item]) => item);
}

/** Ints from 0 to `end`, or from the first to the second operand, without the end. */
export function range(env: Env, first: unknown, second?: unknown, third: unknown = 1n): bigint[] {
  const [start, end] = second === undefined ? [0, whole(first)] : [whole(first), whole(second)];
  const step = whole(third);
  if (step === 0) throw failure('a range needs a step other than 0');
  const count = Math.max(0, Math.ceil((end - start) / step));
  env.budget.step(count);
  return Array.from({ length: count }, (_, i) => BigInt(start + i * step));
}

function keyList(operands: unknown[]): string[] {
  return operands.flat().map(text);
}

/** A map without the named keys. */
export function omit(value: unknown, ...keys: unknown[]): ValueMap {
  const drop = new Set(keyList(keys));
  return mapOf(Object.entries(map(value)).filter(([key]) => !drop.has(key)));
}

/** A map with only the named keys. */
export function pick(value: unknown, ...keys: unknown[]): ValueMap {
  const keep = new Set(keyList(keys));
  return mapOf(Object.entries(map(value)).filter(([key]) => keep.has(key)));
}

/** Reverses a list or a text. */
export function reverse(value: unknown): unknown {
  return typeof value === 'string' ? [...value].reverse().join('') : [...list(value)].reverse();
}

function dict(operands: unknown[]): ValueMap {
  const pairs: [string, unknown][] = [];
  for (let i = 0; i < operands.length; i += 2) pairs.push([keyText(operands[i]), operands[i + 1] ?? '']);
  return mapOf(pairs);
}

function sortBy(env: Env, key: string, items: unknown): unknown[] {
  const entries = isMap(items) ? Object.values(items) : list(items);
  return sortList(env, entries, (item) => (key && isMap(item) ? (member(item, key) ?? null) : item));
}

function has(value: unknown, key: unknown): boolean {
  return Array.isArray(value)
    ? value.some((item) => equals(item, key))
    : member(map(value), keyText(key)) !== undefined;
}

/** `coll.*` of gomplate: the collection comes last. */
export const collFns: Fns = {
  Append: (_env, item, items) => [...list(items), item],
  Dict: (_env, ...operands) => dict(operands),
  Flatten: (env, a, b) => (b === undefined ? flatten(env, list(a)) : flatten(env, list(b), whole(a))),
  GroupBy: (_env, key, items) => ({
    ...Object.groupBy(list(items), (item) => text(isMap(item) ? member(item, text(key)) : item)),
  }),
  Has: (_env, value, key) => has(value, key),
  Index: (_env, ...operands) =>
    operands
      .slice(0, -1)
      .reduce(
        (at: unknown, key) => (Array.isArray(at) ? at[whole(key)] : member(map(at), keyText(key))),
        operands.at(-1),
      ) ?? null,
  Keys: (_env, ...maps) => maps.flatMap(sortedKeys),
  Merge: (env, ...maps) => mergeMaps(env, ...maps),
  Omit: (_env, ...operands) => omit(operands.at(-1), ...operands.slice(0, -1)),
  Pick: (_env, ...operands) => pick(operands.at(-1), ...operands.slice(0, -1)),
  Prepend: (_env, item, items) => [item, ...list(items)],
  Reverse: (_env, items) => reverse(items),
  Set: (_env, key, value, target) => mapOf([...Object.entries(map(target)), [keyText(key), value]]),
  Slice: (_env, ...items) => items,
  Sort: (env, a, b) => (b === undefined ? sortBy(env, '', a) : sortBy(env, text(a), b)),
  Uniq: (env, items) => unique(env, list(items)),
  Unset: (_env, key, target) => omit(target, key),
  Values: (_env, ...maps) => maps.flatMap((value) => sortedKeys(value).map((key) => map(value)[key])),
};

/** The sum, keeping ints as ints when all items are. */
export function sum(items: unknown[]): number | bigint {
  if (items.every((item) => typeof item === 'bigint')) return items.reduce((a: bigint, b) => a + b, 0n);
  return items.reduce<number>((total, item) => total + num(item), 0);
}
