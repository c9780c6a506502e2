import { expect, test } from 'vitest';
import { type Cursor, createCursor } from './cursor.ts';
import { readFilter, readLogic, readOrder } from './logic.ts';
import { readNames } from './names.ts';
import { readSelect } from './select.ts';

const field = { column: 'a', json: [] };
const readers: Record<string, (cursor: Cursor) => unknown> = {
  select: readSelect,
  filter: (cursor) => readFilter(cursor, field),
  logic: (cursor) => readLogic(cursor, 'or', false),
  order: readOrder,
  names: readNames,
};

/** Steps for each character, whether the text is read or refused. */
function cost(read: (cursor: Cursor) => unknown, text: string): number {
  const cursor = createCursor(text, 'test');
  try {
    read(cursor);
  } catch {
    // A refusal costs as well.
  }
  return cursor.steps / text.length;
}

const pieces = [
  ...[
    'a',
    'a,',
    '"',
    '"a",',
    '"a',
    '\\"',
    'a(',
    'a(b),',
    '(',
    '((',
    ',',
    'a->b',
    'a->0',
    '->',
    '->>"',
    'a:',
    '::',
    '...',
  ],
  ...[
    'not.',
    'a.eq.1,',
    'a.eq.",',
    'a.eq."\\",',
    'a.in.(',
    'a.in.("b,',
    'a.cs.{',
    'and(',
    'not.and(',
    '{',
    '{a',
    '\\',
    '-',
  ],
  ...[' ', '*', '!', '!a', 'count(),', '.sum()', 'é', '𝒳', '1', '-1,', 'a.desc,', 'b(c),'],
];
const starts = ['', '(', 'in.(', 'eq(any).{', 'in.("', '("', 'a.eq."', 'a(', '"'];

test.each(Object.entries(readers))('%s takes time in proportion to its text, whatever it says', (_name, read) => {
  for (const start of starts) {
    for (const piece of pieces) {
      const short = cost(read, start + piece.repeat(500));
      const long = cost(read, start + piece.repeat(5000));
      expect([start, piece, long > Math.max(2 * short, 40)]).toEqual([start, piece, false]);
      expect([start, piece, long > 60]).toEqual([start, piece, false]);
    }
  }
});
