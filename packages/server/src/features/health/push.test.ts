import { expect, test } from 'vitest';
import { parsePush } from './push.ts';

const ID = '0197A1B2-0000-0000-0000-000000000001';

test('keys match without case, and what is missing has a harmless value', () => {
  const pushed = parsePush({ check: { Name: 'x', LABELS: { a: 1 } }, STATUS: { Status: true, Duration: 12 } }, 99);
  expect(pushed).toMatchObject({
    id: null,
    canaryName: 'x',
    namespace: 'default',
    result: { name: 'x', pass: true, durationMs: 12, startMs: 99, labels: { a: '1' }, type: 'push' },
  });
});

test('an invalid result never passes; an id is written small', () => {
  const pushed = parsePush(
    { Check: { id: ID }, Status: { status: true, invalid: true, time: '2026-01-01T00:00:00Z' } },
    0,
  );
  expect(pushed.id).toBe(ID.toLowerCase());
  expect(pushed.result).toMatchObject({ pass: false, invalid: true, startMs: Date.UTC(2026, 0, 1) });
});

test.each([
  [null, 'body'],
  [[], 'body'],
  [{ Status: {} }, 'Check'],
  [{ Check: { name: 'x' } }, 'Status'],
  [{ Check: {}, Status: {} }, 'Check.name'],
  [{ Check: { id: 'x' }, Status: {} }, 'Check.id'],
  [{ Check: { name: 'x', canary_id: 1 }, Status: {} }, 'Check.canary_id'],
  [{ Check: { name: 'x' }, Status: { time: 'soon' } }, 'Status.time'],
])('%j is refused for %s', (body, parameter) => {
  expect(() => parsePush(body, 0)).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', details: { field: parameter } }),
  );
});
