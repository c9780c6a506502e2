import type { Condition, Filter } from '../ast.ts';
import type { Column } from '../schema/model.ts';
import { type Sql, sql } from '../sql.ts';
import { isRelation, type PlanContext, qualified } from './context.ts';
import type { Level } from './tree.ts';

/** A filter as the maintained counts know it: one value, several, null, or none of these. */
type KeptFilter = string | null | readonly string[] | { not: string | null | readonly string[] };

/**
 * The number of rows as the database keeps it, or null when it cannot tell: some other filter, a condition of the policy,
 * or an embedded resource that narrows the rows. The expression itself is null where no such count is kept.
 */
export function renderKeptCount(context: PlanContext, { source, scope, embeds }: Level): Sql | null {
  const isNarrowed = source.allowed.rows !== undefined || embeds.some(({ item }) => item.join === 'inner');
  if (isNarrowed || !isRelation(context.schema, source) || !context.schema.counted.has(source.name)) return null;
  const filters = new Map<string, KeptFilter>();
  for (const condition of scope.conditions) {
    const filter = keptFilter(condition, source.columns);
    if (filter === undefined || filters.has(filter.column)) return null;
    filters.set(filter.column, filter.value);
  }
  const count = qualified(context.schema, 'exact_count');
  if (filters.size === 0) return sql`${count}(${source.name}::text)`;
  return sql`${count}(${source.name}::text, ${JSON.stringify(Object.fromEntries(filters))}::jsonb)`;
}

/** Undefined for a filter whose meaning is not that of equal texts. */
function keptFilter(
  condition: Condition,
  columns: ReadonlyMap<string, Column>,
): { column: string; value: KeptFilter } | undefined {
  if (condition.kind !== 'filter' || condition.field.json.length > 0 || condition.quantifier !== null) return undefined;
  const { operator, value, negated, field } = condition;
  const column = columns.get(field.column);
  if (column === undefined) return undefined;
  if (operator === 'is' && value.kind === 'text' && value.text === 'null') {
    return { column: field.column, value: negated ? { not: null } : null };
  }
  const wanted = comparedValue(condition, column);
  if (wanted === undefined) return undefined;
  const isNegated = negated !== (operator === 'neq');
  return { column: field.column, value: isNegated ? { not: wanted } : wanted };
}

function comparedValue({ operator, value }: Filter, { type }: Column): string | readonly string[] | undefined {
  const isText = (text: string) =>
    type.sql === 'text' ||
    type.labels.includes(text) ||
    (type.sql === 'uuid' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text));
  if (value.kind === 'list') {
    return operator === 'in' && value.items.length > 0 && value.items.every(isText) ? value.items : undefined;
  }
  return (operator === 'eq' || operator === 'neq') && isText(value.text) ? value.text : undefined;
}
