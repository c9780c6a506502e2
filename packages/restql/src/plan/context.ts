import type { Column, Relation, SchemaModel } from '../schema/model.ts';
import { identifier, type Sql, sql, trusted } from '../sql.ts';
import { type Access, type Allowed, unknownColumn } from './access.ts';
import type { CountMemory } from './remembered-count.ts';

/** What planning one request works with. */
export interface PlanContext {
  schema: SchemaModel;
  access: Access;
  /** Most rows of any list in the answer; null for no limit. */
  maxRows: number | null;
  /** Counts that were taken before. */
  counts: CountMemory | null;
  /** A new name inside the statement: `t1`, `r2`. */
  alias(prefix: string): Sql;
}

/** Where rows of one level come from. */
export interface Source {
  /** For messages. */
  name: string;
  relation: Relation | null;
  columns: ReadonlyMap<string, Column>;
  /** What stands after FROM, without its alias. */
  from: Sql;
  allowed: Allowed;
  /** The rows were written by this statement: each carries itself, as a row of its relation, in {@link WHOLE_ROW}. */
  written?: boolean;
}

/** A whole row goes from an inner query to an outer one under this name, for functions that take one. */
export const WHOLE_ROW: Sql = identifier('quarterdeck row');

/** How an expression names a column of the row it is about, and the whole row. */
export interface RowRef {
  column(name: string): Sql;
  row(): Sql;
}

export function createContext(
  schema: SchemaModel,
  access: Access,
  maxRows: number | null,
  counts: CountMemory | null = null,
): PlanContext {
  let count = 0;
  return {
    schema,
    access,
    maxRows,
    counts,
    alias(prefix) {
      count += 1;
      return trusted(`${prefix}${count}`);
    },
  };
}

/** `"schema"."name"`. */
export function qualified(schema: SchemaModel, name: string): Sql {
  return sql`${identifier(schema.name)}.${identifier(name)}`;
}

/** A relation as a source of rows that are read. Throws what {@link Access} throws. */
export function relationSource(context: PlanContext, relation: Relation): Source {
  return {
    name: relation.name,
    relation,
    columns: relation.columns,
    from: qualified(context.schema, relation.name),
    allowed: context.access.relation(relation.name, 'read'),
  };
}

/** Whether a source is a relation as it stands, and not the result of a function or of a write. */
export function isRelation(schema: SchemaModel, { name, relation, from }: Source): boolean {
  return relation?.name === name && from.texts[0] === qualified(schema, name).texts[0];
}

/** Names the columns of the row that goes by an alias. */
export function rowRef(alias: Sql): RowRef {
  return { column: (name) => sql`${alias}.${identifier(name)}`, row: () => alias };
}

/** Names the columns of a row that a source gives. */
export function sourceRef({ written }: Source, alias: Sql): RowRef {
  const ref = rowRef(alias);
  return written === true ? { ...ref, row: () => sql`${alias}.${WHOLE_ROW}` } : ref;
}

/** Finds a column that may be read; throws 42703 for any other. */
export function readableColumn({ name, columns, allowed }: Source, wanted: string): Column {
  const column = columns.get(wanted);
  if (column === undefined || allowed.writeOnly?.has(wanted)) throw unknownColumn(name, wanted);
  return column;
}

/** The value of a column as it may be read. */
export function readableValue({ allowed }: Source, name: string, ref: RowRef): Sql {
  const value = ref.column(name);
  return allowed.masked?.get(name)?.(value) ?? value;
}

/** The condition of the policy on the rows of a source. */
export function rowCondition({ allowed }: Source, ref: RowRef): Sql[] {
  return allowed.rows === undefined ? [] : [sql`(${allowed.rows(ref.column)})`];
}
