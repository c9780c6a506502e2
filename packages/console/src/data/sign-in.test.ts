import { expect, it } from 'vitest';
import { secondStepAddress, signInAddress } from './sign-in.ts';

it.each([
  ['standalone', '/health', null],
  [undefined, '/health', null],
  ['self-hosted', '/health?query=a&tab=b', '/login?return_to=%2Fhealth%3Fquery%3Da%26tab%3Db'],
  ['hosted', '/health', '/auth-state-checker?return_to=%2Fhealth'],
  ['self-hosted', '/login?flow=1', null],
  ['hosted', '/auth-state-checker?return_to=x', null],
] as const)('a 401 in mode %s at %s leads to %s', (mode, here, address) => {
  expect(signInAddress(mode, here)).toBe(address);
});

it.each([
  ['/health?query=a&tab=b', '/login?aal=aal2&return_to=%2Fhealth%3Fquery%3Da%26tab%3Db'],
  ['/login?aal=aal2', null],
])('a second step that is owed at %s leads to %s', (here, address) => {
  expect(secondStepAddress(here)).toBe(address);
});
