import type { FieldPath, JsonStep } from '../ast.ts';
import { RestError } from '../errors.ts';
import type { TypeName } from '../schema/model.ts';
import { join, type Sql, sql, trusted } from '../sql.ts';
import { type PlanContext, qualified, type RowRef, readableColumn, readableValue, type Source } from './context.ts';

/** A value that a request names, and its type. */
export interface Field {
  sql: Sql;
  type: TypeName;
}

const TEXT: TypeName = { sql: 'text', kind: 'text', labels: [] };
const JSONB: TypeName = { sql: 'jsonb', kind: 'json', labels: [] };

/** A column, a computed column, or a place in one's json. Throws 42703 for a column that cannot be read. */
export function planField(context: PlanContext, source: Source, { column, json }: FieldPath, ref: RowRef): Field {
  const base = planColumn(context, source, column, ref);
  if (json.length === 0) return base;
  const start = base.type.kind === 'json' ? base.sql : sql`to_jsonb(${base.sql})`;
  const last = json[json.length - 1];
  return {
    sql: sql`(${start}${join(json.map(planStep), '')})`,
    type: last?.arrow === '->>' ? TEXT : JSONB,
  };
}

function planColumn(context: PlanContext, source: Source, name: string, ref: RowRef): Field {
  const computed = source.columns.has(name) ? undefined : source.relation?.functions.get(name);
  if (computed !== undefined && computed.returns === null) {
    context.access.routine(name);
    return { sql: sql`${qualified(context.schema, name)}(${ref.row()})`, type: computed.type };
  }
  const column = readableColumn(source, name);
  return { sql: readableValue(source, column.name, ref), type: column.type };
}

function planStep({ arrow, key }: JsonStep): Sql {
  const step = arrow === '->' ? trusted('->') : trusted('->>');
  return typeof key === 'number' ? sql`${step}${key}::int4` : sql`${step}${key}::text`;
}

/** The name under which a field is answered: its alias, the last key of its path, or its column. */
export function fieldKey({ column, json }: FieldPath, alias: string | null): string {
  if (alias !== null) return alias;
  const keys = json.map(({ key }) => key).filter((key) => typeof key === 'string');
  return keys[keys.length - 1] ?? column;
}

/** Casts to a type that the model knows. Throws 42704 for any other. */
export function planCast(context: PlanContext, value: Sql, cast: string): Sql {
  const type = context.schema.types.get(cast.trim().toLowerCase());
  if (type === undefined) throw new RestError('42704', { message: `type "${cast}" does not exist` });
  return sql`cast(${value} as ${trusted(type)})`;
}
