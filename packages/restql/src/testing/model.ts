import type { Catalog, ColumnRow, ConstraintRow, RelationRow, RoutineRow, TypeRow } from '../schema/catalog.ts';
import type { SchemaModel } from '../schema/model.ts';
import { buildModel } from '../schema/read.ts';

/** A table: its columns with their types (`!` not null, `=` has a default, `*` generated), keys and foreign keys. */
export interface TableSketch {
  columns: Readonly<Record<string, string>>;
  key?: readonly string[];
  unique?: readonly string[];
  /** Constraint: own columns, the table, its columns. */
  references?: Readonly<Record<string, readonly [readonly string[], string, readonly string[]]>>;
  schema?: string;
}

/** A view: its columns, each with the column it passes on (`table.column`) or null for an expression. */
export type ViewSketch = Readonly<Record<string, string | null>>;

/** A function: arguments (`=` has a default) and what it returns; `setof` before it makes it many. */
export interface RoutineSketch {
  takes?: Readonly<Record<string, string>>;
  returns: string;
  volatility?: 'i' | 's' | 'v';
  rows?: number;
}

export interface Sketch {
  tables: Readonly<Record<string, TableSketch>>;
  views?: Readonly<Record<string, ViewSketch>>;
  routines?: Readonly<Record<string, RoutineSketch | readonly RoutineSketch[]>>;
}

const TYPES: readonly (readonly [sql: string, name: string, category: string])[] = [
  ['integer', 'int4', 'N'],
  ['bigint', 'int8', 'N'],
  ['text', 'text', 'S'],
  ['boolean', 'bool', 'B'],
  ['uuid', 'uuid', 'U'],
  ['jsonb', 'jsonb', 'U'],
  ['json', 'json', 'U'],
  ['timestamp with time zone', 'timestamptz', 'D'],
  ['text[]', '_text', 'A'],
  ['tsvector', 'tsvector', 'U'],
  ['void', 'void', 'P'],
  ['record', 'record', 'P'],
];

/** The model of a schema `s`, made of a sketch through the catalog that PostgreSQL would tell of it. */
export function sketchModel(sketch: Sketch): SchemaModel {
  return buildModel(sketchCatalog(sketch));
}

/** The catalog of a sketch. */
function sketchCatalog({ tables, views = {}, routines = {} }: Sketch): Catalog {
  const types: TypeRow[] = TYPES.map(([sql, name, category], index) => typeRow(index + 1, sql, name, category));
  const relations: RelationRow[] = [];
  const columns: ColumnRow[] = [];
  const constraints: ConstraintRow[] = [];
  const oidOf = new Map([...Object.keys(tables), ...Object.keys(views)].map((name, index) => [name, 1000 + index]));
  const oid = (name: string) => oidOf.get(name) ?? 0;
  const typeOid = (sql: string) => types.find((type) => type.sql === sql)?.oid ?? 0;
  const numberOf = (table: string, column: string) =>
    columns.find((row) => row.relation === oid(table) && row.name === column)?.number ?? 0;
  const addRelation = (name: string, kind: string, schema: string, rule: string | null) => {
    const type = 5000 + oid(name);
    types.push({ ...typeRow(type, `${schema}.${name}`, name, 'C'), kind: 'c', schema, relation: oid(name) });
    relations.push({ oid: oid(name), schema, name, kind, type, events: 28, description: null, rule });
  };
  for (const [name, table] of Object.entries(tables)) {
    addRelation(name, 'r', table.schema ?? 's', null);
    for (const [index, [column, text]] of Object.entries(table.columns).entries()) {
      const sql = text.replace(/[!=*]+$/, '');
      columns.push(columnRow(oid(name), index + 1, column, sql, typeOid(sql), text));
    }
  }
  for (const [name, view] of Object.entries(views)) {
    const entries = Object.values(view).map((from, index) => {
      const [table = '', column = ''] = from?.split('.') ?? [];
      const origin = from === null ? [0, 0] : [oid(table), numberOf(table, column)];
      return `{TARGETENTRY :expr {VAR :varno 1} :resno ${index + 1} :resname x :resorigtbl ${origin[0]} :resorigcol ${origin[1]} :resjunk false}`;
    });
    addRelation(name, 'v', 's', `({QUERY :commandType 1 :targetList (${entries.join(' ')}) :override 0})`);
    for (const [index, [column, from]] of Object.entries(view).entries()) {
      const [table = '', source = ''] = from?.split('.') ?? [];
      const found = columns.find((row) => row.relation === oid(table) && row.name === source);
      columns.push(columnRow(oid(name), index + 1, column, found?.sql ?? 'text', found?.type ?? typeOid('text'), ''));
    }
  }
  for (const [name, { key, unique, references = {} }] of Object.entries(tables)) {
    const own = (list: readonly string[]) => list.map((column) => numberOf(name, column));
    const common = { relation: oid(name), target: 0, target_columns: null };
    if (key) constraints.push({ ...common, name: `${name}_pkey`, kind: 'p', columns: own(key) });
    if (unique) constraints.push({ ...common, name: `${name}_key`, kind: 'u', columns: own(unique) });
    for (const [constraint, [from, target, to]] of Object.entries(references)) {
      const target_columns = to.map((column) => numberOf(target, column));
      const row = { relation: oid(name), name: constraint, kind: 'f', target: oid(target), target_columns };
      constraints.push({ ...row, columns: own(from) });
    }
  }
  const routineRows = Object.entries(routines).flatMap(([name, all]) =>
    (Array.isArray(all) ? (all as readonly RoutineSketch[]) : [all as RoutineSketch]).map((one) =>
      routineRow(name, one, (sql) => types.find((type) => type.sql === sql || type.name === sql)?.oid ?? 0),
    ),
  );
  return { schema: 's', description: null, types, relations, columns, constraints, routines: routineRows };
}

function typeRow(oid: number, sql: string, name: string, category: string): TypeRow {
  const kind = category === 'P' ? 'p' : 'b';
  return { oid, sql, name, schema: 'pg_catalog', kind, category, element: 0, base: 0, relation: 0, labels: null };
}

function columnRow(relation: number, number: number, name: string, sql: string, type: number, text: string): ColumnRow {
  return {
    relation,
    number,
    name,
    type,
    sql,
    modifier: -1,
    not_null: text.includes('!'),
    default: text.includes('=') ? 'now()' : null,
    generated: text.includes('*') ? 's' : '',
    identity: '',
    sequence: null,
    description: null,
  };
}

function routineRow(
  name: string,
  { takes = {}, returns, volatility = 's', rows }: RoutineSketch,
  typeOid: (sql: string) => number,
): RoutineRow {
  const set = returns.startsWith('setof ');
  const given = Object.entries(takes);
  return {
    name,
    names: given.map(([argument]) => argument),
    modes: null,
    types: given.map(([, type]) => typeOid(type.replace('=', ''))),
    inputs: given.length,
    defaults: given.filter(([, type]) => type.endsWith('=')).length,
    result: typeOid(returns.replace('setof ', '')),
    set,
    rows: rows ?? (set ? 100 : 0),
    volatility,
    description: null,
  };
}

/** A harbour: ships of owners, berths they lie at, crews through a junction, views over them. */
export const HARBOUR: Sketch = {
  tables: {
    owners: {
      columns: { id: 'integer!', name: 'text!', secret: 'text', parent_id: 'integer' },
      key: ['id'],
      unique: ['name'],
      references: { owners_parent_fkey: [['parent_id'], 'owners', ['id']] },
    },
    ships: {
      columns: {
        id: 'integer!',
        name: 'text!',
        owner_id: 'integer',
        agent_id: 'integer',
        info: 'jsonb',
        tags: 'text[]',
        built: 'timestamp with time zone=',
        tons: 'integer*',
      },
      key: ['id'],
      references: {
        ships_owner_fkey: [['owner_id'], 'owners', ['id']],
        ships_agent_fkey: [['agent_id'], 'owners', ['id']],
      },
    },
    berths: {
      columns: { ship_id: 'integer!', place: 'text' },
      key: ['ship_id'],
      references: { berths_ship_fkey: [['ship_id'], 'ships', ['id']] },
    },
    sailors: { columns: { id: 'integer!', name: 'text', rank: 'text' }, key: ['id'] },
    crews: {
      columns: { ship_id: 'integer!', sailor_id: 'integer!', since: 'timestamp with time zone' },
      key: ['ship_id', 'sailor_id'],
      references: {
        crews_ship_fkey: [['ship_id'], 'ships', ['id']],
        crews_sailor_fkey: [['sailor_id'], 'sailors', ['id']],
      },
    },
    hidden: {
      columns: { id: 'integer!', ship_id: 'integer' },
      key: ['id'],
      references: { hidden_ship_fkey: [['ship_id'], 'ships', ['id']] },
      schema: 'other',
    },
  },
  views: {
    fleet: { id: 'ships.id', title: 'ships.name', owner_id: 'ships.owner_id', age: null },
    fleet_names: { id: 'fleet.id', label: 'fleet.title' },
    unrelated: { what: null },
  },
  routines: {
    initials: { takes: { s: 's.ships' }, returns: 'text' },
    sisters: { takes: { s: 's.ships' }, returns: 'setof s.ships' },
    flagship: { takes: { o: 's.owners' }, returns: 'setof s.ships', rows: 1 },
    add: { takes: { a: 'integer', b: 'integer=' }, returns: 'integer', volatility: 'i' },
    find_ships: { takes: { q: 'text' }, returns: 'setof s.ships' },
    sink: { takes: { id: 'integer' }, returns: 'void', volatility: 'v' },
    whole: { takes: { '': 'json' }, returns: 'json' },
    twin: [
      { takes: { a: 'integer' }, returns: 'text' },
      { takes: { a: 'integer', b: 'integer=' }, returns: 'text' },
    ],
  },
};
