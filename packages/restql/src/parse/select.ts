import type { SelectEmbed, SelectField, SelectItem } from '../ast.ts';
import { RestError } from '../errors.ts';
import { accept, type Cursor, expect, isAt, isEnd, MAX_DEPTH, refuse, skipBlanks } from './cursor.ts';
import { isName, readIdentifier, readJsonPath, readName } from './names.ts';

/** So many embedded resources may one request have: each costs the database a join. */
const MAX_EMBEDS = 100;

const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const;

/**
 * Reads parameter `select` (contract database.md §7.2): fields, embedded resources, spreads and aggregates. Reading
 * stops at the first character that an item cannot go on with after a complete one, and ignores the rest.
 */
export function readSelect(cursor: Cursor): SelectItem[] {
  return readItems(cursor, 0, { embeds: 0 });
}

function readItems(cursor: Cursor, depth: number, count: { embeds: number }): SelectItem[] {
  if (depth > MAX_DEPTH) throw new RestError('PGRST100', { details: `select is nested deeper than ${MAX_DEPTH}` });
  const items: SelectItem[] = [];
  if (!isItem(cursor)) return items;
  for (;;) {
    items.push(readItem(cursor, depth, count));
    const blanks = skipBlanks(cursor);
    if (!accept(cursor, ',')) {
      if (blanks && items.at(-1)?.kind === 'embed') refuse(cursor, '","');
      return items;
    }
  }
}

/** A `*` stands alone; a list that begins with one that does not is empty. */
function isStar(cursor: Cursor): boolean {
  const start = cursor.at;
  const found = accept(cursor, '*');
  skipBlanks(cursor);
  const stands = found && (isEnd(cursor) || isAt(cursor, ',') || isAt(cursor, ')'));
  cursor.at = start;
  return stands;
}

function isItem(cursor: Cursor): boolean {
  return isStar(cursor) || isAt(cursor, '...') || isAt(cursor, '\t') || isName(cursor);
}

function readItem(cursor: Cursor, depth: number, count: { embeds: number }): SelectItem {
  skipBlanks(cursor);
  if (accept(cursor, '...')) {
    return readEmbed(cursor, { target: readName(cursor), alias: null, spread: true }, depth, count);
  }
  if (isStar(cursor)) {
    cursor.at += 1;
    skipBlanks(cursor);
    return { kind: 'field', field: '*', alias: null, cast: null, aggregate: null };
  }
  let start = cursor.at;
  let name = readName(cursor);
  let alias: string | null = null;
  if (isAt(cursor, ':') && !isAt(cursor, '::')) {
    alias = name;
    cursor.at += 1;
    skipBlanks(cursor);
    start = cursor.at;
    name = readName(cursor);
  }
  if (cursor.text.startsWith('count()', start)) return readCount(cursor, alias);
  if (isAt(cursor, '!') || isAt(cursor, '(')) {
    return readEmbed(cursor, { target: name, alias, spread: false }, depth, count);
  }
  return readSelectField(cursor, name, alias);
}

/** What follows the target: `!hint!inner(…)`. The first of two hints, and of two kinds of join, counts. */
function readEmbed(
  cursor: Cursor,
  begun: Pick<SelectEmbed, 'target' | 'alias' | 'spread'>,
  depth: number,
  count: { embeds: number },
): SelectEmbed {
  let hint: string | null = null;
  let join: SelectEmbed['join'] = null;
  for (let parameters = 0; parameters < 2 && accept(cursor, '!'); parameters += 1) {
    const word = readName(cursor);
    if (word === 'inner' || word === 'left') join ??= word;
    else hint ??= word;
  }
  expect(cursor, '(');
  count.embeds += 1;
  if (count.embeds > MAX_EMBEDS) {
    throw new RestError('PGRST100', { details: `select embeds more than ${MAX_EMBEDS} resources` });
  }
  const select = readItems(cursor, depth + 1, count);
  expect(cursor, ')');
  return { kind: 'embed', ...begun, hint, join, select };
}

function readCast(cursor: Cursor): string | null {
  if (!accept(cursor, '::')) return null;
  const cast = readIdentifier(cursor);
  if (!cast) refuse(cursor, 'a type');
  return cast;
}

/** `count()` counts rows. */
function readCount(cursor: Cursor, alias: string | null): SelectField {
  expect(cursor, '()');
  const aggregate = { name: 'count' as const, cast: readCast(cursor) };
  return end(cursor, { kind: 'field', field: '*', alias, cast: null, aggregate });
}

function readSelectField(cursor: Cursor, column: string, alias: string | null): SelectField {
  skipBlanks(cursor);
  const field = { column, json: readJsonPath(cursor) };
  skipBlanks(cursor);
  const cast = readCast(cursor);
  const aggregate = readAggregate(cursor);
  return end(cursor, { kind: 'field', field, alias, cast, aggregate });
}

function readAggregate(cursor: Cursor): SelectField['aggregate'] {
  if (!accept(cursor, '.')) return null;
  const name = aggregates.find((candidate) => accept(cursor, `${candidate}()`));
  if (!name) refuse(cursor, aggregates.map((candidate) => `${candidate}()`).join(', '));
  return { name, cast: readCast(cursor) };
}

function end(cursor: Cursor, field: SelectField): SelectField {
  if (!isEnd(cursor) && !isAt(cursor, ',') && !isAt(cursor, ')')) refuse(cursor, '"," or ")"');
  return field;
}
