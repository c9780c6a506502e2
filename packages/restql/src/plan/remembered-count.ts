import type { Condition } from '../ast.ts';
import type { TypeName } from '../schema/model.ts';
import { type Sql, sql, toStatement } from '../sql.ts';
import { isRelation, type PlanContext, qualified, type RowRef } from './context.ts';
import type { Level } from './tree.ts';

/** A count that was taken, and how many writes its tables had seen by then. */
export interface TakenCount {
  total: number;
  writes: number;
}

/** Counts that were taken before, by what they count. */
export interface CountMemory {
  find(key: string): TakenCount | undefined;
  keep(key: string, taken: TakenCount): void;
}

/** What is told apart by longer lists of values is taken each time: the memory is for a thousand keys. */
const MAX_KEY = 4000;

/** How a count is remembered: under which key, and the writes that its tables have seen, as the statement sees them. */
export interface Remembered {
  key: string;
  writes: Sql;
}

/** A count as it is rendered: `counted` stands for it, and reads `columns` of the level's own rows. */
export interface RenderedCount {
  counted: Sql;
  columns: ReadonlySet<string>;
}

/**
 * A total that is taken once for each state of its tables: while none of them was written to, the number that was found
 * before is answered, and both are told in one snapshot, so that it is as exact as counting. Null where it may depend on
 * more than tables whose writes the database notes: on other tables, on functions, on what time it is.
 */
export function rememberCount(
  context: PlanContext,
  level: Level,
  { counted, columns }: RenderedCount,
  whole: Sql,
): { whole: Sql; remembered: Remembered } | null {
  if (context.counts === null || !dependsOnColumns(context, level, columns)) return null;
  const { text, values } = toStatement(counted);
  const tables = tablesOf(context, level.source.name, text);
  if (tables === null) return null;
  const key = `${text}\0${JSON.stringify(values)}`;
  if (key.length > MAX_KEY) return null;
  const known = context.counts.find(key);
  const writes = sql`(select ${qualified(context.schema, 'writes_of')}(${tables}::text[]))`;
  return {
    whole: sql`case when ${writes} = ${known?.writes ?? null}::int8 then ${known?.total ?? null}::int8 else ${whole} end`,
    remembered: { key, writes },
  };
}

/** Whether rows are told apart by columns that are made of one row of a noted table, and mean the same at all times. */
function dependsOnColumns(
  { schema }: PlanContext,
  { source, scope, embeds }: Level,
  columns: ReadonlySet<string>,
): boolean {
  const noted = schema.noted.get(source.name);
  if (noted === undefined || !isRelation(schema, source)) return false;
  if (![...columns].every((column) => noted.columns.has(column))) return false;
  const isEmbedded = (column: string) => embeds.some(({ key }) => key === column);
  const isSteady = (condition: Condition): boolean => {
    if (condition.kind !== 'filter') return condition.members.every(isSteady);
    const { column } = condition.field;
    const type = source.columns.get(column)?.type;
    return !isEmbedded(column) && type !== undefined && (condition.operator === 'is' || hasSteadyTexts(type));
  };
  return scope.conditions.every(isSteady) && embeds.every(({ item }) => item.join !== 'inner');
}

/** Texts of other types may say `now` or `today`. */
function hasSteadyTexts({ sql: name, kind, labels }: TypeName): boolean {
  const isPlain = kind === 'text' || kind === 'number' || kind === 'boolean' || kind === 'json';
  return isPlain || labels.length > 0 || /^(uuid|(text|uuid|integer|bigint)\[\])$/.test(name);
}

/**
 * The tables that a statement reads, if all are noted. Its words are those of the schema and of the policy. `own`, the
 * relation whose columns were looked at, may be a view, once.
 */
function tablesOf({ schema }: PlanContext, own: string, text: string): string[] | null {
  const tables = new Set<string>();
  let isOwnRead = false;
  for (const word of text.match(/\w+/g) ?? []) {
    const table = schema.noted.get(word)?.table;
    const isView = schema.relations.has(word) && table !== word;
    const routines = schema.routines.get(word) ?? [];
    if ((isView && (word !== own || isOwnRead)) || routines.some(({ volatility }) => volatility !== 'immutable')) {
      return null;
    }
    isOwnRead ||= word === own;
    if (table !== undefined) tables.add(table);
  }
  return [...tables].sort();
}

/** Names columns as another reference does, and notes which; the whole row is a column without a name. */
export function notingColumns(ref: RowRef): { ref: RowRef; columns: Set<string> } {
  const columns = new Set<string>();
  return {
    columns,
    ref: {
      column(name) {
        columns.add(name);
        return ref.column(name);
      },
      row() {
        columns.add('');
        return ref.row();
      },
    },
  };
}
