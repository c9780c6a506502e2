import { isUuid } from '@quarterdeck/contract';
import { agentCondition } from './agents.ts';
import { type Condition, FALSE, type Source, sourceOf, TRUE } from './condition.ts';
import { failure } from './failure.ts';
import { fieldTables } from './fields.ts';
import { parseLabelSelector } from './label-selector.ts';
import { all, constant, matchOf, not, requirementOf } from './match-condition.ts';
import { exactly, fitsPatterns, type Patterns, parsePatterns } from './patterns.ts';
import { MATCHING_LISTS, MATCHING_TEXTS } from './read-selector.ts';
import {
  AGENT_FIELDS,
  isKnown,
  MAX_COUNT,
  type OrderTerm,
  type Said,
  searchCondition,
  unknownField,
} from './search-condition.ts';
import { parseSearchText } from './search-text.ts';
import type { ResourceSelector, SelectorContext, SelectorKind } from './types.ts';

/** A selector that was understood. */
export interface BoundSelector {
  condition: Condition;
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number;
}

function fieldsSet(selector: ResourceSelector): string[] {
  return [
    ...MATCHING_TEXTS.filter((field) => (selector[field] ?? '').trim() !== ''),
    ...MATCHING_LISTS.filter((field) => (selector[field] ?? []).some((item) => item.trim() !== '')),
  ];
}

/** Whether no field of a selector is set, so that it matches nothing. */
export function isEmptySelector(selector: ResourceSelector): boolean {
  return fieldsSet(selector).length === 0;
}

/** Whether a selector is only `name: "*"`, so that it matches everything. */
export function isWildcardSelector(selector: ResourceSelector): boolean {
  return selector.name?.trim() === '*' && fieldsSet(selector).length === 1;
}

/** Texts that no database can hold are refused before they reach it. */
function checkTexts(selector: ResourceSelector): void {
  for (const field of [...MATCHING_TEXTS, ...MATCHING_LISTS]) {
    const text = [selector[field] ?? ''].flat().join();
    if (text.includes('\0') || !text.isWellFormed()) {
      throw failure('SELECTOR_SYNTAX', 'the text holds characters that are none', { part: field });
    }
  }
}

function scopeCondition(kind: SelectorKind, scope: string, nowMs: number): Condition {
  const { parent } = fieldTables[kind];
  if (parent === null) return FALSE;
  const place = { part: 'scope' };
  if (isUuid(scope)) {
    return matchOf({ from: 'column', column: parent.column, type: 'uuid' }, exactly([scope]), { nowMs, place });
  }
  const slash = scope.indexOf('/');
  if (slash < 0) throw failure('SELECTOR_VALUE', 'expected an id or namespace/name', place);
  return { op: 'parent', namespace: scope.slice(0, slash), name: scope.slice(slash + 1) };
}

function partConditions(kind: SelectorKind, selector: ResourceSelector, nowMs: number): Condition[] {
  const table = fieldTables[kind];
  const matching = (field: string | undefined, part: string, patterns: Patterns): Condition => {
    const source = field === undefined ? null : sourceOf(kind, field);
    return source === null
      ? constant(fitsPatterns([''], patterns))
      : matchOf(source, patterns, { nowMs, place: { field: part, table: table.relation } });
  };
  const labelled = (part: 'tagSelector' | 'labelSelector', name: 'tags' | 'labels'): Condition[] =>
    parseLabelSelector(selector[part] ?? '', part).map((requirement) => {
      const column = table.json[name]?.column;
      const source: Source | null = column === undefined ? null : { from: 'member', column, key: requirement.key };
      return requirementOf(source, requirement, { nowMs, place: { part, field: requirement.key } });
    });
  const fields = parseLabelSelector(selector.fieldSelector ?? '', 'fieldSelector').map((requirement) => {
    const place = { part: 'fieldSelector', field: requirement.key, table: table.relation };
    if (AGENT_FIELDS.has(requirement.key) && 'values' in requirement) {
      const found = agentCondition(kind, exactly(requirement.values));
      return requirement.by === 'in' ? found : not(found);
    }
    const source = sourceOf(kind, requirement.key);
    if (source === null) throw unknownField(kind, requirement.key, place);
    return requirementOf(source, requirement, { nowMs, place });
  });
  const { id, name, namespace, scope, health, types = [], statuses = [] } = selector;
  return [
    ...(id?.trim() ? [matching('id', 'id', exactly([id.trim()]))] : []),
    ...(name?.trim() ? [matching('name', 'name', parsePatterns(name))] : []),
    ...(namespace?.trim() ? [matching('namespace', 'namespace', parsePatterns(namespace))] : []),
    ...(scope?.trim() ? [scopeCondition(kind, scope.trim(), nowMs)] : []),
    ...labelled('tagSelector', 'tags'),
    ...labelled('labelSelector', 'labels'),
    ...fields,
    ...(health?.trim() ? [matching(table.parts.health, 'health', parsePatterns(health))] : []),
    ...(types.length > 0 ? [matching(table.parts.types, 'types', parsePatterns(types.join()))] : []),
    ...(statuses.length > 0 ? [matching(table.parts.statuses, 'statuses', parsePatterns(statuses.join()))] : []),
  ];
}

const NOT_DELETED: Condition = not({ op: 'present', source: { from: 'column', column: 'deleted_at', type: 'time' } });

interface BindOptions {
  /** Search text without a selector around it is not about the local agent alone. */
  anyAgent?: boolean;
}

/**
 * Understands a selector (contract catalog §9.1). Rows of agents are left out unless `agent` or the search names one;
 * deleted rows unless `includeDeleted` is set or the search names `deleted_at`.
 *
 * @throws AppError SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE
 */
export function bindSelector(
  kind: SelectorKind,
  selector: ResourceSelector,
  { nowMs, includeDeleted = false }: SelectorContext,
  { anyAgent = false }: BindOptions = {},
): BoundSelector {
  checkTexts(selector);
  const said: Said = { order: [], limit: null, offset: 0, namesAgent: anyAgent, namesDeleted: false };
  const limits = selector.limit !== undefined && selector.limit > 0 ? [Math.floor(selector.limit)] : [];
  const bound = (of: readonly Condition[]): BoundSelector => ({
    condition: all([...(includeDeleted || selector.includeDeleted || said.namesDeleted ? [] : [NOT_DELETED]), ...of]),
    order: said.order,
    limit: limits.length === 0 && said.limit === null ? null : Math.min(...limits, said.limit ?? MAX_COUNT),
    offset: said.offset,
  });
  if (isEmptySelector(selector) && !anyAgent) return { ...bound([]), condition: FALSE };
  if (isWildcardSelector(selector)) return bound([]);
  const parts = partConditions(kind, selector, nowMs);
  const text = selector.search ?? '';
  const search =
    searchCondition(
      kind,
      parseSearchText(text, (name) => isKnown(kind, name)),
      said,
      nowMs,
    ) ?? TRUE;
  const agent = selector.agent?.trim() ?? '';
  const isAnyAgent = agent === 'all' || (agent === '' && said.namesAgent);
  return bound([
    ...(isAnyAgent ? [] : [agentCondition(kind, agent === '' ? exactly(['']) : parsePatterns(agent))]),
    ...parts,
    search,
  ]);
}
