import { isUuid } from '@quarterdeck/contract';
import { createManualClock } from '@quarterdeck/kit';
import { expect, test } from 'vitest';
import { createIdSource } from './ids.ts';

test('ids are uuids, differ, and count up with a carry', () => {
  const start = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 254]);
  const newId = createIdSource(createManualClock(1), () => start);
  const ids = [newId(), newId(), newId()];
  expect(ids.every(isUuid)).toBe(true);
  expect(ids.map((id) => id.slice(-4))).toEqual(['09ff', '0a00', '0a01']);
  expect([...ids].sort()).toEqual(ids);
  expect(start[9]).toBe(254);
});
