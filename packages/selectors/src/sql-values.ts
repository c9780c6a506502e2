import { join, type Sql, sql } from '@quarterdeck/kit';
import type { Source } from './condition.ts';
import type { Pattern } from './patterns.ts';
import { after, decimalText } from './text.ts';

/** A column of the row. */
export type Column = (name: string) => Sql;

/** The text of a jsonb value that has one, as `scalarText` in memory; null for the others. */
function scalar(value: Sql): Sql {
  return sql`(case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' when 'number' then trim_scale((${value} #>> '{}')::numeric)::text when 'boolean' then ${value} #>> '{}' end)`;
}

/** The one value of a source as a text; words in lower case of A to Z alone, and in the collation "C". */
export function singleValue(source: Source & { from: 'column' | 'member' | 'path' }, column: Column): Sql {
  const value = column(source.column);
  if (source.from === 'member') return scalar(sql`(${value} -> ${source.key}::text)`);
  if (source.from === 'path') return scalar(sql`(${value} #> ${source.path}::text[])`);
  if (source.type === 'uuid') return sql`${value}::text`;
  return source.type === 'text' ? value : sql`lower(${value} collate "C")`;
}

/** All values of a source, as a table `s` of one column `v` of texts. */
export function manyValues(source: Exclude<Source, { from: 'column' | 'member' | 'path' }>, column: Column): Sql {
  const value = column(source.column);
  if (source.from === 'list') return sql`unnest(${value}) as s(v)`;
  const of = (values: Sql) => sql`(select ${scalar(sql`j.v`)} as v from ${values} as j(v)) s`;
  if (source.from === 'leaves') return of(sql`jsonb_path_query(${value}, 'strict $.**')`);
  if (source.from === 'members') {
    return sql`(select ${scalar(sql`j.value`)} as v from jsonb_each(case when jsonb_typeof(${value}) = 'object' then ${value} end) j) s`;
  }
  const named = source.name === null ? sql`true` : sql`p.value -> 'name' = to_jsonb(${source.name}::text)`;
  return of(
    sql`(select x.v from jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} end) p, lateral (values (p.value -> 'text'), (p.value -> 'value')) x(v) where ${named} and jsonb_typeof(p.value) = 'object')`,
  );
}

function like(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/**
 * Whether a text fits a pattern. A begin is a range, which an index serves in any kind of plan.
 *
 * @param isCollated whether the text is in the collation "C"; an index on it would not be found under a second one
 */
export function fitsSql(value: Sql, pattern: Pattern, isCollated = false): Sql {
  if (pattern.kind === 'all') return sql`${value} is not null`;
  if (pattern.kind === 'exact') return sql`${value} = ${pattern.text}::text`;
  if (pattern.kind === 'prefix') {
    const end = after(pattern.text);
    const ordered = isCollated ? value : sql`${value} collate "C"`;
    const from = sql`${ordered} >= ${pattern.text}::text`;
    return end === null ? from : sql`(${from} and ${ordered} < ${end}::text)`;
  }
  return sql`${value} like ${pattern.kind === 'suffix' ? `%${like(pattern.text)}` : `%${like(pattern.text)}%`}::text`;
}

/** Whether a text fits any of the patterns. See {@link fitsSql}. */
export function fitsAnySql(value: Sql, patterns: readonly Pattern[], isCollated = false): Sql {
  const exact = patterns.flatMap((pattern) => (pattern.kind === 'exact' ? [pattern.text] : []));
  const others = patterns
    .filter((pattern) => pattern.kind !== 'exact')
    .map((pattern) => fitsSql(value, pattern, isCollated));
  const [only] = exact;
  if (exact.length === 1 && only !== undefined) others.push(sql`${value} = ${only}::text`);
  else if (exact.length > 1) others.push(sql`${value} = any(${exact}::text[])`);
  return either(others);
}

/** The JSON values that have a text: the string, and the number or boolean that is written so. */
export function jsonWritings(text: string): (string | number | boolean)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && decimalText(number) === text ? [text, number] : [text];
}

function joined(parts: readonly Sql[], separator: ' or ' | ' and ', none: Sql): Sql {
  const [first] = parts;
  if (first === undefined) return none;
  return parts.length === 1 ? first : sql`(${join(parts, separator)})`;
}

/** One of the conditions; none of no conditions. */
export function either(parts: readonly Sql[]): Sql {
  return joined(parts, ' or ', sql`false`);
}

/** All of the conditions. */
export function both(parts: readonly Sql[]): Sql {
  return joined(parts, ' and ', sql`true`);
}
