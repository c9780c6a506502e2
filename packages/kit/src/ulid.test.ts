import { isUuid } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ulidTimeMs, ulidUuid, uuidToUlid } from './ulid.ts';

const at = (ms: number) => ({ now: () => ms });
const noise = (fill: number) => (count: number) => new Uint8Array(count).fill(fill);

test('the first six bytes are the time', () => {
  expect(ulidUuid(at(0x0123456789ab), noise(0xff))).toBe('01234567-89ab-ffff-ffff-ffffffffffff');
});

test('has the known base 32 form', () => {
  expect(uuidToUlid('00000000-0000-0000-0000-000000000000')).toBe('00000000000000000000000000');
  expect(uuidToUlid('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(uuidToUlid('01563e3a-b5d3-d676-4c61-efb99302bd5b')).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV');
});

test('refuses what is no UUID', () => {
  expect(() => uuidToUlid('nonsense')).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
});

test('ids are UUIDs that sort and tell their time', () => {
  const times = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(times, times, fc.uint8Array({ minLength: 10, maxLength: 10 }), (first, second, bytes) => {
      const a = ulidUuid(at(first), () => bytes);
      const b = ulidUuid(at(second), () => bytes);
      expect(isUuid(a)).toBe(true);
      expect(ulidTimeMs(a)).toBe(first);
      expect(Math.sign(a.localeCompare(b))).toBe(Math.sign(first - second));
      expect(Math.sign(uuidToUlid(a).localeCompare(uuidToUlid(b)))).toBe(Math.sign(first - second));
    }),
  );
});
