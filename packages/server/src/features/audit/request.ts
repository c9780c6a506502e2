import { type AuditResult, auditResults, isUuid } from '@quarterdeck/contract';
import { refuseField } from '../../platform/index.ts';

/** Which rows of the trail are asked for. */
export interface AuditFilter {
  /** A person by id, or a part of the name or address of whoever acted or is concerned; empty: all. */
  person: string;
  actions: readonly string[];
  notActions: readonly string[];
  results: readonly AuditResult[];
  from: Date | null;
  to: Date | null;
}

/** One page of what a filter finds. */
export interface AuditPageRequest extends AuditFilter {
  limit: number;
  offset: number;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
const MAX_OFFSET = 1_000_000;
const MAX_TEXT = 200;
const MAX_ACTIONS = 50;
/** Names of acts: nouns and verbs, parts joined by dots. */
const ACTION = /^[a-z_]+(\.[a-z_]+)*$/;

/**
 * Reads what of the trail is asked for: `person`, `action` (names joined by commas, one led by `!` is left out), `result`,
 * `from`, `to` (RFC 3339). Throws `REQUEST_INVALID`, naming the field.
 */
export function readAuditFilter(query: unknown): AuditFilter {
  const text = textOf(query);
  const person = text('person').trim();
  if (person.length > MAX_TEXT) throw refuseField('person', `expected at most ${MAX_TEXT} characters`);
  const actions = listOf(text('action'));
  if (actions.length > MAX_ACTIONS) throw refuseField('action', `expected at most ${MAX_ACTIONS} names`);
  for (const action of actions) {
    if (!ACTION.test(action.replace(/^!/, '')))
      throw refuseField('action', 'expected names of acts, such as role.create');
  }
  const results = listOf(text('result')).map((result) => {
    const found = auditResults.find((one) => one === result);
    if (found === undefined) throw refuseField('result', `expected some of ${auditResults.join(', ')}`);
    return found;
  });
  return {
    person: isUuid(person) ? person.toLowerCase() : person,
    actions: actions.filter((action) => !action.startsWith('!')),
    notActions: actions.filter((action) => action.startsWith('!')).map((action) => action.slice(1)),
    results,
    from: dateOf('from', text('from')),
    to: dateOf('to', text('to')),
  };
}

/** Reads a page: the filter, `limit` and `offset`. Throws `REQUEST_INVALID`, naming the field. */
export function readAuditPage(query: unknown): AuditPageRequest {
  const text = textOf(query);
  return {
    ...readAuditFilter(query),
    limit: wholeOf('limit', text('limit'), { least: 1, most: MAX_LIMIT, otherwise: DEFAULT_LIMIT }),
    offset: wholeOf('offset', text('offset'), { least: 0, most: MAX_OFFSET, otherwise: 0 }),
  };
}

/** Reads the form of an export. Throws `REQUEST_INVALID`. */
export function readExportFormat(query: unknown): 'csv' | 'ndjson' {
  const format = textOf(query)('format') || 'csv';
  if (format !== 'csv' && format !== 'ndjson') throw refuseField('format', 'expected csv or ndjson');
  return format;
}

function textOf(query: unknown): (name: string) => string {
  const given = new Map(Object.entries(typeof query === 'object' && query !== null ? query : {}));
  return (name) => {
    const value: unknown = given.get(name) ?? '';
    if (typeof value !== 'string') throw refuseField(name, 'expected it once');
    return value;
  };
}

function listOf(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

function dateOf(name: string, text: string): Date | null {
  if (text === '') return null;
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(date.getTime()))
    throw refuseField(name, 'expected an RFC 3339 time');
  return date;
}

function wholeOf(
  name: string,
  text: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (text === '') return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw refuseField(name, `expected a whole number from ${least} to ${most}`);
  }
  return value;
}
