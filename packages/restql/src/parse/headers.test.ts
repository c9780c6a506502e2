import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { type MediaFormat, negotiate } from './media.ts';
import { appliedPreferences, parsePrefer } from './prefer.ts';
import { parseRange } from './range.ts';

describe('Prefer', () => {
  test('nothing is preferred', () => {
    expect(
      Object.values(parsePrefer(undefined))
        .flat()
        .filter((value) => value !== null),
    ).toEqual([]);
  });

  test('the first of several counts, the unknown is listed', () => {
    expect(
      parsePrefer(
        'count=exact , return=minimal,count=planned, foo,resolution=ignore-duplicates, missing=default,handling=strict,' +
          'tx=rollback,params=single-object,max-affected=7,timezone=Europe/Berlin,count=all,constructor=a',
      ),
    ).toEqual({
      count: 'exact',
      return: 'minimal',
      resolution: 'ignore-duplicates',
      missing: 'default',
      handling: 'strict',
      tx: 'rollback',
      params: 'single-object',
      maxAffected: 7,
      timezone: 'Europe/Berlin',
      invalid: ['foo', 'count=all', 'constructor=a'],
    });
  });

  test.each([
    'Count=exact',
    'count="exact"',
    'count=exact;x=1',
    'max-affected=-1',
    'timezone=a b',
    'timezone=Nowhere/City',
    'timezone=+01:00',
    'max-affected=1e3',
  ])('%s is not understood', (header) => {
    expect(parsePrefer(header).invalid).toEqual([header]);
  });

  test('what was heeded is told in one order', () => {
    const preferences = parsePrefer('max-affected=2,count=exact,handling=strict,return=minimal,timezone=UTC,tx=commit');
    expect(appliedPreferences(preferences)).toBe(
      'return=minimal, count=exact, tx=commit, handling=strict, timezone=UTC, max-affected=2',
    );
    expect(appliedPreferences({ ...preferences, handling: 'lenient', count: null, tx: null, timezone: null })).toBe(
      'return=minimal, handling=lenient',
    );
    expect(appliedPreferences({})).toBeNull();
  });
});

describe('Range', () => {
  test.each([
    ['0-9', { from: 0, to: 9 }],
    ['5-5', { from: 5, to: 5 }],
    ['3-', { from: 3, to: null }],
    ['bytes=0-1', null],
    ['-5', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, expected) => {
    expect(parseRange(header)).toEqual(expected);
  });

  test('it does not end before it begins', () => {
    expect(() => parseRange('2-1')).toThrow(expect.objectContaining({ code: 'PGRST103', status: 416 }));
  });
});

describe('Accept', () => {
  const table: MediaFormat[] = ['array', 'object', 'csv'];

  test.each([
    [undefined, 'any', 'application/json; charset=utf-8'],
    ['', 'any', 'application/json; charset=utf-8'],
    ['application/json, text/plain, */*', 'array', 'application/json; charset=utf-8'],
    ['text/csv; charset=utf-8', 'csv', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.5,application/json', 'array', 'application/json; charset=utf-8'],
    ['*/*,text/csv', 'csv', 'text/csv; charset=utf-8'],
    ['text/html,*/*;q=0.1', 'any', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    ['application/vnd.pgrst.array+json', 'array', 'application/json; charset=utf-8'],
  ])('%s', (header, format, contentType) => {
    expect(negotiate(header, table)).toEqual({ format, contentType, stripNulls: false });
  });

  test('nulls can be left out', () => {
    expect(negotiate('application/vnd.pgrst.object+json;nulls=stripped', table)).toEqual({
      format: 'object',
      stripNulls: true,
      contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    });
    expect(negotiate('application/vnd.pgrst.array+json;nulls=stripped', table).stripNulls).toBe(true);
    expect(negotiate('application/json;nulls=stripped', table).stripNulls).toBe(false);
  });

  test.each([
    'text/html',
    'application/vnd.pgrst.plan',
    'application/octet-stream',
    'garbage',
    'constructor',
    'application/json;q=0',
    'application/openapi+json',
    'text/csv;q=x',
  ])('%s is refused', (header) => {
    expect(() => negotiate(header, table)).toThrow(expect.objectContaining({ code: 'PGRST107' }));
  });

  test('what the target has is given', () => {
    expect(negotiate('application/octet-stream', ['binary']).contentType).toBe('application/octet-stream');
    expect(negotiate('application/openapi+json', ['openapi']).format).toBe('openapi');
    expect(negotiate('text/plain', ['text']).format).toBe('text');
  });
});

test('no header makes them throw anything but a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      parsePrefer(header);
      for (const read of [() => parseRange(header), () => negotiate(header, ['array'])]) {
        try {
          read();
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
        }
      }
    }),
  );
});
