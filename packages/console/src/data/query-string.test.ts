import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPollutingKey, parseQueryString, writeQueryString } from './query-string.ts';

describe('the query string', () => {
  it('leaves out what is absent or empty, and writes maps as JSON', () => {
    expect(writeQueryString({ a: 1, b: '', c: undefined, d: null, e: { x: 1 }, f: false })).toBe(
      '?a=1&e=%7B%22x%22%3A1%7D&f=false',
    );
    expect(writeQueryString({ a: undefined })).toBe('');
  });

  it('comes back as it was written', () => {
    const key = fc.string({ minLength: 1 }).filter((name) => !isPollutingKey(name));
    const wellFormed = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(key, wellFormed), (search) => {
        expect(parseQueryString(writeQueryString(search))).toEqual({ ...search });
      }),
    );
  });

  it.each(['__proto__', 'constructor', 'prototype'])('takes no %s in, nor writes it', (key) => {
    expect(Object.keys(parseQueryString(`?${key}=x&a=1`))).toEqual(['a']);
    expect(writeQueryString(JSON.parse(`{"${key}": "x", "a": 1}`))).toBe('?a=1');
  });
});
