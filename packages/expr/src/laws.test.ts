import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateCel, GoDuration, renderTemplate } from './index.ts';

/** What must hold whatever the operands are. */

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '😀', ',', ' '), maxLength: 12 });
const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const number = fc.oneof(fc.double(), fc.integer().map(BigInt));
const json = fc.jsonValue({ maxDepth: 3 });

const cel = (expr: string, variables: Record<string, unknown>) => evaluateCel(expr, variables);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error) => (error instanceof AppError ? error.code : String(error)),
  );

describe('numbers', () => {
  it('of both kinds meet as Go compares them', async () => {
    await fc.assert(
      fc.asyncProperty(number, number, async (a, b) => {
        const found = await cel('[a < b, a <= b, a == b, a != b, a >= b, a > b]', { a, b });
        // JavaScript compares a bigint and a number by their values, and nothing with NaN.
        expect(found).toEqual([a < b, a <= b, a <= b && a >= b, !(a <= b && a >= b), a >= b, a > b]);
      }),
    );
  });

  it('that are whole are added and multiplied exactly, or overflow', async () => {
    await fc.assert(
      fc.asyncProperty(int, int, fc.constantFrom('+', '-', '*'), async (a, b, by) => {
        const exact = by === '+' ? a + b : by === '-' ? a - b : a * b;
        const fits = exact === BigInt.asIntN(64, exact);
        const found = await cel(`string(a ${by} b)`, { a, b }).catch((error: AppError) => error.code);
        expect(found).toBe(fits ? String(exact) : 'EXPRESSION_FAILED');
      }),
    );
  });

  it('are read back from their text', async () => {
    await fc.assert(
      fc.asyncProperty(int, fc.double({ noNaN: true }), async (a, b) => {
        expect(await cel('int(string(a)) == a && double(string(b)) == b', { a, b })).toBe(true);
      }),
    );
  });
});

describe('texts', () => {
  it('that were split are joined again', async () => {
    await fc.assert(
      fc.asyncProperty(word, word, async (input, separator) => {
        expect(await cel('input.split(separator).join(separator)', { input, separator })).toBe(input);
      }),
    );
  });

  it('are replaced everywhere as a split and a join do, and at most so often as asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        word,
        word.filter((part) => part !== ''),
        word,
        fc.nat({ max: 6 }),
        async (input, from, to, limit) => {
          const parts = input.split(from);
          expect(await cel('input.replace(from, to)', { input, from, to })).toBe(parts.join(to));
          let expected = input;
          // Each round takes the first that is left, behind what was put in.
          for (let round = 0, at = 0; round < limit; round += 1) {
            const found = expected.indexOf(from, at);
            if (found < 0) break;
            expected = expected.slice(0, found) + to + expected.slice(found + from.length);
            at = found + to.length;
          }
          expect(await cel('input.replace(from, to, limit)', { input, from, to, limit })).toBe(expected);
        },
      ),
    );
  });

  it('are found where a part of them stands, counted in characters', async () => {
    await fc.assert(
      fc.asyncProperty(word, word, word, async (before, part, after) => {
        const input = before + part + after;
        const [first, last] = (await cel('[input.indexOf(part), input.lastIndexOf(part)]', {
          input,
          part,
        })) as number[];
        const size = [...before].length;
        expect(first).toBeLessThanOrEqual(size);
        expect(last).toBeGreaterThanOrEqual(size);
        for (const at of [first, last]) {
          const found = await cel('input.substring(at, at + part.size())', { input, part, at: BigInt(at ?? 0) });
          expect(found).toBe(part);
        }
      }),
    );
  });

  it('survive base64 and URL escapes', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (input) => {
        expect(await cel('base64.decode(base64.encode(input))', { input })).toBe(input);
        expect(await cel('urldecode(urlencode(input))', { input })).toBe(input);
      }),
    );
  });
});

describe('data', () => {
  it('comes back from JSON and YAML', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const expected = JSON.parse(JSON.stringify(value));
        expect(await cel('JSON({"v": value}.toJSON()).v', { value })).toEqual(expected);
        expect(await cel('JSON({"v": value}.toJSONPretty("  ")).v', { value })).toEqual(expected);
      }),
    );
  });

  it('comes back from CSV', async () => {
    // A row of one empty cell is an empty line, and the end of a cell's line is the file's.
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ß'), minLength: 1, maxLength: 6 });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (value) => {
        expect(await cel('CSV(value.toCSV())', { value })).toEqual(value);
      }),
    );
  });

  it('is neither lost nor doubled by lists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer().map(BigInt), { maxLength: 20 }), async (items) => {
        const plain = items.map(Number);
        const sorted = plain.toSorted((a, b) => a - b);
        expect(await cel('items.sort()', { items })).toEqual(sorted);
        expect(await cel('items.sortBy(i, -i)', { items })).toEqual(sorted.toReversed());
        expect(await cel('items.reverse().reverse()', { items })).toEqual(plain);
        expect(await cel('items.uniq()', { items })).toEqual([...new Set(plain)]);
        expect(await cel('items.filter(i, i > 0) + items.filter(i, i <= 0)', { items })).toHaveLength(plain.length);
        expect(await cel('sum(items)', { items })).toBe(plain.reduce((a, b) => a + b, 0));
      }),
    );
  });
});

describe('spans and instants', () => {
  const span = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map((nanoseconds) => new GoDuration(nanoseconds));

  it('are read back from how Go prints them', async () => {
    await fc.assert(
      fc.asyncProperty(span, async (given) => {
        const { nanoseconds } = given;
        const found = (await cel('duration(printed)', { printed: given.toString() })) as GoDuration;
        expect(found.nanoseconds).toBe(nanoseconds);
        const seconds = (await cel('duration(string(given))', { given })) as GoDuration;
        expect(seconds.nanoseconds).toBe(nanoseconds);
      }),
    );
  });

  it('are added and taken away again', async () => {
    const at = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const days = fc.integer({ min: -10_000, max: 10_000 }).map((count) => new GoDuration(count * 86_400_000));
    await fc.assert(
      fc.asyncProperty(at, days, async (time, by) => {
        expect(await cel('time + by - by == time && (time + by) - time == by', { time, by })).toBe(true);
        expect(await cel('timestamp(string(time)) == time', { time })).toBe(true);
      }),
    );
  });
});

describe('anything that is written', () => {
  const piece = fc.constantFrom(
    ...'a . ? [ ] ( ) { } , : 1 1.5 "x" true null in && || ! == < + - * / % has size map filter x'.split(' '),
    'a.b',
    'time.Now()',
    '.orValue(1)',
    'duration("1h")',
    "JSON('{}')",
  );

  it('as an expression is answered or refused with a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
        const code = await codeOf(cel(pieces.join(' '), { a: { b: 1 }, x: [1] }));
        expect(['', 'EXPRESSION_SYNTAX', 'EXPRESSION_FAILED', 'EXPRESSION_LIMIT']).toContain(code);
      }),
      { numRuns: 400 },
    );
  });

  it('as a template is rendered or refused with a code', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '$(',
        ')',
        '{{-',
        '-}}',
        '{{end}}',
        '{{if .a}}',
        '{{range .x}}',
        '{{else}}',
        ' | ',
        '.a',
        '$v',
        ':=',
      ),
      fc.constantFrom(
        'printf "%d"',
        'index .x 0',
        'strings.ToUpper',
        '"',
        '`',
        '{{/*',
        '*/}}',
        'len',
        '{{define "t"}}',
        '{{template "t"}}',
      ),
      text,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 10 }), async (parts) => {
        const code = await codeOf(renderTemplate(parts.join(''), { a: { b: 1 }, x: [1] }));
        expect(['', 'TEMPLATE_SYNTAX', 'TEMPLATE_FAILED', 'EXPRESSION_LIMIT']).toContain(code);
      }),
      { numRuns: 400 },
    );
  });

  it('without marks is rendered as it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        text.filter((given) => !/\{\{|\$\(|gotemplate/.test(given)),
        async (given) => {
          expect(await renderTemplate(given, {})).toBe(given);
        },
      ),
    );
  });
});
