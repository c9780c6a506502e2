import type { Json } from '@quarterdeck/contract';

/** The value of a form: one JSON object. */
export type FormValue = { [key: string]: Json };

/** Joins a prefix and a path with a dot; either may be empty. */
export function joinPath(base: string, path: string): string {
  return base && path ? `${base}.${path}` : base || path;
}

/** What stands at a path; undefined when nothing does. Only own keys count. */
export function readAt(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const key of keysOf(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Array.isArray(at) ? at[Number(key)] : at[key];
  }
  return at;
}

/**
 * A copy of the value with another thing at a path; undefined removes the key (or the list item). Objects on the way are
 * made (lists before a number), and where a plain value or, before a name, a list stands in the way, in its place;
 * everything else is kept. A path through `__proto__` changes nothing.
 */
export function writeAt<T extends Json>(value: T, path: string, next: Json | undefined): T {
  const keys = keysOf(path);
  if (keys.some((key) => key === '__proto__')) return value;
  return write(value, keys, next) as T;
}

function write(value: Json | undefined, [key, ...rest]: string[], next: Json | undefined): Json {
  if (key === undefined) return next ?? null;
  if (next === undefined && readAt(value, key) === undefined) return value ?? null;
  const holder = holderFor(value, key);
  if (rest.length === 0 && next === undefined) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    return holder;
  }
  if (Array.isArray(holder)) {
    const index = Number(key);
    holder[index] = rest.length === 0 ? (next ?? null) : write(holder[index], rest, next);
    return holder;
  }
  const held = Object.hasOwn(holder, key) ? holder[key] : undefined;
  holder[key] = rest.length === 0 ? (next ?? null) : write(held, rest, next);
  return holder;
}

/** A copy of a list or an object that can take the key, or a new one. */
function holderFor(value: Json | undefined, key: string): Json[] | FormValue {
  const isIndex = /^\d+$/.test(key);
  if (Array.isArray(value) && isIndex) return [...value];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  return isIndex ? [] : {};
}

/** Whether two values are the same; the order of keys does not count, a missing key is not a null. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** Whether there is nothing: undefined, null, an empty text, list or object. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function keysOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}
