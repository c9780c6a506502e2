import { describe, expect, it } from 'vitest';
import { isoTimestamp, typeParsers } from './types.ts';

const parse = (oid: number, text: string): unknown => typeParsers.getTypeParser(oid, 'text')(text);

describe('isoTimestamp', () => {
  it.each([
    ['2025-09-01 10:11:12.345678+00', '2025-09-01T10:11:12.345678+00:00'],
    ['2025-09-01 10:11:12+00', '2025-09-01T10:11:12+00:00'],
    ['2025-09-01 10:11:12+05:30', '2025-09-01T10:11:12+05:30'],
    ['2025-09-01 10:11:12', '2025-09-01T10:11:12'],
    ['infinity', 'infinity'],
  ])('%s becomes %s', (text, iso) => {
    expect(isoTimestamp(text)).toBe(iso);
  });
});

describe('typeParsers', () => {
  it.each([
    ['int8', 20, '9007199254740991', 9_007_199_254_740_991],
    ['an unsafe int8', 20, '9007199254740993', '9007199254740993'],
    ['numeric', 1700, '12.0000', 12],
    ['date', 1082, '2025-09-01', '2025-09-01'],
    ['timestamptz', 1184, '2025-09-01 10:11:12+00', '2025-09-01T10:11:12+00:00'],
    ['int8[]', 1016, '{1,NULL,3}', [1, null, 3]],
    ['timestamptz[]', 1185, '{"2025-09-01 10:11:12+00"}', ['2025-09-01T10:11:12+00:00']],
    ['int4', 23, '7', 7],
    ['jsonb', 3802, '{"a":1}', { a: 1 }],
    ['boolean', 16, 't', true],
  ])('reads %s', (_name, oid, text, value) => {
    expect(parse(oid, text)).toEqual(value);
  });
});
