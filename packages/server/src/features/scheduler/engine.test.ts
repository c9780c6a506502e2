import { expect, test } from 'vitest';
import { PUSH_SOURCE, SYSTEM_SOURCE, UI_SOURCE } from '../canaries/sources.ts';
import { isExecAllowed } from './engine.ts';

test.each([
  ['config-dir', 'shop.yaml', true],
  ['config-dir', 'SHOP.JSON', true],
  ['config-dir', SYSTEM_SOURCE, true],
  ['config-dir', UI_SOURCE, false],
  ['config-dir', PUSH_SOURCE, false],
  ['config-dir', '', false],
  ['all', UI_SOURCE, true],
  ['off', 'shop.yaml', false],
  ['off', SYSTEM_SOURCE, false],
] as const)('QD_EXEC=%s: scripts of a canary from %j run: %s', (setting, source, allowed) => {
  expect(isExecAllowed(setting, source)).toBe(allowed);
});
