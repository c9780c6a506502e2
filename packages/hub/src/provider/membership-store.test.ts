import { expect, it } from 'vitest';
import { highestRole } from './membership-store.ts';

it.each([
  ['owner', 'owner'],
  ['member,admin', 'admin'],
  ['guest, owner', 'owner'],
  ['member', 'member'],
  ['', 'guest'],
  ['superuser', 'guest'],
] as const)('of "%s" the role %s counts', (text, role) => {
  expect(highestRole(text)).toBe(role);
});
