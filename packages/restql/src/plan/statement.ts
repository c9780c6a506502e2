import { join, type Sql, sql, trusted } from '../sql.ts';
import type { PlanContext } from './context.ts';
import { type Remembered, rememberCount } from './remembered-count.ts';
import { type Rendered, renderCount, renderKept, renderRows } from './render.ts';
import type { Level } from './tree.ts';

/** How rows are written into the answer. `value`: a function's bare result; `none`: only their number is asked for. */
export type BodyFormat = 'array' | 'object' | 'csv' | 'none';

/** How a statement writes its answer. */
export interface BodyStyle {
  format: BodyFormat;
  stripNulls: boolean;
}

/** A statement of one row: `body`, `n` (rows in it), and `total` (all rows, or null). */
export interface Plan {
  statement: Sql;
  /** First line of a CSV answer. */
  header: string | null;
}

/** The rows of an answer as one text: the expression, and the query whose rows it is about. */
export interface BodyParts {
  body: Sql;
  rows: Sql;
  header: string | null;
}

/** Puts rendered rows together to the text of an answer. */
export function renderBody(context: PlanContext, rendered: Rendered, { format, stripNulls }: BodyStyle): BodyParts {
  const alias = context.alias('o');
  if (format === 'none') {
    return { body: sql`null::text`, rows: sql`(select from ${rendered.from}) ${alias}`, header: null };
  }
  if (format === 'csv') return renderCsv(context, rendered, alias);
  const { select, member } = renderRows(context, rendered, alias);
  const list = sql`coalesce(json_agg(${member}), '[]')`;
  const one = format === 'object' ? sql`json_agg(${member})->0` : list;
  const value = stripNulls ? sql`json_strip_nulls(${one})` : sql`(${one})`;
  return { body: sql`${value}::text`, rows: sql`(${select}) ${alias}`, header: null };
}

/** A row as PostgreSQL writes records is a line of CSV within brackets. */
function renderCsv(context: PlanContext, { outputs, from }: Rendered, alias: Sql): BodyParts {
  const columns = outputs.map(({ sql: value }) => sql`${value} as ${context.alias('c')}`);
  return {
    body: sql`coalesce(string_agg(substr(${alias}::text, 2, length(${alias}::text) - 2), E'\\n'), '')`,
    rows: sql`(select ${join(columns, ', ')} from ${from}) ${alias}`,
    header: outputs.map(({ key }) => key).join(','),
  };
}

/** The page of a read. */
export interface Page {
  limit: number | null;
  offset: number;
}

/**
 * How many rows there are without the page. The page itself tells when it ends before its limit; a relation that is
 * asked for whole has a maintained count, where the database keeps one.
 */
export function renderTotal(whole: Sql, { limit, offset }: Page): Sql {
  const isLast = [
    ...(limit === null ? [] : [sql`count(*) < ${limit}::int8`]),
    ...(offset === 0 ? [] : [trusted('count(*) > 0')]),
  ];
  if (isLast.length === 0) return trusted('count(*)');
  return sql`case when ${join(isLast, ' and ')} then ${offset}::int8 + count(*) else ${whole} end`;
}

/** How many rows a level has without its page, and how that is remembered; null where it is not. */
export function renderWhole(context: PlanContext, level: Level): { whole: Sql; remembered: Remembered | null } {
  const count = renderCount(context, level);
  const kept = renderKept(context, level);
  const whole = kept === null ? count.counted : sql`coalesce(${kept}, ${count.counted})`;
  return rememberCount(context, level, count, whole) ?? { whole, remembered: null };
}
