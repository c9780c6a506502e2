import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesName } from './name-match.ts';

test.each([
  ['kube-system', 'kube-*', true],
  ['KUBE-system', 'kube-*', true],
  ['my-kube', 'kube-*', false],
  ['node-lease', '*lease', true],
  ['leases', '*lease', false],
  ['a-lease-b', '*lease*', true],
  ['anything', '*', true],
  ['exact', 'exact', true],
  ['exactly', 'exact', false],
  ['kube-node-lease', 'kube-*,!*lease', false],
  ['kube-system', 'kube-*, !*lease', true],
  ['default', '!kube-*', true],
  ['kube-x', '!kube-*', false],
  ['', '', true],
  ['a', '!a,a', false],
])('%s by %s: %s', (name, patterns, expected) => {
  expect(matchesName(name, patterns)).toBe(expected);
  expect(matchesName(name, patterns.split(','))).toBe(expected);
});

const names = fc.string({ minLength: 1 }).filter((text) => !/[*!,\s]/.test(text));

test('a name is matched by itself, by its parts, and never by its own exclusion', () => {
  fc.assert(
    fc.property(names, names, (head, tail) => {
      const name = head + tail;
      expect(matchesName(name, [name])).toBe(true);
      expect(matchesName(name, [`${head}*`])).toBe(true);
      expect(matchesName(name, [`*${tail}`])).toBe(true);
      expect(matchesName(name, [`*${tail}*`])).toBe(true);
      expect(matchesName(name, ['*', `!${name}`])).toBe(false);
      expect(matchesName(name, [`!${name}x`])).toBe(true);
    }),
  );
});
