import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSearchRequest, tellingKind } from './request.ts';

test('nothing asks for nothing', () => {
  for (const body of [null, undefined, '', {}, { limit: null }, { configs: null, checks: [] }]) {
    expect(readSearchRequest(body)).toEqual({ limit: 100, selectors: {} });
  }
});

test('selectors are read by kind; the limit is bounded', () => {
  expect(readSearchRequest({ limit: 5, configs: [{ name: 'a' }], config_changes: [{ search: 'x' }] })).toEqual({
    limit: 5,
    selectors: { configs: [{ name: 'a' }], config_changes: [{ search: 'x' }] },
  });
  expect(readSearchRequest({ limit: 1e9 }).limit).toBe(2000);
  expect(readSearchRequest({ limit: 0 }).limit).toBe(100);
});

test('whatever comes is read or refused with a code', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (whole, member) => {
      for (const body of [whole, { configs: member }, { configs: [member] }, { limit: member }]) {
        try {
          expect(readSearchRequest(body).limit).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).status).toBe(400);
        }
      }
    }),
  );
});

test('an error tells the kind; what is no error of ours passes', () => {
  const thrown = (error: Error) => {
    try {
      return tellingKind('checks', () => {
        throw error;
      });
    } catch (caught) {
      return caught;
    }
  };
  expect(thrown(new AppError('SELECTOR_FIELD', { details: { field: 'x' } }))).toMatchObject({
    code: 'SELECTOR_FIELD',
    details: { field: 'x', kind: 'checks' },
  });
  const other = new Error('other');
  expect(thrown(other)).toBe(other);
});
