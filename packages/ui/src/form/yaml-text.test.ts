import type { Json } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSame } from './path.ts';
import { mergeText, readText, writeText } from './yaml-text.ts';

const TEXT = `# who owns this
kind: Canary # fixed
spec:
  # how often
  schedule: "@every 30s" # fast
  http:
    - name: a # first
      url: x
    - name: b
`;

function meaningOf(text: string): Json {
  const read = readText(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.value ?? {};
}

test('reads YAML and JSON, and names the line of what it cannot read', () => {
  expect(readText('a: 1')).toEqual({ value: { a: 1 } });
  expect(readText('{"a": [1]}')).toEqual({ value: { a: [1] } });
  expect(readText('')).toEqual({ value: undefined });
  const read = readText('a: 1\nb: [1\nc: 2');
  expect('problem' in read && read.line).toBeGreaterThan(1);
  expect('problem' in readText('a: 1\na: 2')).toBe(true);
});

test('an unchanged value leaves the text as it is, to the letter', () => {
  expect(mergeText(TEXT, meaningOf(TEXT))).toBe(TEXT);
});

test('a changed value keeps comments, order and quotes of the rest', () => {
  const value: Json = {
    kind: 'Canary',
    spec: { schedule: '@every 5m', http: [{ name: 'a', url: 'y', added: true }, { name: 'b' }] },
  };
  const text = mergeText(TEXT, value);
  expect(meaningOf(text)).toEqual(value);
  for (const comment of ['# who owns this', '# fixed', '# how often', '# fast', '# first'])
    expect(text).toContain(comment);
});

test('removed keys and items go', () => {
  const value = { kind: 'Canary', spec: { http: [{ name: 'b' }] } };
  expect(meaningOf(mergeText(TEXT, value))).toEqual(value);
});

test('a text that means nothing is replaced', () => {
  expect(meaningOf(mergeText('a: [1', { b: 2 }))).toEqual({ b: 2 });
  expect(meaningOf(mergeText('', { b: 2 }))).toEqual({ b: 2 });
});

test('whatever is laid over whatever is read back', () => {
  const json = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>);
  fc.assert(
    fc.property(json, json, (before, after) => {
      const text = mergeText(writeText(before), after);
      expect(isSame(JSON.parse(JSON.stringify(meaningOf(text))), JSON.parse(JSON.stringify(after)))).toBe(true);
    }),
  );
});
