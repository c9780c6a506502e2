import { identifier, join, type Sql, sql } from '@quarterdeck/kit';
import { type BoundSelector, bindSelector } from './bind.ts';
import { conditionSql } from './condition-sql.ts';
import { holds } from './memory.ts';
import type { OrderTerm } from './search-condition.ts';
import { type Column, either } from './sql-values.ts';
import type { CompiledSelector, MatchContext, Resource, ResourceSelector, SelectorKind, SqlContext } from './types.ts';

function orderSql(terms: readonly OrderTerm[], column: Column): Sql | null {
  if (terms.length === 0) return null;
  const one = ({ source, descending }: OrderTerm): Sql => {
    const value = column(source.column);
    const isWord = source.type === 'word' || source.type === 'type';
    const by = isWord ? sql`lower(${value} collate "C")` : value;
    return descending ? sql`${by} desc nulls last` : by;
  };
  return join([...terms.map(one), column('id')], ', ');
}

function compiled(kind: SelectorKind, bound: BoundSelector, column: Column): CompiledSelector {
  return {
    where: conditionSql(kind, bound.condition, column),
    order: orderSql(bound.order, column),
    limit: bound.limit,
    offset: bound.offset,
  };
}

/**
 * A selector as SQL over a row of the kind's relation (`relationOf`). Values are parameters, apart from the text.
 *
 * @throws AppError SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE
 */
export function compileSelector(kind: SelectorKind, selector: ResourceSelector, context: SqlContext): CompiledSelector {
  return compiled(kind, bindSelector(kind, selector, context), context.column ?? identifier);
}

/** Search text alone as SQL: the rows of all agents; deleted ones only when it names `deleted_at`. Empty text finds all. */
export function compileSearch(kind: SelectorKind, text: string, context: SqlContext): CompiledSelector {
  return compiled(
    kind,
    bindSelector(kind, { search: text }, context, { anyAgent: true }),
    context.column ?? identifier,
  );
}

/**
 * A list of selectors as one condition: any of them fits, and **none of an empty list** (contract catalog §9.1). Order
 * and limits of the selectors do not count.
 */
export function compileSelectors(
  kind: SelectorKind,
  selectors: readonly ResourceSelector[] | null | undefined,
  context: SqlContext,
): Sql {
  return either((selectors ?? []).map((selector) => compileSelector(kind, selector, context).where));
}

/**
 * A selector understood once, to be matched with many rows in memory; the same rows match as `compileSelector` finds.
 *
 * @throws AppError SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE
 */
export function createMatcher(
  kind: SelectorKind,
  selector: ResourceSelector,
  context: MatchContext,
): (resource: Resource) => boolean {
  const { condition } = bindSelector(kind, selector, context);
  return (resource) => holds(condition, { kind, resource, context });
}

/** Whether a selector means a row. See {@link createMatcher}. */
export function matches(
  kind: SelectorKind,
  selector: ResourceSelector,
  resource: Resource,
  context: MatchContext,
): boolean {
  return createMatcher(kind, selector, context)(resource);
}

/** Whether any of the selectors means a row; **an empty or absent list means every row** (contract catalog §9.1). */
export function matchesAny(
  kind: SelectorKind,
  selectors: readonly ResourceSelector[] | null | undefined,
  resource: Resource,
  context: MatchContext,
): boolean {
  if (!selectors || selectors.length === 0) return true;
  return selectors.some((selector) => matches(kind, selector, resource, context));
}

/** Whether all of the selectors mean a row, as playbooks ask (contract playbooks §1); none ask for nothing. */
export function matchesAll(
  kind: SelectorKind,
  selectors: readonly ResourceSelector[] | null | undefined,
  resource: Resource,
  context: MatchContext,
): boolean {
  return (selectors ?? []).every((selector) => matches(kind, selector, resource, context));
}
