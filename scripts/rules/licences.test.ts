import { expect, it } from 'vitest';
import { isAllowed } from './licences.ts';

it('accepts permissive licences and choices among them', () => {
  expect(isAllowed('MIT')).toBe(true);
  expect(isAllowed('(MIT OR GPL-3.0)')).toBe(true);
  expect(isAllowed('MIT AND Zlib')).toBe(true);
});

it('refuses copyleft, unknown and missing licences', () => {
  expect(isAllowed('GPL-3.0')).toBe(false);
  expect(isAllowed('MIT AND GPL-3.0')).toBe(false);
  expect(isAllowed('')).toBe(false);
});
