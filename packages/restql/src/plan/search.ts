import type { Condition, Logic, OrderTerm } from '../ast.ts';
import type { SearchedTexts } from '../schema/model.ts';
import { identifier, type Sql, sql } from '../sql.ts';
import { isRelation, type PlanContext, qualified } from './context.ts';
import type { Level } from './tree.ts';

/** A search that a level asks for in the order in which the database holds its texts. */
export interface Search {
  texts: SearchedTexts;
  /** The condition of the request that the texts answer. */
  condition: Logic;
  pattern: string;
}

/** Something within one line: no place where other characters may stand in between. */
const WITHIN_A_LINE = /^%[^%_\\\n]+%$/;

/**
 * The search of a page, where it is one that the database holds texts for: all columns of the texts contain the same
 * word, whatever its case, and the page goes by the order of the texts. Null for any other level.
 */
export function findSearch(context: PlanContext, { source, scope }: Level, limit: number | null): Search | null {
  const texts = context.schema.searched.get(source.name);
  if (texts === undefined || limit === null || !isRelation(context.schema, source)) return null;
  if ([...texts.columns].some((column) => source.allowed.masked?.has(column))) return null;
  if (!isOrderOf(texts, scope.order)) return null;
  for (const condition of scope.conditions) {
    const pattern = commonPattern(texts, condition);
    if (condition.kind === 'or' && pattern !== null) return { texts, condition, pattern };
  }
  return null;
}

/** An index goes by its columns in one direction or in the other. */
function isOrderOf({ ordered }: SearchedTexts, order: readonly OrderTerm[]): boolean {
  const isDescending = order[0]?.direction === 'desc';
  return (
    order.length > 0 &&
    order.every(
      ({ relation, field, direction, nulls }, index) =>
        relation === null &&
        field.json.length === 0 &&
        field.column === ordered[index] &&
        (direction === 'desc') === isDescending &&
        nulls === null,
    )
  );
}

function commonPattern({ columns }: SearchedTexts, condition: Condition): string | null {
  if (condition.kind !== 'or' || condition.negated) return null;
  const looked = new Set<string>();
  const patterns = new Set<string>();
  for (const member of condition.members) {
    const isPlain =
      member.kind === 'filter' &&
      member.operator === 'ilike' &&
      !member.negated &&
      member.quantifier === null &&
      member.field.json.length === 0 &&
      member.value.kind === 'text';
    if (!isPlain || member.value.kind !== 'text') return null;
    looked.add(member.field.column);
    patterns.add(member.value.text);
  }
  const [pattern] = patterns;
  if (pattern === undefined || patterns.size > 1 || !WITHIN_A_LINE.test(pattern)) return null;
  return looked.size === columns.size && [...looked].every((column) => columns.has(column)) ? pattern : null;
}

/** A search as it is rendered: the join, the condition instead of the request's, and the values of the order. */
export interface RenderedSearch {
  join: Sql;
  condition: Sql;
  order(column: string): Sql;
}

/** What an index of groups of three characters tells apart: words of less are found by their beginnings at best. */
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;

/**
 * Looks through the texts instead of the rows. They say what the request's condition, `exact`, says of the row; it
 * decides where a text was too long to be held.
 */
export function renderSearch(
  context: PlanContext,
  { texts, pattern }: Search,
  { base, exact }: { base: Sql; exact: Sql },
): RenderedSearch {
  const alias = context.alias('w');
  const text = sql`${alias}."text"`;
  // Hidden from the index, to which almost every text looks alike then: those in the order of the list are read instead.
  const searched = THREE_IN_A_ROW.test(pattern) ? text : sql`(${text} || '')`;
  return {
    join: sql` join ${qualified(context.schema, texts.source)} as ${alias} on ${alias}.${identifier(texts.owner)} = ${base}.${identifier(texts.key)}`,
    condition: sql`(${searched} like lower(${pattern}::text) or (${text} is null and ${exact}))`,
    order: (column) => sql`${alias}.${identifier(column)}`,
  };
}
