import { isUuid } from '@quarterdeck/contract';
import { agentCondition } from './agents.ts';
import { type Condition, type Source, sourceOf } from './condition.ts';
import { type FailurePlace, failure } from './failure.ts';
import { fieldTables } from './fields.ts';
import { all, any, asTypeEnds, compareOf, matchOf, not } from './match-condition.ts';
import { asPrefixes, exactly, parsePatterns } from './patterns.ts';
import type { SearchNode } from './search-text.ts';
import type { SelectorKind, TraverseDirection } from './types.ts';

/** A column to order by. */
export interface OrderTerm {
  source: Source & { from: 'column' };
  descending: boolean;
}

/** What search text says besides its conditions. `namesAgent`, `namesDeleted`: it is about them, so no default is. */
export interface Said {
  order: OrderTerm[];
  limit: number | null;
  offset: number;
  namesAgent: boolean;
  namesDeleted: boolean;
}

const DIRECTIVES = new Set(['limit', 'offset', 'sort', '@order']);
/** The names under which the agent of a row is meant. */
export const AGENT_FIELDS = new Set(['agent', 'agent_id']);
const TRAVERSE = 'component_config_traverse';
/** The greatest limit and offset. */
export const MAX_COUNT = 1_000_000;

type FieldNode = SearchNode & { op: 'field' };

/** Whether search text of a kind may use a name with an operator. */
export function isKnown(kind: SelectorKind, name: string): boolean {
  return (
    DIRECTIVES.has(name) ||
    AGENT_FIELDS.has(name) ||
    (name === TRAVERSE && fieldTables[kind].traverses === true) ||
    sourceOf(kind, name) !== null
  );
}

/** The error about a field that a kind has not. */
export function unknownField(kind: SelectorKind, field: string, place: FailurePlace) {
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
export function searchCondition(kind: SelectorKind, node: SearchNode, said: Said, nowMs: number): Condition | null {
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
