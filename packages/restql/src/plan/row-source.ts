import type { RowsBody } from '../parse/body.ts';
import type { Column, Relation } from '../schema/model.ts';
import { identifier, join, type Sql, sql, trusted } from '../sql.ts';

/** Rows of a body: `from` gives them under the name `b`. */
export interface RowSource {
  columns: readonly Column[];
  from: Sql;
}

const MAX_MEMBERS = 50;

/**
 * The rows of a JSON body, with the types of the columns they are for. Columns that a row lacks are null, or with
 * `useDefaults` what the relation says. Null for one row without any column: the relation's defaults alone.
 */
export function renderRowSource(
  body: RowsBody,
  columns: readonly Column[],
  useDefaults: boolean,
  relation: Relation,
): RowSource | null {
  if (columns.length === 0 && body.count === 1) return null;
  if (columns.length === 0) return renderDefaults(body, relation);
  const types = join(
    columns.map(({ name, type }) => sql`${identifier(name)} ${trusted(type.sql)}`),
    ', ',
  );
  const withDefault = useDefaults ? columns.filter((column) => column.default !== null) : [];
  if (withDefault.length > 0) {
    const rows = body.isArray ? sql`jsonb_array_elements(${body.text}::jsonb)` : sql`(select ${body.text}::jsonb)`;
    const row = sql`${renderObject(withDefault)} || e.e`;
    return { columns, from: sql`${rows} as e(e), lateral jsonb_to_record(${row}) as b(${types})` };
  }
  const from = body.isArray
    ? sql`json_to_recordset(${body.text}::json) as b(${types})`
    : sql`json_to_record(${body.text}::json) as b(${types})`;
  return { columns, from };
}

function renderObject(columns: readonly Column[]): Sql {
  const members = columns.map(({ name, default: value }) => sql`${name}::text, ${trusted(value ?? 'null')}`);
  const parts: Sql[] = [];
  for (let at = 0; at < members.length; at += MAX_MEMBERS) {
    parts.push(sql`jsonb_build_object(${join(members.slice(at, at + MAX_MEMBERS), ', ')})`);
  }
  return join(parts, ' || ');
}

/** Several rows of which none names a column. */
function renderDefaults({ count }: RowsBody, relation: Relation): RowSource {
  const columns = [...relation.columns.values()].filter(({ generated }) => !generated);
  const values = columns.map(({ name, default: value, type }) => {
    return sql`(${trusted(value ?? 'null')})::${trusted(type.sql)} as ${identifier(name)}`;
  });
  return { columns, from: sql`(select ${join(values, ', ')} from generate_series(1, ${count}::int8)) b` };
}
