import { describe, expect, it } from 'vitest';
import { compileRegex, renderTemplate } from '../index.ts';

/** A group of a replacement, named in braces. */
const group = (name: string) => `$\{${name}}`;
const render = (text: string) => renderTemplate(`{{ ${text} }}`, {});

describe('regexp', () => {
  it.each([
    ['regexp.Find "[a-z]{3}" "foobar"', 'foo'],
    ['regexp.Find "[0-9]" "foobar"', ''],
    ['regexp.FindAll "[a-z]{3}" "foobar"', '[foo bar]'],
    ['regexp.FindAll "[a-z]{3}" 1 "foobarbazqux"', '[foo]'],
    ['regexp.FindAll "x*" 0 "foo" | len', '0'],
    ['regexp.Match "^(\\\\+|-)?[0-9]+$" "-42"', 'true'],
    ['regexp.Match "^[0-9]+$" "4two"', 'false'],
    ['regexp.Match "(?i)HELLO" "say hello"', 'true'],
    ['regexp.QuoteMeta "{foo}"', '\\{foo\\}'],
    ['regexp.Replace "(foo)bar" "$1" "foobar"', 'foo'],
    [`regexp.Replace "(?P<first>[a-z]+) (?P<last>[a-z]+)" "${group('last')}, $first" "alan turing"`, 'turing, alan'],
    [`regexp.Replace "a(.)" "${group('1')}x" "abac"`, 'bxcx'],
    ['regexp.Replace "a(.)" "$1x" "abac"', ''],
    ['regexp.Replace "a" "$$$9" "ba"', 'b$'],
    ['regexp.Replace "x*" "-" "ab"', '-a-b-'],
    ['regexp.ReplaceLiteral "(foo)bar" "$1" "foobar"', '$1'],
    ['regexp.Split "[[:space:]]+" "a b  c"', '[a b c]'],
    ['regexp.Split "," 2 "a,b,c"', '[a b,c]'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each(['regexp.Find "(" "a"', 'regexp.Match "(?=a)" "a"', 'regexp.Match "(a)\\\\1" "aa"'])(
    '%s is no pattern of the engine',
    async (text) => {
      await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
    },
  );
});

describe('compileRegex', () => {
  it('matches anywhere, as often as it is asked', () => {
    const test = compileRegex('\\.(zip|txt)$');
    expect([test('a.zip'), test('b.txt'), test('a.zip.old'), test('a.zip')]).toEqual([true, true, false, true]);
  });

  it('answers at once where a backtracking engine would hang', () => {
    expect(compileRegex('^(a+)+$')(`${'a'.repeat(50_000)}b`)).toBe(false);
  });

  it('says what it cannot read', () => {
    expect(() => compileRegex('(')).toThrowError(expect.objectContaining({ code: 'EXPRESSION_FAILED' }));
    expect(() => compileRegex('a'.repeat(3000))).toThrowError(expect.objectContaining({ code: 'EXPRESSION_LIMIT' }));
  });
});
