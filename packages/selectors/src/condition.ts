import { type ColumnType, type FieldTable, fieldTables } from './fields.ts';
import { parsePath } from './path.ts';
import type { Patterns } from './patterns.ts';
import type { SelectorKind, TraverseDirection } from './types.ts';

/** Where the values of a field come from. The first three have one value at most, the others any number. */
export type Source =
  | { from: 'column'; column: string; type: Exclude<ColumnType, 'list'> }
  | { from: 'member'; column: string; key: string }
  | { from: 'path'; column: string; path: readonly string[] }
  | { from: 'list'; column: string }
  /** Any value of an object. */
  | { from: 'members'; column: string }
  /** Any text, number or boolean at any depth. */
  | { from: 'leaves'; column: string }
  /** The text and the value of the properties of a name; of all without one. */
  | { from: 'properties'; column: string; name: string | null };

/** A selector that was understood: what SQL and matching in memory are both made from. */
export type Condition =
  | { op: 'constant'; value: boolean }
  | { op: 'all' | 'any'; of: readonly Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'match'; source: Source; patterns: Patterns }
  /** Texts are as the column counts them, times whole milliseconds. */
  | { op: 'compare'; source: Source & { from: 'column' }; by: '<' | '<=' | '>' | '>=' | '='; value: number | string }
  /** Of whole numbers that stand in a text (Kubernetes selectors). */
  | { op: 'integer'; source: Source; by: '<' | '>'; value: number }
  | { op: 'present'; source: Source }
  /** A pattern of ids and names of agents. */
  | { op: 'agent'; patterns: Patterns }
  | { op: 'parent'; namespace: string | null; name: string }
  | { op: 'related'; id: string; direction: TraverseDirection };

export const TRUE: Condition = { op: 'constant', value: true };
export const FALSE: Condition = { op: 'constant', value: false };

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The source that a name means; null when the kind has no such field. */
export function sourceOf(kind: SelectorKind, name: string): Source | null {
  const table: FieldTable = fieldTables[kind];
  const field = own(table.aliases, name) ?? name;
  const type = own(table.columns, field);
  if (type !== undefined)
    return type === 'list' ? { from: 'list', column: field } : { from: 'column', column: field, type };
  const [head = ''] = /^\w+/.exec(field) ?? [];
  const json = own(table.json, head);
  if (json === undefined) return null;
  const { column } = json;
  const rest = field.slice(head.length);
  if (json.type === 'path') {
    if (rest === '') return { from: 'leaves', column };
    const path = parsePath(rest);
    return path === null ? null : { from: 'path', column, path };
  }
  if (rest !== '' && !/^\../s.test(rest)) return null;
  const key = rest.slice(1).replaceAll('\\.', '.');
  if (json.type === 'named') return { from: 'properties', column, name: rest === '' ? null : key };
  return rest === '' ? { from: 'members', column } : { from: 'member', column, key };
}
