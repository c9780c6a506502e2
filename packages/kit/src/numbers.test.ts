import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatCount, formatMillicores, formatMoney, formatPercent, parseMillicores } from './numbers.ts';

describe('formatPercent', () => {
  it.each([
    [1, '100 %'],
    [0.99999, '99.9 %'],
    [0.933, '93.3 %'],
    [0.0001, '<0.1 %'],
    [0, '0 %'],
    [Number.NaN, '-'],
  ])('%d reads %s', (ratio, text) => expect(formatPercent(ratio)).toBe(text));

  it('says 100 only of all and 0 only of nothing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (ratio) => {
        const text = formatPercent(ratio);
        expect(text === '100 %').toBe(ratio === 1);
        expect(text === '0 %').toBe(ratio * 100 === 0);
      }),
    );
  });
});

test('counts have separators', () => expect(formatCount(3956)).toBe('3,956'));

describe('formatMoney', () => {
  it.each([
    [0.424, '$0.42'],
    [10, '$10.00'],
    [10.01, '$10'],
    [828_750.0595, '$828,750'],
    [-3.5, '-$3.50'],
  ])('%d reads %s', (amount, text) => expect(formatMoney(amount)).toBe(text));

  it('is the placeholder for nothing', () => {
    expect([0, null, undefined, Number.NaN].map((amount) => formatMoney(amount, '-'))).toEqual(Array(4).fill('-'));
    expect(formatMoney(0)).toBe('');
  });

  it('is never off by more than half of its last digit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), (amount) => {
        const read = Number(formatMoney(amount).replace(/[$,]/g, ''));
        expect(Math.abs(read - amount)).toBeLessThanOrEqual(amount <= 10 ? 0.005_000_1 : 0.5);
      }),
    );
  });
});

describe('millicores', () => {
  it.each([
    [0, '0m'],
    [-0.2, '0m'],
    [250, '250m'],
    [999.6, '1.00 cores'],
    [1500, '1.50 cores'],
    [-1500, '-1.50 cores'],
    [Number.NaN, '-'],
  ])('%d reads %s', (millicores, text) => expect(formatMillicores(millicores)).toBe(text));

  it.each([
    ['250m', 250],
    ['1.5', 1500],
    [' 2 cores ', 2000],
    ['1 core', 1000],
  ])('takes %s', (text, millicores) => expect(parseMillicores(text)).toBe(millicores));

  it.each(['', 'm', '-1', '1.5M', '1e3', '2 core s'])('refuses %j', (text) => expect(parseMillicores(text)).toBeNull());

  it('reads back what it wrote, to the hundredth of a core', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (millicores) => {
        const back = parseMillicores(formatMillicores(millicores)) ?? Number.NaN;
        expect(Math.abs(back - millicores)).toBeLessThanOrEqual(millicores < 1000 ? 0 : 5);
      }),
    );
  });
});
