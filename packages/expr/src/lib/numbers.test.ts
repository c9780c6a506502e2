import { describe, expect, it } from 'vitest';
import { evaluateCel, renderTemplate } from '../index.ts';

const render = (text: string) => renderTemplate(`{{ ${text} }}`, {});

describe('conv', () => {
  it.each([
    ['conv.ToBool "yes"', 'true'],
    ['conv.ToBool true', 'true'],
    ['conv.ToBool "0x01"', 'true'],
    ['conv.ToBool "T"', 'true'],
    ['conv.ToBool "blah"', 'false'],
    ['conv.ToBool "on"', 'false'],
    ['conv.ToBool 0', 'false'],
    ['conv.ToBool ""', 'false'],
    ['conv.ToBools "yes" true 0', '[true true false]'],
    ['conv.Bool "true"', 'true'],
    ['conv.ParseBool "F"', 'false'],
    ['"" | conv.Default "foo"', 'foo'],
    ['"bar" | conv.Default "foo"', 'bar'],
    ['0 | default 7', '7'],
    ['conv.Join (coll.Slice 1 2 3) "-"', '1-2-3'],
    ['conv.ParseInt "7C0" 16 32', '1984'],
    ['conv.ParseInt "-12"', '-12'],
    ['conv.ParseInt "0x1f" 0 64', '31'],
    ['conv.ParseInt "0b11" 0 64', '3'],
    ['conv.ParseFloat "3.14" 64', '3.14'],
    ['conv.Atoi "21"', '21'],
    ['conv.ToInt64 "9223372036854775807"', '9223372036854775807'],
    ['conv.ToInt64 "0x42"', '66'],
    ['conv.ToInt true', '1'],
    ['conv.ToInts true 0x42 "123,456.99" "1.2345e+3"', '[1 66 123456 1234]'],
    ['conv.ToInt64s "1" 2.9', '[1 2]'],
    ['conv.ToFloat64 "8.233e-1"', '0.8233'],
    ['conv.ToFloat64 "9,000.09"', '9000.09'],
    ['conv.ToFloat64s true "1.2345e+3"', '[1 1234.5]'],
    ['conv.ToString 0xFF', '255'],
    ['conv.ToString (dict "foo" "bar")', 'map[foo:bar]'],
    ['conv.ToStrings 42 true', '[42 true]'],
    ['(conv.URL "https://example.com:8443/foo/bar?a=b#c").Host', 'example.com:8443'],
    ['(conv.URL "https://example.com/foo/bar?a=b#c").Path', '/foo/bar'],
    ['(conv.URL "https://example.com/foo?a=b#c").RawQuery', 'a=b'],
    ['(conv.URL "https://example.com/#c").Fragment', 'c'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each([
    'conv.ParseInt "12abc"',
    'conv.ParseInt "8" 8',
    'conv.ParseInt "FFFFFFFFFFFFFFFFF" 16',
    'conv.ParseInt "1" 99',
    'conv.Atoi "foo"',
    'conv.ParseBool "yes"',
    'conv.ToFloat64 "none"',
    'conv.ToInt "9223372036854775808"',
    'conv.URL "::"',
  ])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });
});

describe('math', () => {
  it.each([
    ['math.Abs -3.5', '3.5'],
    ['math.Abs -3', '3'],
    ['math.Add 1 2 3 4', '10'],
    ['math.Add 1 2.5', '3.5'],
    ['math.Add "1" 2', '3'],
    ['math.Ceil 5.1', '6'],
    ['math.Floor 5.9', '5'],
    ['math.Round -0.5', '-1'],
    ['math.Round 6.5', '7'],
    ['math.Div 8 2', '4'],
    ['math.Div 3 2', '1.5'],
    ['math.IsFloat 1.0', 'true'],
    ['math.IsFloat 42', 'false'],
    ['math.IsInt 42', 'true'],
    ['math.IsInt "42"', 'true'],
    ['math.IsInt "foo"', 'false'],
    ['math.IsNum "0.5"', 'true'],
    ['math.IsNum "foo"', 'false'],
    ['math.Max 0 8.0 4.5 "-1.5e-11"', '8'],
    ['math.Min 0 8 4.5 "-1.5e-11"', '-1.5e-11'],
    ['math.Mul 8 8 2', '128'],
    ['math.Pow 10 2', '100'],
    ['math.Pow 2 32', '4294967296'],
    ['math.Pow 1.5 2', '2.25'],
    ['math.Rem 5 3', '2'],
    ['math.Seq 5', '[1 2 3 4 5]'],
    ['math.Seq 10 -3 3', '[10 7 4 1 -2]'],
    ['math.Sqrt 16', '4'],
    ['math.Sub 3 1', '2'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each([
    'math.Div 1 0',
    'math.Rem 1 0',
    'math.Max',
    'math.Add "a" 1',
    'math.Seq 1 5 0',
    'math.Mul 9223372036854775807 2',
  ])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });

  it.each([
    ['math.greatest(1, 5, 3)', 5],
    ['math.least([4, 2.5])', 2.5],
    ['math.ceil(1.2)', 2],
    ['math.trunc(-1.7)', -1],
    ['math.sign(-4)', -1],
    ['math.sign(0.5)', 1],
    ['math.abs(-2)', 2],
    ['math.isNaN(double("NaN"))', true],
    ['math.isInf(double("-Inf"))', true],
    ['math.isFinite(1.0)', true],
    ['math.sqrt(2.25)', 1.5],
    ['int("0x1f")', 31],
    ['int(-7.9)', -7],
    ['int(timestamp("1970-01-01T00:01:00Z"))', 60],
    ['double("2.5")', 2.5],
    ['sum([1, 2, 3])', 6],
    ['[1, 2.5].sum()', 3.5],
  ])('%s', async (expression, expected) => {
    expect(await evaluateCel(expression, {})).toBe(expected);
  });
});
