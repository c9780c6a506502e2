import { NIL_AGENT_ID } from '@quarterdeck/contract';
import { fitsAgent, LOCAL_AGENT } from './agents.ts';
import type { Condition, Source } from './condition.ts';
import { fieldTables } from './fields.ts';
import { follow } from './path.ts';
import { fitsPatterns } from './patterns.ts';
import { compareText, fold, scalarText } from './text.ts';
import type { MatchContext, Resource, SelectorKind } from './types.ts';

/** Conditions are judged with this at hand. */
interface Subject {
  kind: SelectorKind;
  resource: Resource;
  context: MatchContext;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(values: readonly unknown[]): string[] {
  return values.map(scalarText).filter((text) => text !== null);
}

function leaves(value: unknown): string[] {
  const found: string[] = [];
  const open = [value];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    const text = scalarText(next);
    if (text !== null) found.push(text);
    else if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next)) if (member !== undefined && member !== null) open.push(member);
    }
  }
  return found;
}

function properties(value: unknown, name: string | null): string[] {
  if (!Array.isArray(value)) return [];
  const named = value.filter(isObject).filter((property) => name === null || property.name === name);
  return texts(named.flatMap((property) => [property.text, property.value]));
}

/** The values of a field as texts, as the column counts them. A column without a value has none. */
function valuesOf(source: Source, resource: Resource): string[] {
  const value = resource[source.column];
  if (value === undefined || value === null) return [];
  switch (source.from) {
    case 'column':
      return texts([value]).map((text) => (source.type === 'text' ? text : fold(text)));
    case 'member':
      return isObject(value) && Object.hasOwn(value, source.key) ? texts([value[source.key]]) : [];
    case 'path':
      return texts([follow(value, source.path)]);
    case 'list':
      return Array.isArray(value) ? texts(value) : [];
    case 'members':
      return isObject(value) ? texts(Object.values(value)) : [];
    case 'leaves':
      return leaves(value);
    case 'properties':
      return properties(value, source.name);
  }
}

/** A time in whole milliseconds, a number, or a text; null without a value. */
function comparable(source: Source & { from: 'column' }, resource: Resource): number | string | null {
  const value = resource[source.column];
  if (value === undefined || value === null) return null;
  if (source.type === 'number') return Number(value);
  if (source.type !== 'time') return valuesOf(source, resource)[0] ?? null;
  const ms = value instanceof Date ? value.getTime() : typeof value === 'number' ? value : Date.parse(String(value));
  return Number.isNaN(ms) ? null : Math.floor(ms);
}

function compares({ source, by, value }: Condition & { op: 'compare' }, resource: Resource): boolean {
  const found = comparable(source, resource);
  if (found === null) return false;
  const order = typeof value === 'string' ? compareText(String(found), value) : Number(found) - value;
  if (by === '=') return order === 0;
  if (by.endsWith('=') && order === 0) return true;
  return by.startsWith('<') ? order < 0 : order > 0;
}

function fitsParent({ namespace, name }: Condition & { op: 'parent' }, { kind, resource, context }: Subject): boolean {
  const column = fieldTables[kind].parent?.column;
  const parent = column === undefined ? undefined : context.parents?.get(String(resource[column]));
  return parent !== undefined && parent.name === name && (parent.namespace ?? '') === (namespace ?? '');
}

/** Whether a row fulfils a condition, exactly as `conditionSql` finds it. */
export function holds(condition: Condition, subject: Subject): boolean {
  const { resource, context } = subject;
  switch (condition.op) {
    case 'constant':
      return condition.value;
    case 'all':
      return condition.of.every((part) => holds(part, subject));
    case 'any':
      return condition.of.some((part) => holds(part, subject));
    case 'not':
      return !holds(condition.of, subject);
    case 'match': {
      const values = valuesOf(condition.source, resource);
      // A column always has a value, if only the empty text.
      const isColumn = condition.source.from === 'column' && values.length === 0;
      return fitsPatterns(isColumn ? [''] : values, condition.patterns);
    }
    case 'compare':
      return compares(condition, resource);
    case 'integer':
      return valuesOf(condition.source, resource).some((text) => {
        if (!/^[+-]?[0-9]{1,15}$/.test(text)) return false;
        return condition.by === '<' ? Number(text) < condition.value : Number(text) > condition.value;
      });
    case 'present':
      return condition.source.from === 'column'
        ? (resource[condition.source.column] ?? null) !== null
        : valuesOf(condition.source, resource).length > 0;
    case 'agent': {
      const id = String(resource.agent_id ?? NIL_AGENT_ID).toLowerCase();
      const name = id === NIL_AGENT_ID ? LOCAL_AGENT : (context.agents?.get(id) ?? null);
      return fitsAgent(id, name, condition.patterns);
    }
    case 'parent':
      return fitsParent(condition, subject);
    case 'related':
      return context.related?.(condition.id, condition.direction).has(String(resource.id)) ?? false;
  }
}
