import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  filterRequest,
  mapFilter,
  parseFilterText,
  readConfigType,
  writeConfigType,
  writeFilterText,
} from './filter-text.ts';
import type { TriState, TriStateValue } from './tri-state.ts';

describe('parseFilterText', () => {
  it.each<[string | null, TriStateValue]>([
    ['healthy:1,unhealthy:-1', { healthy: 1, unhealthy: -1 }],
    ['SUCCESS:-1', { SUCCESS: -1 }],
    ['team____payments:1', { 'team:payments': 1 }],
    ['a||||b:1,c:1', { 'a,b': 1, c: 1 }],
    ['a:1,a:-1', { a: -1 }],
    ['a:b:1', { 'a:b': 1 }],
    ['', {}],
    [null, {}],
  ])('reads %j', (text, value) => expect(parseFilterText(text)).toEqual(value));

  it.each(['a', 'a:', 'a:0', 'a:2', ':1', ',,', 'a:1x', 'a:--1'])('leaves out %j', (text) => {
    expect(parseFilterText(text)).toEqual({});
    expect(parseFilterText(`${text},b:1`)).toEqual({ b: 1 });
  });
});

describe('writeFilterText', () => {
  it('escapes colons and commas', () => {
    expect(writeFilterText({ 'team:payments': 1, 'a,b': -1 })).toBe('team____payments:1,a||||b:-1');
    expect(writeFilterText({})).toBe('');
  });

  it('leaves underscores alone where they cannot be mistaken', () => {
    expect(writeFilterText({ data_platform: 1, '50%': 1 })).toBe('data_platform:1,50%:1');
  });
});

const tricky = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('_', '|', ':', ',', '%', '5F', '25', 'a', '!', '\n') }),
);
const filters = fc.dictionary(
  tricky.filter((text) => text !== ''),
  fc.constantFrom<TriState>(1, -1),
);

test('what is written is read, whatever the values', () => {
  fc.assert(
    fc.property(filters, (value) => {
      expect(parseFilterText(writeFilterText(value))).toEqual({ ...value });
    }),
  );
});

test('no text makes it throw, and what it understood is written the same from then on', () => {
  fc.assert(
    fc.property(tricky, (text) => {
      const value = parseFilterText(text);
      expect(parseFilterText(writeFilterText(value))).toEqual(value);
    }),
  );
});

test('a request leads what is excluded by an exclamation mark', () => {
  expect(filterRequest({ a: 1, b: -1 })).toBe('a,!b');
  expect(filterRequest(parseFilterText('team____payments:-1'))).toBe('!team:payments');
  expect(filterRequest({})).toBe('');
});

test('config types go into the address and back', () => {
  expect(writeConfigType('Kubernetes::Pod')).toBe('Kubernetes__Pod');
  const request = filterRequest(mapFilter(parseFilterText('Kubernetes__Pod:1,AWS__EC2__Instance:-1'), readConfigType));
  expect(request).toBe('Kubernetes::Pod,!AWS::EC2::Instance');
  const types = fc.array(fc.stringMatching(/^[A-Za-z0-9]+$/), { minLength: 1 }).map((parts) => parts.join('::'));
  fc.assert(
    fc.property(types, (type) => {
      expect(readConfigType(writeConfigType(type))).toBe(type);
    }),
  );
});
