import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseBody, type RowsBody } from './body.ts';
import { readCsv } from './csv.ts';

const JSON_TYPE = 'application/json';
const CSV = 'text/csv; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
const rows = (text: string | null, type: string | undefined = JSON_TYPE, options = {}) =>
  parseBody(text, type, options) as RowsBody;
const refused = (text: string | null, type?: string, options = {}) => {
  try {
    parseBody(text, type, options);
    return 'read';
  } catch (error) {
    return error instanceof RestError ? error.code : String(error);
  }
};

describe('JSON', () => {
  test('stays as it was sent', () => {
    const text = ' {"b": 1.50, "a": {"x": [1e400]}} ';
    expect(rows(text)).toEqual({ kind: 'rows', text, isArray: false, count: 1, keys: ['b', 'a'], uniform: true });
    expect(rows('[{"a":1},{"a":2}]')).toMatchObject({ isArray: true, count: 2, keys: ['a'], uniform: true });
    expect(rows('{"a":1}', undefined).keys).toEqual(['a']);
  });

  test('what holds no rows is empty', () => {
    for (const text of ['[]', '5', 'null', '"x"']) expect(rows(text)).toMatchObject({ text: '[]', count: 0, keys: [] });
    expect(rows('', JSON_TYPE, { isRoutine: true })).toMatchObject({ text: '{}', keys: [] });
  });

  test('names of the prototype and repeated names are names', () => {
    expect(rows('{"__proto__":1,"constructor":2,"a":3,"a":4}').keys.toSorted()).toEqual([
      '__proto__',
      'a',
      'constructor',
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('rows have the same members unless columns are named', () => {
    for (const text of ['[{"a":1},{"b":2}]', '[{"a":1},{"a":1,"b":2}]', '[5]', '[{"a":1},5]', '[{"a":1},null]']) {
      expect(refused(text, JSON_TYPE)).toBe('PGRST102');
      expect(rows(text, JSON_TYPE, { columns: true }).uniform).toBe(false);
    }
    expect(rows('[{"a":1,"b":2},{"b":1,"a":2}]').uniform).toBe(true);
  });

  test.each(['', '{bad', '{"a":1}x', '[1', `${'['.repeat(300)}${']'.repeat(300)}`, `{"a":${'{"a":'.repeat(100_000)}`])(
    'refuses %s',
    (text) => {
      expect(refused(text, JSON_TYPE)).toBe('PGRST102');
    },
  );

  test('brackets within strings do not count as depth', () => {
    expect(rows(JSON.stringify({ a: `\\"${'['.repeat(1000)}` })).count).toBe(1);
  });

  test('a row has not more members than a table can have columns', () => {
    expect(refused(JSON.stringify(Object.fromEntries(Array.from({ length: 1601 }, (_, at) => [`k${at}`, 1]))))).toBe(
      'PGRST102',
    );
  });
});

describe('CSV', () => {
  test('becomes JSON; NULL is null', () => {
    const body = rows('id,"a ""b"""\r\n1,NULL\n2,"x,\ny"\r\n', CSV);
    expect(JSON.parse(body.text)).toEqual([
      { id: '1', 'a "b"': null },
      { id: '2', 'a "b"': 'x,\ny' },
    ]);
    expect(body).toMatchObject({ isArray: true, count: 2, keys: ['id', 'a "b"'] });
  });

  test('a single empty field is a row when it is quoted', () => {
    expect(readCsv('a\n""\n\n').rows).toEqual([['']]);
  });

  test.each(['', 'a,b', 'a,b\n', 'a,b\n1\n', 'a,b\n1,2,3', 'a\n"x', 'a\n"x"y', 'a,a\n1,2'])('refuses %j', (text) => {
    expect(refused(text, CSV)).toBe('PGRST102');
  });

  test('what is written is read', () => {
    const cell = fc.string({ unit: 'grapheme' });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.tuple(
          fc.uniqueArray(cell, { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
        ),
      );
    fc.assert(
      fc.property(table, ([header, lines]) => {
        const text = [header, ...lines]
          .map((line) => line.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(readCsv(text)).toEqual({ header, rows: lines });
      }),
    );
  });
});

test('a form becomes one row of texts; the last of equal names counts', () => {
  const body = rows('id=9&label=a+b%26&id=10&__proto__=x&flag', FORM);
  expect(body.text).toBe('{"id":"10","label":"a b&","__proto__":"x","flag":""}');
  expect(body).toMatchObject({ isArray: false, count: 1, keys: ['id', 'label', '__proto__', 'flag'] });
});

test('a function may take a text whole, a table not', () => {
  expect(parseBody('hello', 'text/plain', { isRoutine: true })).toEqual({
    kind: 'raw',
    mediaType: 'text/plain',
    text: 'hello',
  });
  expect(refused('hello', 'text/plain')).toBe('PGRST102');
  expect(refused('<a/>', 'text/html', { isRoutine: true })).toBe('PGRST102');
});

test('no body makes it throw anything but a refusal', () => {
  const types = fc.constantFrom(JSON_TYPE, 'text/csv', FORM, 'text/plain', 'x', undefined);
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), types, fc.boolean(), (text, type, isRoutine) => {
      expect(refused(text, type, { isRoutine })).toMatch(/^(read|PGRST10[02])$/);
    }),
  );
});
