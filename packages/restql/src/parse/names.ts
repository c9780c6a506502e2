import type { FieldPath, JsonStep } from '../ast.ts';
import { RestError } from '../errors.ts';
import { accept, type Cursor, isAt, isEnd, peek, refuse, skipBlanks } from './cursor.ts';

const MAX_INDEX = 2_147_483_647;
const LETTER = /^\p{L}$/u;

/** How many code units the character of a name at the cursor has; 0 when it cannot stand in a name. */
function nameUnits(cursor: Cursor): number {
  const code = cursor.text.codePointAt(cursor.at);
  cursor.steps += 1;
  if (code === undefined) return 0;
  const ascii =
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 32 ||
    code === 36;
  if (ascii) return 1;
  if (code < 128 || !LETTER.test(String.fromCodePoint(code))) return 0;
  return code > 0xffff ? 2 : 1;
}

/** Letters, digits, `_`, `$` and blanks; blanks around are dropped. Null when nothing is there. */
export function readIdentifier(cursor: Cursor): string | null {
  const start = cursor.at;
  for (let units = nameUnits(cursor); units > 0; units = nameUnits(cursor)) cursor.at += units;
  return cursor.at > start ? cursor.text.slice(start, cursor.at).trim() : null;
}

/** `"…"` with `\` before a character that is meant as itself. Null, with the cursor unmoved, when it does not end. */
export function readQuoted(cursor: Cursor): string | null {
  const { text } = cursor;
  const start = cursor.at;
  if (!isAt(cursor, '"')) return null;
  let value = '';
  let from = start + 1;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      cursor.steps += at - start;
      cursor.at = at + 1;
      return value + text.slice(from, at);
    }
    if (char === '\\' && at + 1 < text.length) {
      value += text.slice(from, at);
      from = at + 1;
      at += 1;
    }
  }
  cursor.steps += text.length - start;
  return null;
}

/** A `-` belongs to a name unless it begins an arrow. */
function acceptDash(cursor: Cursor): boolean {
  return !isAt(cursor, '->') && accept(cursor, '-');
}

function dashed(cursor: Cursor, read: (cursor: Cursor) => string | null): string {
  const parts: string[] = [];
  do {
    const part = read(cursor);
    if (part === null) refuse(cursor, 'a name');
    parts.push(part);
  } while (acceptDash(cursor));
  return parts.join('-');
}

/** A name as it stands in a request: quoted, or identifiers with dashes between. Refuses an empty one. */
export function readName(cursor: Cursor): string {
  const name = isAt(cursor, '"') ? readQuoted(cursor) : dashed(cursor, readIdentifier);
  if (name === null || name === '') refuse(cursor, 'a name');
  return name;
}

/** Whether a name can begin here. */
export function isName(cursor: Cursor): boolean {
  return isAt(cursor, '"') || nameUnits(cursor) > 0;
}

function readKeyPart(cursor: Cursor): string | null {
  const start = cursor.at;
  while (!isEnd(cursor) && !'(-:.,>)'.includes(peek(cursor))) cursor.at += 1;
  return cursor.at > start ? cursor.text.slice(start, cursor.at).trim() : null;
}

function isIndexEnd(cursor: Cursor): boolean {
  return isEnd(cursor) || ['->', '::', '.', ',', ')'].some((end) => isAt(cursor, end));
}

/** `-1` or `2`, when nothing of a key follows. Null, with the cursor unmoved, for anything else. */
function readIndex(cursor: Cursor): number | null {
  const start = cursor.at;
  accept(cursor, '-');
  const digits = cursor.at;
  while (peek(cursor) >= '0' && peek(cursor) <= '9') cursor.at += 1;
  if (cursor.at > digits && isIndexEnd(cursor)) {
    const index = Number(cursor.text.slice(start, cursor.at));
    if (Math.abs(index) > MAX_INDEX) {
      throw new RestError('22003', { message: 'An index into a JSON array is out of range' });
    }
    return index;
  }
  cursor.at = start;
  return null;
}

/** `->key`, `->>0` ... as many as follow. */
export function readJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  while (isAt(cursor, '->')) {
    const arrow = accept(cursor, '->>') ? '->>' : '->';
    if (arrow === '->') accept(cursor, '->');
    const index = readIndex(cursor);
    const key = index ?? (isAt(cursor, '"') ? readQuoted(cursor) : dashed(cursor, readKeyPart));
    if (key === null) refuse(cursor, 'a key');
    steps.push({ arrow, key });
  }
  return steps;
}

/** A column and its json path, blanks around allowed. */
export function readField(cursor: Cursor): FieldPath {
  skipBlanks(cursor);
  const column = readName(cursor);
  const json = readJsonPath(cursor);
  skipBlanks(cursor);
  return { column, json };
}

/** Names with commas between, as in `columns=` and `on_conflict=`; what cannot be read after them is ignored. */
export function readNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do {
    skipBlanks(cursor);
    names.push(readName(cursor));
    skipBlanks(cursor);
  } while (accept(cursor, ','));
  return names;
}
