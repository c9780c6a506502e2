import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseChunks } from './yaml-chunks.ts';

test('splits at lines of three dashes and leaves out what is empty', () => {
  const chunks = parseChunks('---\na: 1\n---\n# only a comment\n---\n\n---\nb: "x --- y"\n--- \n{"c": [1]}\n');
  expect(chunks.map((chunk) => chunk.value)).toEqual([{ a: 1 }, { b: 'x --- y' }, { c: [1] }]);
});

test('does not split inside a block text that is indented', () => {
  expect(parseChunks('a: |\n  ---\n  x\n')[0]?.value).toEqual({ a: '---\nx\n' });
});

test('names lines of the file, whatever the case of the keys', () => {
  const [, second] = parseChunks('a: 1\n---\nspec:\n  HTTP:\n    - name: x\n      url:\n        - bad\n');
  expect(second?.lineOf(['spec'])).toBe(3);
  expect(second?.lineOf(['spec', 'http'])).toBe(4);
  expect(second?.lineOf(['spec', 'http', 0, 'url'])).toBe(6);
  expect(second?.lineOf(['spec', 'http', 0, 'url', 0])).toBe(7);
  expect(second?.lineOf(['spec', 'http', 0, 'missing'])).toBe(5);
  expect(second?.lineOf(['spec', 'missing', 'deeper'])).toBe(3);
  expect(second?.lineOf([])).toBe(3);
});

test('a syntax error has its line and does not touch its neighbours', () => {
  const chunks = parseChunks('ok: 1\n---\nfine: 1\nbroken: [1, 2\n---\nalso: ok\n');
  expect(chunks.map((chunk) => chunk.errors.length > 0)).toEqual([false, true, false]);
  expect(chunks[1]?.errors[0]?.line).toBeGreaterThanOrEqual(4);
  expect(chunks[2]?.value).toEqual({ also: 'ok' });
});

test('an alias bomb is an error, not an hour', () => {
  const levels = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level++) {
    levels.push(
      `k${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  expect(parseChunks(levels.join('\n'))[0]?.errors).not.toEqual([]);
});

test('carriage returns and a byte order mark do no harm', () => {
  expect(parseChunks('\uFEFFa: 1\r\n---\r\nb: 2\r\n').map((chunk) => chunk.value)).toEqual([{ a: 1 }, { b: 2 }]);
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:-{}[]"\'\n #&*!|>%@`,0') }), (text) => {
      for (const chunk of parseChunks(text)) expect(chunk.lineOf(['a', 0])).toBeGreaterThanOrEqual(1);
    }),
  );
});
