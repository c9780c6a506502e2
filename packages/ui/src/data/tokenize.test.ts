import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Language, tokenizeLine } from './tokenize.ts';

const kinds = (line: string, language: Language) =>
  tokenizeLine(line, language)
    .filter((token) => token.text.trim())
    .map((token) => `${token.kind}:${token.text.trim()}`);

describe('JSON', () => {
  test('keys, strings, numbers and words', () => {
    expect(kinds('  "a": "b\\"c", "n": -1.5e3, "t": true, "z": null', 'json')).toEqual([
      'key:"a"',
      'punct::',
      'string:"b\\"c"',
      'punct:,',
      'key:"n"',
      'punct::',
      'number:-1.5e3',
      'punct:,',
      'key:"t"',
      'punct::',
      'word:true',
      'punct:,',
      'key:"z"',
      'punct::',
      'word:null',
    ]);
  });
});

describe('YAML', () => {
  test.each([
    ['# a comment', ['comment:# a comment']],
    ['kind: Canary', ['key:kind', 'punct::', 'string:Canary']],
    ['  - name: ready # now', ['punct:-', 'key:name', 'punct::', 'string:ready', 'comment:# now']],
    ['url: https://a.example/b#c', ['key:url', 'punct::', 'string:https://a.example/b#c']],
    ['n: 12.5', ['key:n', 'punct::', 'number:12.5']],
    ['on: false', ['key:on', 'punct::', 'word:false']],
    ['text: |-', ['key:text', 'punct::', 'punct:|-']],
    ['s: "a # b"', ['key:s', 'punct::', 'string:"a # b"']],
    ['- plain', ['punct:-', 'string:plain']],
  ])('%s', (line, expected) => expect(kinds(line, 'yaml')).toEqual(expected));
});

test('plain text is one piece', () => {
  expect(tokenizeLine('a: 1', 'text')).toEqual([{ kind: 'plain', text: 'a: 1' }]);
});

test('the pieces joined are the line, whatever it holds', () => {
  const line = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('"', "'", '#', ':', ' ', '-', '{', '\\', 'a', '1', '|') }),
  );
  fc.assert(
    fc.property(line, fc.constantFrom<Language>('json', 'yaml', 'text'), (text, language) => {
      const joined = tokenizeLine(text, language)
        .map((token) => token.text)
        .join('');
      expect(joined).toBe(text);
    }),
    { numRuns: 500 },
  );
});
