import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentRange, parseStatusQuery } from './row-query.ts';

const ID = '0197a1b2-0000-0000-0000-000000000001';

test('the history request of the console', () => {
  const query = parseStatusQuery(
    [
      ['check_id', `eq.${ID}`],
      ['time', 'gt.2026-05-10T10:00:00.000Z'],
      ['status', 'eq.0'],
      ['duration', 'gte.500'],
      ['order', 'time.desc'],
      ['limit', '50'],
      ['offset', '100'],
    ],
    'count=exact',
  );
  expect(query).toMatchObject({
    conditions: ['check_id = $1', 'time > $2', 'status = $3', 'duration >= $4'],
    values: [ID, '2026-05-10T10:00:00.000Z', false, 500],
    order: 'time desc',
    limit: 50,
    offset: 100,
    count: true,
  });
});

test.each(['1', 'true', 't', 'TRUE'])('status=eq.%s is true', (text) => {
  expect(parseStatusQuery([['status', `eq.${text}`]], '').values).toEqual([true]);
});

test('a list of columns is kept, a star means all', () => {
  expect(parseStatusQuery([['select', 'time, status']], '').columns).toBe('time, status');
  expect(parseStatusQuery([['select', '*']], '').columns).toContain('details');
});

test.each([
  ['check_id', 'eq.nothing'],
  ['check_id', ID],
  ['time', 'gt.yesterday'],
  ['duration', 'eq.1.5'],
  ['status', 'eq.2'],
  ['status', 'in.(1)'],
  ['message', 'eq.x'],
  ['constructor', 'eq.1'],
  ['order', 'message.desc'],
  ['order', 'time.desc.nullslast'],
  ['limit', '-1'],
  ['offset', 'x'],
  ['select', 'time,secrets'],
])('%s=%s is refused by name', (name, text) => {
  const refusal = () => parseStatusQuery([[name, text]], '');
  expect(refusal).toThrow(AppError);
  expect(refusal).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID', details: { parameter: name } }));
});

test('no text of a request becomes part of a statement', () => {
  const name = fc.oneof(fc.constantFrom('check_id', 'time', 'status', 'order', 'select', 'limit'), fc.string());
  fc.assert(
    fc.property(name, fc.string(), (parameter, text) => {
      try {
        const query = parseStatusQuery([[parameter, text]], '');
        const statement = [query.columns, ...query.conditions, query.order].join(' ');
        expect(statement).toMatch(/^[a-z_,$0-9 =<>]*$/);
      } catch (error) {
        expect(error).toMatchObject({ code: 'REQUEST_INVALID' });
      }
    }),
  );
});

test.each([
  [0, 50, 1234, 206, '0-49/1234'],
  [0, 3, 3, 200, '0-2/3'],
  [0, 0, 0, 200, '*/0'],
  [10, 0, 5, 416, '*/5'],
  [5, 2, null, 200, '5-6/*'],
])('offset %i with %i of %s rows', (offset, returned, total, status, header) => {
  expect(contentRange(offset, returned, total)).toEqual({ status, header });
});
