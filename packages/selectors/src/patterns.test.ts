import { matchesName } from '@quarterdeck/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asPrefixes, exactly, fitsPatterns, foldPatterns, parsePatterns } from './patterns.ts';

const fits = (value: string, list: string) => fitsPatterns([value], parsePatterns(list));

test.each([
  ['web', 'web', true],
  ['web', 'api,web', true],
  ['web', 'api', false],
  ['web-1', 'web*', true],
  ['my-web', '*web', true],
  ['my-web-1', '*web*', true],
  ['my-web-1', 'web*', false],
  ['web', '!web', false],
  ['api', '!web', true],
  ['web', '*,!web', false],
  ['web', '!w*,web', false],
  ['anything', '*', true],
  ['anything', '', true],
  ['anything', ' , ', true],
  ['a*b', 'a*b', true],
  ['axb', 'a*b', false],
  ['a,b', 'a%2Cb', true],
  ['a*', 'a%2A', true],
  ['ab', 'a%2A', false],
  ['100%', '100%', true],
  ['', '!', false],
  ['x', '!', true],
  ['x', '**', true],
])('%s by %s: %s', (value, list, expected) => {
  expect(fits(value, list)).toBe(expected);
});

test('several values: none may be excluded, one must be meant', () => {
  expect(fitsPatterns(['a', 'b'], parsePatterns('b'))).toBe(true);
  expect(fitsPatterns(['a', 'b'], parsePatterns('b,!a'))).toBe(false);
  expect(fitsPatterns([], parsePatterns('!a'))).toBe(true);
  expect(fitsPatterns([], parsePatterns('*'))).toBe(false);
});

test('literal texts keep their signs; bare words become begins', () => {
  expect(fitsPatterns(['!a*,b'], exactly(['!a*,b']))).toBe(true);
  expect(asPrefixes(parsePatterns('john,*x,!y'))).toEqual({
    include: [
      { kind: 'prefix', text: 'john' },
      { kind: 'suffix', text: 'x' },
    ],
    exclude: [{ kind: 'prefix', text: 'y' }],
  });
});

test('without case it is the rule for names that checks use', () => {
  const item = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '*', '-', '!'), maxLength: 4 });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', 'C', '-'), maxLength: 4 }),
      fc.array(item, { maxLength: 4 }),
      (value, items) => {
        // That rule knows no exclusion of the empty name, and takes `!!a` and `**` by the letter.
        fc.pre(items.every((one) => one !== '!' && !/^!!|\*\*/.test(one)));
        const list = items.join(',');
        expect(fitsPatterns([value.toLowerCase()], foldPatterns(parsePatterns(list)))).toBe(matchesName(value, list));
      },
    ),
  );
});
