import { type FieldPath, type Filter, type FilterOperator, filterOperators } from '../ast.ts';
import { RestError } from '../errors.ts';
import { accept, type Cursor, expect, isAt, isEnd, peek, refuse, skipBlanks, takeRest, takeUntil } from './cursor.ts';
import { readIdentifier, readQuoted } from './names.ts';

const operators: ReadonlySet<string> = new Set(filterOperators);
const quantified: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch']);
const textSearch: ReadonlySet<string> = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const truths = ['not_null', 'null', 'unknown', 'true', 'false'] as const;

/** A filter without its field and its value: `not.like(any).`. */
type Head = Pick<Filter, 'negated' | 'operator' | 'quantifier' | 'language'>;

function isOperator(name: string): name is FilterOperator {
  return operators.has(name);
}

function readWord(cursor: Cursor): string {
  const start = cursor.at;
  while (peek(cursor) >= 'a' && peek(cursor) <= 'z') cursor.at += 1;
  return cursor.text.slice(start, cursor.at);
}

/** `not.like(any).` with its last dot. Null, with the cursor unmoved, when no operator of the dialect stands here. */
export function readHead(cursor: Cursor): Head | null {
  const start = cursor.at;
  const head = readHeadFrom(cursor, accept(cursor, 'not.'));
  if (!head) cursor.at = start;
  return head;
}

function readHeadFrom(cursor: Cursor, negated: boolean): Head | null {
  const operator = readWord(cursor);
  if (!isOperator(operator)) return null;
  let quantifier: Head['quantifier'] = null;
  let language: string | null = null;
  if (isAt(cursor, '(')) {
    cursor.at += 1;
    if (textSearch.has(operator)) {
      language = readIdentifier(cursor);
      if (!language) return null;
    } else if (quantified.has(operator)) {
      quantifier = accept(cursor, 'any') ? 'any' : accept(cursor, 'all') ? 'all' : null;
      if (!quantifier) return null;
    }
    if (!accept(cursor, ')')) return null;
  }
  return accept(cursor, '.') ? { negated, operator, quantifier, language } : null;
}

/**
 * The value after an operator. `inLogic`: within a tree, where `,` and `)` end it; else it is the rest of the text.
 * The wildcard `*` of like and ilike becomes `%`.
 */
export function readValue(cursor: Cursor, field: FieldPath, head: Head, inLogic: boolean): Filter {
  const { operator, quantifier } = head;
  if (operator === 'in') return { kind: 'filter', field, ...head, value: { kind: 'list', items: readList(cursor) } };
  if (operator === 'is') return readTruth(cursor, field, head);
  const written = inLogic ? readLogicValue(cursor) : takeRest(cursor);
  const wild = operator === 'like' || operator === 'ilike' ? written.replaceAll('*', '%') : written;
  const value: Filter['value'] = quantifier
    ? { kind: 'list', items: readArray(wild, head) }
    : { kind: 'text', text: wild };
  return { kind: 'filter', field, ...head, value };
}

/** Letters count in either case; `not_null` is the contrary of `null`. */
function readTruth(cursor: Cursor, field: FieldPath, head: Head): Filter {
  const ahead = cursor.text.slice(cursor.at, cursor.at + 8).toLowerCase();
  const truth = truths.find((candidate) => ahead.startsWith(candidate));
  if (!truth) refuse(cursor, 'null, not_null, true, false or unknown');
  cursor.at += truth.length;
  return truth === 'not_null'
    ? { kind: 'filter', field, ...head, negated: !head.negated, value: { kind: 'text', text: 'null' } }
    : { kind: 'filter', field, ...head, value: { kind: 'text', text: truth } };
}

/** Quoted, when nothing but an end follows the quotes; null, with the cursor unmoved, for all else. */
function readQuotedValue(cursor: Cursor): string | null {
  const start = cursor.at;
  const value = readQuoted(cursor);
  if (value !== null && (isEnd(cursor) || isAt(cursor, ',') || isAt(cursor, ')'))) return value;
  cursor.at = start;
  return null;
}

/** `(a,"b,c")`. `()` has no items. What follows the bracket is left. */
function readList(cursor: Cursor): string[] {
  skipBlanks(cursor);
  expect(cursor, '(');
  skipBlanks(cursor);
  const items: string[] = [];
  do items.push(readQuotedValue(cursor) ?? takeUntil(cursor, ',)'));
  while (accept(cursor, ','));
  skipBlanks(cursor);
  expect(cursor, ')');
  skipBlanks(cursor);
  return items.length === 1 && items[0] === '' ? [] : items;
}

function readLogicValue(cursor: Cursor): string {
  return readQuotedValue(cursor) ?? readBraces(cursor) ?? takeUntil(cursor, ',)');
}

/** `{1,2}`: an array or a json object without another in it. Null, with the cursor unmoved, when it does not end. */
function readBraces(cursor: Cursor): string | null {
  const start = cursor.at;
  if (accept(cursor, '{')) {
    takeUntil(cursor, '{}');
    if (accept(cursor, '}')) return cursor.text.slice(start, cursor.at);
  }
  cursor.at = start;
  return null;
}

function malformed(text: string): never {
  throw new RestError('22P02', { message: `malformed array literal: ${JSON.stringify(text.slice(0, 200))}` });
}

/**
 * The members of an array as PostgreSQL writes it, arrays within it laid flat. A null in it never equals anything: it
 * is dropped where one match is enough, and refused where all must hold.
 */
function readArray(text: string, { quantifier, negated }: Head): string[] {
  const cursor: Cursor = { text: text.trim(), parameter: 'array', at: 0, steps: 0 };
  if (!isAt(cursor, '{')) malformed(text);
  const items: string[] = [];
  let depth = 0;
  let wantsMember = true;
  while (!isEnd(cursor)) {
    skipBlanks(cursor);
    if (accept(cursor, '{')) {
      depth += 1;
      if (!wantsMember || depth > 6) malformed(text);
    } else if (accept(cursor, '}')) {
      depth -= 1;
      wantsMember = false;
      if (depth < 0 || (depth === 0 && !isEnd(cursor))) malformed(text);
    } else if (accept(cursor, ',')) {
      if (wantsMember) malformed(text);
      wantsMember = true;
    } else {
      if (!wantsMember) malformed(text);
      const item = readMember(cursor) ?? malformed(text);
      if (item !== NULL) items.push(item);
      else if (quantifier === 'all' || negated) {
        throw new RestError('22004', { message: 'a null has no place among values that must all hold' });
      }
      wantsMember = false;
    }
  }
  if (depth !== 0) malformed(text);
  return items;
}

const NULL = '\0null';

function readMember(cursor: Cursor): string | null {
  if (isAt(cursor, '"')) return readQuoted(cursor);
  let member = '';
  for (;;) {
    member += takeUntil(cursor, ',{}"\\');
    if (!accept(cursor, '\\')) break;
    member += peek(cursor);
    cursor.at += 1;
  }
  if (isAt(cursor, '"')) return null;
  const trimmed = member.trim();
  return trimmed === '' ? null : trimmed.toLowerCase() === 'null' ? NULL : trimmed;
}
