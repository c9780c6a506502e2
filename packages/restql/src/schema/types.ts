import type { ColumnRow, TypeRow } from './catalog.ts';
import type { Column, TypeName } from './model.ts';

/** Finds the name and the kind of a type by its catalog id. */
export type TypeFinder = (oid: number, sql?: string) => TypeName;

const KINDS: Readonly<Record<string, TypeName['kind']>> = {
  A: 'array',
  B: 'boolean',
  C: 'composite',
  D: 'time',
  N: 'number',
  S: 'text',
};

/** Answers about the types of a catalog. A domain is of the kind of what it is made of. */
export function createTypeFinder(rows: readonly TypeRow[]): TypeFinder {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  return (oid, sql) => {
    const row = byOid.get(oid);
    const base = baseOf(byOid, row);
    return { sql: sql ?? row?.sql ?? 'text', kind: kindOf(base), labels: base?.labels ?? [] };
  };
}

function baseOf(byOid: ReadonlyMap<number, TypeRow>, row: TypeRow | undefined): TypeRow | undefined {
  return row?.kind === 'd' ? baseOf(byOid, byOid.get(row.base)) : row;
}

function kindOf(row: TypeRow | undefined): TypeName['kind'] {
  if (row === undefined) return 'other';
  if (row.schema === 'pg_catalog' && (row.name === 'json' || row.name === 'jsonb')) return 'json';
  if (row.kind === 'c') return 'composite';
  return KINDS[row.category] ?? 'other';
}

/** Words of SQL for a type whose name in the catalog is another. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  char: 'character(1)',
  dec: 'numeric',
  decimal: 'numeric',
  float: 'double precision',
  int: 'integer',
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
};

/**
 * The names that a cast may use, in lower case: those of PostgreSQL's own types and of the served schema's, short
 * (`int4`, `_text`) and as SQL writes them (`integer`, `text[]`).
 */
export function castNames(rows: readonly TypeRow[], schema: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { sql, name, schema: home, kind } of rows) {
    if (kind === 'p' || (home !== 'pg_catalog' && home !== schema)) continue;
    for (const key of [name, sql, `${home}.${name}`]) if (!names.has(key)) names.set(key.toLowerCase(), sql);
    if (name.startsWith('_')) names.set(`${name.slice(1)}[]`, sql);
  }
  for (const [word, meant] of Object.entries(SQL_WORDS)) names.set(word, meant);
  return names;
}

/** A column as the model has it. */
export function toColumn(row: ColumnRow, typeOf: TypeFinder): Column {
  const sequence = row.sequence === null ? null : `nextval('${row.sequence.replaceAll("'", "''")}'::regclass)`;
  const length = /^character(?: varying)?\((\d+)\)$/.exec(row.sql)?.[1];
  return {
    name: row.name,
    type: typeOf(row.type, row.sql),
    notNull: row.not_null,
    default: row.generated === '' ? (sequence ?? row.default) : null,
    generated: row.generated !== '' || row.identity === 'a',
    maxLength: length === undefined ? null : Number(length),
    description: row.description,
  };
}
