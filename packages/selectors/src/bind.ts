import { isUuid } from '@quarterdeck/contract';
import { agentCondition } from './agents.ts';
import { type Condition, FALSE, type Source, sourceOf, TRUE } from './condition.ts';
import { type FailurePlace, failure } from './failure.ts';
import { fieldTables } from './fields.ts';
import { parseLabelSelector } from './label-selector.ts';
import { all, any, asTypeEnds, compareOf, constant, matchOf, not, requirementOf } from './match-condition.ts';
import { asPrefixes, exactly, fitsPatterns, type Patterns, parsePatterns } from './patterns.ts';
import { parseSearchText, type SearchNode } from './search-text.ts';
import type { ResourceSelector, SelectorContext, SelectorKind, TraverseDirection } from './types.ts';

/** A column to order by. */
export interface OrderTerm {
  source: Source & { from: 'column' };
  descending: boolean;
}

/** A selector that was understood. */
export interface BoundSelector {
  condition: Condition;
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number;
}

/** What search text says besides its conditions. */
interface Said {
  order: OrderTerm[];
  limit: number | null;
  offset: number;
  namesAgent: boolean;
  namesDeleted: boolean;
}

const DIRECTIVES = new Set(['limit', 'offset', 'sort', '@order']);
const AGENT_FIELDS = new Set(['agent', 'agent_id']);
const TRAVERSE = 'component_config_traverse';
const MAX_COUNT = 1_000_000;

type FieldNode = SearchNode & { op: 'field' };

function isKnown(kind: SelectorKind, name: string): boolean {
  return (
    DIRECTIVES.has(name) ||
    AGENT_FIELDS.has(name) ||
    (name === TRAVERSE && fieldTables[kind].traverses === true) ||
    sourceOf(kind, name) !== null
  );
}

function unknownField(kind: SelectorKind, field: string, place: FailurePlace) {
  const table = fieldTables[kind].relation;
  return failure('SELECTOR_FIELD', `${table} has no field ${field}`, { ...place, field, table });
}

function countOf({ name, value }: FieldNode, place: FailurePlace): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(count <= MAX_COUNT)) throw failure('SELECTOR_VALUE', `${name} takes a whole number up to ${MAX_COUNT}`, place);
  return count;
}

function orderOf(kind: SelectorKind, { value }: FieldNode, place: FailurePlace): OrderTerm[] {
  return value.split(',').map((term) => {
    const name = term.trim().replace(/^[+-]/, '');
    const source = sourceOf(kind, name);
    if (source?.from !== 'column') throw unknownField(kind, name, place);
    return { source, descending: term.trim().startsWith('-') };
  });
}

function readDirective(kind: SelectorKind, node: FieldNode, said: Said, place: FailurePlace): void {
  if (node.by !== '=') throw failure('SELECTOR_VALUE', `${node.name} takes = alone`, place);
  if (node.name === 'limit') said.limit = countOf(node, place);
  else if (node.name === 'offset') said.offset = countOf(node, place);
  else said.order = orderOf(kind, node, place);
}

function traverseOf({ value }: FieldNode, place: FailurePlace): Condition {
  const [id = '', direction = 'outgoing', ...rest] = value.split(',').map((part) => part.trim());
  const directions: readonly string[] = ['incoming', 'outgoing', 'all'];
  if (!isUuid(id) || !directions.includes(direction) || rest.length > 0) {
    throw failure('SELECTOR_VALUE', `${TRAVERSE} takes an id and incoming, outgoing or all`, place);
  }
  return { op: 'related', id: id.toLowerCase(), direction: direction as TraverseDirection }; // one of the list above
}

function fieldCondition(kind: SelectorKind, node: FieldNode, said: Said, nowMs: number): Condition {
  const { name, by, value, position } = node;
  const { relation: table, traverses } = fieldTables[kind];
  const place: FailurePlace = { field: name, table, part: 'search', position };
  const negated = (condition: Condition) => (by === '!=' ? not(condition) : condition);
  const patterns = value.trim() === '' ? exactly(['']) : parsePatterns(value);
  if (AGENT_FIELDS.has(name)) {
    if (by !== '=' && by !== '!=') throw failure('SELECTOR_VALUE', `${name} takes = and != alone`, place);
    said.namesAgent = true;
    return negated(agentCondition(kind, patterns));
  }
  if (name === TRAVERSE && traverses) {
    if (by !== '=' && by !== '!=') throw failure('SELECTOR_VALUE', `${name} takes = and != alone`, place);
    return negated(traverseOf(node, place));
  }
  const source = sourceOf(kind, name);
  if (source === null) throw unknownField(kind, name, place);
  if (source.from === 'column' && source.column === 'deleted_at') said.namesDeleted = true;
  if (by !== '=' && by !== '!=') return compareOf(source, by, value, { nowMs, place });
  const isType = source.from === 'column' && source.type === 'type';
  return negated(matchOf(source, isType ? asTypeEnds(patterns) : patterns, { nowMs, place }));
}

/** The condition of a part of search text; null when it is none, such as `limit=5`. */
function searchCondition(kind: SelectorKind, node: SearchNode, said: Said, nowMs: number): Condition | null {
  if (node.op === 'field') {
    if (!DIRECTIVES.has(node.name)) return fieldCondition(kind, node, said, nowMs);
    readDirective(kind, node, said, { field: node.name, part: 'search', position: node.position });
    return null;
  }
  if (node.op === 'word') {
    const place: FailurePlace = { field: 'name', part: 'search', position: node.position };
    const name: Source = { from: 'column', column: 'name', type: 'word' };
    return matchOf(name, asPrefixes(parsePatterns(node.text)), { nowMs, place });
  }
  if (node.op === 'not') {
    const inner = searchCondition(kind, node.of, said, nowMs);
    if (inner !== null) return not(inner);
    throw failure('SELECTOR_SYNTAX', '- is for conditions alone', { part: 'search' });
  }
  const of = node.of.map((part) => searchCondition(kind, part, said, nowMs)).filter((part) => part !== null);
  if (of.length === 0) return null;
  return node.op === 'all' ? all(of) : any(of);
}

/** The fields that make a selector more than an empty one (contract catalog §9.1). */
const TEXT_FIELDS = [
  'agent',
  'scope',
  'search',
  'id',
  'name',
  'namespace',
  'tagSelector',
  'labelSelector',
  'fieldSelector',
  'health',
] as const;
const LIST_FIELDS = ['types', 'statuses'] as const;

function fieldsSet(selector: ResourceSelector): string[] {
  return [
    ...TEXT_FIELDS.filter((field) => (selector[field] ?? '').trim() !== ''),
    ...LIST_FIELDS.filter((field) => (selector[field] ?? []).some((item) => item.trim() !== '')),
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
  for (const field of [...TEXT_FIELDS, ...LIST_FIELDS]) {
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
