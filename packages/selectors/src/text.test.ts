import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, compareText, decimalText, fold, scalarText } from './text.ts';

test('only A to Z are folded', () => {
  expect(fold('Web-Ä\u212a')).toBe('web-Ä\u212a');
});

test('after is the least text above all that begin so', () => {
  expect([after('web'), after('a\u{10ffff}'), after('\ud7ff'), after('\u{10ffff}'), after('')]).toEqual([
    'wec',
    'b',
    '\ue000',
    null,
    null,
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (prefix, text) => {
      const end = after(prefix);
      const isWithin = compareText(text, prefix) >= 0 && (end === null || compareText(text, end) < 0);
      expect(isWithin).toBe(text.startsWith(prefix));
      expect(compareText(prefix + text, prefix)).toBeGreaterThanOrEqual(0);
      if (end !== null) expect(compareText(prefix + text, end)).toBeLessThan(0);
    }),
  );
});

test('texts are ordered by code points, not by code units', () => {
  expect(compareText('\uffff', '😀')).toBeLessThan(0);
  expect('\uffff' < '😀').toBe(false);
});

test('numbers are written without exponent and read back', () => {
  expect([1e21, -1.5e-7, 5, -0, 0.1, 1.25e22].map(decimalText)).toEqual([
    '1000000000000000000000',
    '-0.00000015',
    '5',
    '0',
    '0.1',
    '12500000000000000000000',
  ]);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(value);
      expect(text).not.toMatch(/e/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('objects, lists and null have no text', () => {
  expect([{}, [], null, undefined, 'a', 1.5, false].map(scalarText)).toEqual([
    null,
    null,
    null,
    null,
    'a',
    '1.5',
    'false',
  ]);
});
