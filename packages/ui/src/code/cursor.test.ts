import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeInJson, placeInYaml } from './cursor.ts';

/** Splits a text at its one `|`, which stands for the cursor. */
function at(text: string, read: typeof placeInYaml) {
  const offset = text.indexOf('|');
  const place = read(text.replace('|', ''), offset);
  return {
    path: place.path.join('.'),
    part: place.part,
    begun: text.slice(place.from, offset),
    siblings: place.siblings,
  };
}

test.each([
  ['|', '', 'key', ''],
  ['ki|', '', 'key', 'ki'],
  ['kind: Ca|', 'kind', 'value', 'Ca'],
  ['spec:\n  sch|', 'spec', 'key', 'sch'],
  ['a:\n  b:\n    c: 1\n  d|', 'a', 'key', 'd'],
  ['spec:\n  http:\n    - na|', 'spec.http.0', 'key', 'na'],
  ['spec:\n  http:\n    - name: x\n      u|', 'spec.http.0', 'key', 'u'],
  ['spec:\n  http:\n    - name: x\n      url: h|', 'spec.http.0.url', 'value', 'h'],
  ['spec:\n  http:\n  - name: x\n    u|', 'spec.http.0', 'key', 'u'],
  ['a:\n  - b: 1\nc|', '', 'key', 'c'],
  ['a: 1\n# note: x\nb|', '', 'key', 'b'],
])('in YAML %j', (text, path, part, begun) => {
  expect(at(text, placeInYaml)).toMatchObject({ path, part, begun });
});

test('in YAML the keys beside the cursor are known, above and below', () => {
  expect(at('a: 1\nb:\n  c: 1\n|\nd: 2', placeInYaml).siblings).toEqual(['b', 'a', 'd']);
  const item = at('l:\n  - a: 1\n  - b: 2\n    |\n    c: 3\n  - d: 4', placeInYaml);
  expect(item.siblings).toEqual(['b', 'c']);
});

test.each([
  ['{|', '', 'key', ''],
  ['{"ki|', '', 'key', '"ki'],
  ['{"kind": |', 'kind', 'value', ''],
  ['{"kind": "Ca|', 'kind', 'value', '"Ca'],
  ['{"a": {"b": 1, "c|', 'a', 'key', '"c'],
  ['{"a": [{"b": tr|', 'a.0.b', 'value', 'tr'],
  ['{"a": [1, |', 'a.0', 'value', ''],
  ['{"a": "x: {", |', '', 'key', ''],
])('in JSON %j', (text, path, part, begun) => {
  expect(at(text, placeInJson)).toMatchObject({ path, part, begun });
});

test('no text and no cursor makes it fail or leave the text', () => {
  const pieces = fc.array(fc.constantFrom('a:', ' ', '\n', '- ', '"', '{', '}', '[', ',', 'x', ':', '\\', '#'));
  fc.assert(
    fc.property(pieces, fc.nat(40), (parts, offset) => {
      const text = parts.join('');
      const cursor = Math.min(offset, text.length);
      for (const read of [placeInYaml, placeInJson]) {
        const { from } = read(text, cursor);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(from).toBeLessThanOrEqual(cursor);
      }
    }),
    { numRuns: 500 },
  );
});
