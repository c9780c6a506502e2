import { expect, test } from 'vitest';
import { errorAnswer, fromDatabaseError, RestError, restErrors, statusOfSqlState } from './errors.ts';

const fromPostgres = (code: string, more: object = {}) =>
  Object.assign(new Error('told by the database'), { code, ...more });

test('a code brings its status and a text', () => {
  const error = new RestError('PGRST103', { details: 'why' });
  expect(error).toMatchObject({ code: 'PGRST103', status: 416, details: 'why', hint: null });
  expect(error.message).toBe(restErrors.PGRST103.message);
});

test('status, text and headers can be told otherwise', () => {
  const error = new RestError('42501', { status: 403, message: 'no', headers: { 'x-rule': 'r1' } });
  expect(errorAnswer(error)).toEqual({
    status: 403,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-rule': 'r1' },
    body: '{"code":"42501","details":null,"hint":null,"message":"no"}',
  });
});

test('a name of the prototype is no code', () => {
  expect(new RestError('constructor').status).toBe(400);
});

test.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['22P02', 400],
  ['42501', 403],
  ['42883', 404],
  ['42P01', 404],
  ['42703', 400],
  ['25006', 405],
  ['54001', 413],
  ['55000', 405],
  ['55006', 500],
  ['57014', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT418', 418],
  ['PT999', 400],
])('%s is %i', (state, status) => {
  expect(statusOfSqlState(state)).toBe(status);
});

test('an error of the database keeps code, text, detail and hint', () => {
  const error = fromDatabaseError(fromPostgres('23505', { detail: 'Key exists', hint: 'another' }));
  expect(error).toMatchObject({
    code: '23505',
    status: 409,
    message: 'told by the database',
    details: 'Key exists',
    hint: 'another',
  });
});

test('a lost connection and our own mistakes are not about the request', () => {
  expect(fromDatabaseError(fromPostgres('08006'))).toBeNull();
  expect(fromDatabaseError(fromPostgres('57P01'))).toBeNull();
  expect(fromDatabaseError(fromPostgres('ECONNREFUSED'))).toBeNull();
  expect(fromDatabaseError(new TypeError('x'))).toBeNull();
  expect(fromDatabaseError('text')).toBeNull();
});

test('a refusal passes as it is', () => {
  const error = new RestError('PGRST100');
  expect(fromDatabaseError(error)).toBe(error);
});
