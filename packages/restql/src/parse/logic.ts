import type { Condition, Filter, Logic, OrderTerm } from '../ast.ts';
import { RestError } from '../errors.ts';
import { accept, type Cursor, expect, isAt, isEnd, MAX_DEPTH, refuse, skipBlanks } from './cursor.ts';
import { readField, readJsonPath, readName } from './names.ts';
import { readHead, readValue } from './operation.ts';

/** A filter of one parameter: its field was read from the key, this is the value. */
export function readFilter(cursor: Cursor, field: Filter['field']): Filter {
  const head = readHead(cursor) ?? refuse(cursor, 'an operator (eq, gt, ...) or "not."');
  return readValue(cursor, field, head, false);
}

/** `or=(a.eq.1,and(b.gt.2,c.is.null))`. What follows the last bracket is ignored. */
export function readLogic(cursor: Cursor, kind: Logic['kind'], negated: boolean): Logic {
  return { kind, negated, members: readMembers(cursor, 0) };
}

function readMembers(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_DEPTH) throw new RestError('PGRST100', { details: `logic is nested deeper than ${MAX_DEPTH}` });
  skipBlanks(cursor);
  expect(cursor, '(');
  const members: Condition[] = [];
  do {
    skipBlanks(cursor);
    members.push(readCondition(cursor, depth));
    skipBlanks(cursor);
  } while (accept(cursor, ','));
  expect(cursor, ')');
  return members;
}

/** A column may be called `and`, `or` or `not`: what follows the name tells. */
function readCondition(cursor: Cursor, depth: number): Condition {
  const quoted = isAt(cursor, '"');
  const column = readName(cursor);
  if (!quoted && isAt(cursor, '(')) return readTree(cursor, column, false, depth);
  const json = readJsonPath(cursor);
  skipBlanks(cursor);
  expect(cursor, '.');
  const head = readHead(cursor);
  if (head) return readValue(cursor, { column, json }, head, true);
  if (quoted || column !== 'not' || json.length > 0) refuse(cursor, 'an operator (eq, gt, ...) or "not."');
  return readTree(cursor, readName(cursor), true, depth);
}

function readTree(cursor: Cursor, kind: string, negated: boolean, depth: number): Logic {
  if (kind !== 'and' && kind !== 'or') refuse(cursor, '"and" or "or"');
  return { kind, negated, members: readMembers(cursor, depth + 1) };
}

/** Parameter `order`: `a.desc.nullslast,b->>c,embedded(d).asc`. */
export function readOrder(cursor: Cursor): OrderTerm[] {
  const terms: OrderTerm[] = [];
  do terms.push(readTerm(cursor));
  while (accept(cursor, ','));
  return terms;
}

function readTerm(cursor: Cursor): OrderTerm {
  let field = readField(cursor);
  let relation: string | null = null;
  if (field.json.length === 0 && accept(cursor, '(')) {
    relation = field.column;
    field = readField(cursor);
    expect(cursor, ')');
  }
  const direction = accept(cursor, '.asc') ? 'asc' : accept(cursor, '.desc') ? 'desc' : null;
  const nulls = accept(cursor, '.nullsfirst') ? 'first' : accept(cursor, '.nullslast') ? 'last' : null;
  if (!isEnd(cursor) && !isAt(cursor, ',')) refuse(cursor, '".asc", ".desc", ".nullsfirst", ".nullslast" or ","');
  return { relation, field, direction, nulls };
}
