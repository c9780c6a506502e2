import type { Json } from '@quarterdeck/contract';

/** One line of a tree of values. */
export interface TreeRow {
  /** Keys from the root; the row's identity. */
  path: readonly (string | number)[];
  id: string;
  level: number;
  /** The key or position; undefined for the root. */
  name: string | undefined;
  value: Json;
  /** How many values it holds; undefined for a plain one. */
  size: number | undefined;
  isOpen: boolean;
  isMatch: boolean;
  /** Its place among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
}

/** The id of a path: it has no two meanings, whatever the keys hold. */
export function idOf(path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

/** The ids that are open at first: everything down to a level. */
export function openTo(value: Json, level: number): Set<string> {
  const open = new Set<string>();
  const go = (held: Json, path: readonly (string | number)[]) => {
    if (!isHolder(held) || path.length >= level) return;
    open.add(idOf(path));
    for (const [key, inner] of entriesOf(held)) go(inner, [...path, key]);
  };
  go(value, []);
  return open;
}

/**
 * The rows on show. With a search every holder of a match is open, rows without one are left out, and matches (a part of
 * a key or of a plain value, in any case) are marked.
 */
export function rowsOf(value: Json, open: ReadonlySet<string>, search = ''): TreeRow[] {
  const wanted = search.trim().toLowerCase();
  const hits = wanted === '' ? undefined : findHits(value, wanted);
  const rows: TreeRow[] = [];
  const go = (held: Json, path: readonly (string | number)[], position: number, siblings: number) => {
    const id = idOf(path);
    if (hits && !hits.holders.has(id) && !hits.matches.has(id)) return;
    const entries = isHolder(held) ? entriesOf(held) : undefined;
    const isOpen = entries !== undefined && entries.length > 0 && (hits ? hits.holders.has(id) : open.has(id));
    const name = path.at(-1);
    rows.push({
      path,
      id,
      level: path.length + 1,
      name: name === undefined ? undefined : String(name),
      value: held,
      size: entries?.length,
      isOpen,
      isMatch: hits?.matches.has(id) ?? false,
      position,
      siblings,
    });
    if (isOpen) for (const [i, [key, inner]] of entries.entries()) go(inner, [...path, key], i + 1, entries.length);
  };
  const entries = isHolder(value) ? entriesOf(value) : [];
  // A root that holds something shows what it holds, not itself.
  if (entries.length > 0) {
    for (const [i, [key, inner]] of entries.entries()) go(inner, [key], i + 1, entries.length);
  } else {
    go(value, [], 1, 1);
  }
  return rows;
}

function findHits(value: Json, wanted: string) {
  const matches = new Set<string>();
  const holders = new Set<string>();
  const go = (held: Json, path: readonly (string | number)[]): boolean => {
    const id = idOf(path);
    const key = path.at(-1);
    const inText = !isHolder(held) && String(held).toLowerCase().includes(wanted);
    const isMatch = inText || (typeof key === 'string' && key.toLowerCase().includes(wanted));
    if (isMatch) matches.add(id);
    let holds = false;
    if (isHolder(held)) for (const [inner, one] of entriesOf(held)) holds = go(one, [...path, inner]) || holds;
    if (holds) holders.add(id);
    return isMatch || holds;
  };
  go(value, []);
  return { matches, holders };
}

/** A path as people write it: `spec.http[0].url`, `labels["a.b"]`. */
export function writePath(path: readonly (string | number)[]): string {
  return path
    .map((key, i) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(key)) return `[${JSON.stringify(key)}]`;
      return i === 0 ? key : `.${key}`;
    })
    .join('');
}

/** A plain value as JSON or YAML writes it. */
export function writeScalar(value: Json, syntax: 'json' | 'yaml'): string {
  if (typeof value !== 'string' || syntax === 'json') return JSON.stringify(value);
  const isBare =
    value !== '' && !/^[\s\d.+\-?:,[\]{}#&*!|>'"%@`~]|[\n]|: |\s#|\s$|^(true|false|null|yes|no)$/i.test(value);
  return isBare ? value : JSON.stringify(value);
}

/** A holder that is shut, in short: `{3 keys}`, `[12 items]`. */
export function writeShut(value: Json): string {
  const count = isHolder(value) ? entriesOf(value).length : 0;
  if (Array.isArray(value)) return count === 0 ? '[]' : `[${count} item${count === 1 ? '' : 's'}]`;
  return count === 0 ? '{}' : `{${count} key${count === 1 ? '' : 's'}}`;
}

function isHolder(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function entriesOf(value: Json[] | { [key: string]: Json }): [string | number, Json][] {
  return Array.isArray(value) ? value.map((one, i) => [i, one]) : Object.entries(value);
}
