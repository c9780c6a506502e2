import { identifier, type Sql, sql, toStatement } from '../sql.ts';
import type { RestDatabase, RunStatement } from '../types.ts';
import type { NotedRows, Relation, SchemaModel } from './model.ts';

/** What the catalog says of a type that a column, argument or result has. */
export interface TypeRow {
  oid: number;
  sql: string;
  name: string;
  schema: string;
  kind: string;
  category: string;
  element: number;
  base: number;
  relation: number;
  labels: string[] | null;
}

export interface RelationRow {
  oid: number;
  schema: string;
  name: string;
  kind: string;
  type: number;
  events: number;
  description: string | null;
  rule: string | null;
}

export interface ColumnRow {
  relation: number;
  number: number;
  name: string;
  type: number;
  sql: string;
  modifier: number;
  not_null: boolean;
  default: string | null;
  generated: string;
  identity: string;
  sequence: string | null;
  description: string | null;
}

export interface ConstraintRow {
  relation: number;
  name: string;
  kind: string;
  target: number;
  columns: number[];
  target_columns: number[] | null;
}

export interface RoutineRow {
  name: string;
  names: string[] | null;
  modes: string[] | null;
  types: number[];
  inputs: number;
  defaults: number;
  result: number;
  set: boolean;
  rows: number;
  volatility: string;
  description: string | null;
}

/** The catalog of PostgreSQL, as far as one served schema needs it. Ids are those of the catalog. */
export interface Catalog {
  schema: string;
  description: string | null;
  types: TypeRow[];
  relations: RelationRow[];
  columns: ColumnRow[];
  constraints: ConstraintRow[];
  routines: RoutineRow[];
}

const IS_OURS = "n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'";

/** Relations of all schemas: a served view may read a table that is not served. Partitions are not served. */
const RELATIONS = `
select c.oid::int8, n.nspname::text as schema, c.relname::text as name, c.relkind::text as kind, c.reltype::int8 as type,
  pg_relation_is_updatable(c.oid, true) as events, obj_description(c.oid, 'pg_class') as description,
  (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.ev_type = '1') as rule
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${IS_OURS}
order by c.relname`;

const COLUMNS = `
select a.attrelid::int8 as relation, a.attnum::int as number, a.attname::text as name, a.atttypid::int8 as type,
  format_type(a.atttypid, a.atttypmod) as sql, a.atttypmod as modifier, a.attnotnull as not_null,
  pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated::text as generated, a.attidentity::text as identity,
  case when a.attidentity <> '' then pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) end as sequence,
  col_description(a.attrelid, a.attnum) as description
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition
  and ${IS_OURS}
order by a.attrelid, a.attnum`;

const CONSTRAINTS = `
select k.conrelid::int8 as relation, k.conname::text as name, k.contype::text as kind, k.confrelid::int8 as target,
  k.conkey::int[] as columns, k.confkey::int[] as target_columns
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and not c.relispartition and ${IS_OURS}
order by k.conname, k.oid`;

const ROUTINES = `
select p.proname::text as name, p.proargnames::text[] as names, p.proargmodes::text[] as modes,
  coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[] as types, p.pronargs::int as inputs,
  p.pronargdefaults::int as defaults, p.prorettype::int8 as result, p.proretset as set, p.prorows::float8 as rows,
  p.provolatile::text as volatility, obj_description(p.oid, 'pg_proc') as description
from pg_proc p
where p.pronamespace = $1::regnamespace and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by p.proname, p.oid`;

const TYPES = `
select t.oid::int8, format_type(t.oid, null) as sql, t.typname::text as name, n.nspname::text as schema,
  t.typtype::text as kind, t.typcategory::text as category, t.typelem::int8 as element, t.typbasetype::int8 as base,
  t.typrelid::int8 as relation,
  (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where n.nspname !~ '^pg_(toast|temp)'`;

/**
 * Reads the catalog. `transaction` gives a connection of its own: the search path is emptied in it, so that every name
 * which PostgreSQL writes is qualified where it needs to be.
 */
export async function readCatalog(run: RunStatement, schema: string): Promise<Catalog> {
  await run({ text: "set local search_path = ''", values: [] });
  const rows = async <T>(text: string, values: unknown[] = []) => (await run({ text, values })).rows as T[];
  const described = await rows<{ description: string | null }>(
    "select obj_description(oid, 'pg_namespace') as description from pg_namespace where nspname = $1",
    [schema],
  );
  return {
    schema,
    description: described[0]?.description ?? null,
    types: await rows<TypeRow>(TYPES),
    relations: await rows<RelationRow>(RELATIONS),
    columns: await rows<ColumnRow>(COLUMNS),
    constraints: await rows<ConstraintRow>(CONSTRAINTS),
    routines: await rows<RoutineRow>(ROUTINES, [schema]),
  };
}

/**
 * The relations of which the database keeps counts, those whose writes it notes, and those whose texts it holds ready.
 * There are none where functions of these names cannot be called.
 */
export async function readMaintained(
  { run }: Pick<RestDatabase, 'run'>,
  { name, relations, routines }: SchemaModel,
): Promise<Pick<SchemaModel, 'counted' | 'noted' | 'searched'>> {
  const takes = (routine: string, ...signatures: string[]) => {
    const known = (routines.get(routine) ?? []).map(({ arguments: given }) => given.map(({ type }) => type.sql).join());
    return signatures.every((signature) => known.includes(signature));
  };
  const names = [...relations.keys()];
  const ask = async (question: Sql) => {
    const { rows } = await run(toStatement(question));
    return rows;
  };
  const counted = !takes('exact_count', 'text', 'text,jsonb')
    ? []
    : await ask(sql`select r.name from unnest(${names}::text[]) as r(name)
        where ${identifier(name)}.exact_count(r.name) is not null`);
  const noted = !(takes('rows_of', 'text') && takes('writes_of', 'text[]'))
    ? []
    : await ask(sql`select r.name, o.source, o.derived from unnest(${names}::text[]) as r(name),
        ${identifier(name)}.rows_of(r.name) o where o.source is not null`);
  const searched = !takes('texts_of', 'text')
    ? []
    : await ask(sql`select r.name, t.source, t.owner, t.key, t.columns, t.ordered
        from unnest(${names}::text[]) as r(name), ${identifier(name)}.texts_of(r.name) t where t.source is not null`);
  return {
    counted: new Set(counted.map((row) => String(row.name))),
    noted: new Map(
      noted.map(({ name: relation, source, derived }) => [
        String(relation),
        notedRows(relations.get(String(relation)), String(source), derived as string[]),
      ]),
    ),
    searched: new Map(
      searched.map(({ name: relation, source, owner, key, columns, ordered }) => [
        String(relation),
        {
          source: String(source),
          owner: String(owner),
          key: String(key),
          columns: new Set(columns as string[]),
          ordered: ordered as string[],
        },
      ]),
    ),
  };
}

function notedRows(relation: Relation | undefined, table: string, derived: readonly string[]): NotedRows {
  const { name, columns, origins } = relation ?? { name: '', columns: new Map(), origins: new Map() };
  const own = [...columns.keys()].filter((column) => name === table || origins.get(column) === table);
  return { table, columns: new Set([...own, ...derived]) };
}
