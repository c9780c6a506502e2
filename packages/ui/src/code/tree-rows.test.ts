import type { Json } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf, openTo, rowsOf, writePath, writeScalar, writeShut } from './tree-rows.ts';

const value: Json = { name: 'ledger', spec: { replicas: 3, ports: [8080, 9090] }, none: {}, 'a.b': null };
const namesOf = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => writePath(row.path));

test('rows are what is open; the root is not among them', () => {
  expect(namesOf(rowsOf(value, new Set()))).toEqual(['name', 'spec', 'none', '["a.b"]']);
  expect(namesOf(rowsOf(value, openTo(value, 2)))).toEqual([
    'name',
    'spec',
    'spec.replicas',
    'spec.ports',
    'none',
    '["a.b"]',
  ]);
  const all = rowsOf(value, openTo(value, 9));
  expect(all.find((row) => row.id === idOf(['spec', 'ports', 1]))).toMatchObject({
    level: 4,
    position: 2,
    siblings: 2,
    value: 9090,
  });
});

test('a plain or empty root is one row that is shut', () => {
  expect(rowsOf('text', new Set())).toMatchObject([{ path: [], value: 'text', isOpen: false }]);
  expect(rowsOf({}, new Set([idOf([])]))).toMatchObject([{ isOpen: false, size: 0 }]);
});

test('a search leaves matches and what holds them, opened, whatever was open', () => {
  const rows = rowsOf(value, new Set(), '909');
  expect(namesOf(rows)).toEqual(['spec', 'spec.ports', 'spec.ports[1]']);
  expect(rows.map((row) => row.isMatch)).toEqual([false, false, true]);
  expect(namesOf(rowsOf(value, new Set(), 'REPL'))).toEqual(['spec', 'spec.replicas']);
  expect(rowsOf(value, new Set(), 'nowhere')).toEqual([]);
});

test('every row of a fully open tree has its own id', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
      const rows = rowsOf(json as Json, openTo(json as Json, 20));
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    }),
  );
});

test('scalars are written so that YAML reads them back as they were', () => {
  expect(writeScalar('ledger', 'yaml')).toBe('ledger');
  for (const text of ['true', '1.5', '', 'a: b', '- x', 'x # y', ' lead', 'two\nlines']) {
    expect(writeScalar(text, 'yaml')).toBe(JSON.stringify(text));
  }
  expect([writeScalar('x', 'json'), writeScalar(null, 'yaml'), writeScalar(3, 'yaml')]).toEqual(['"x"', 'null', '3']);
  expect([writeShut([1]), writeShut([]), writeShut({ a: 1, b: 2 }), writeShut({})]).toEqual([
    '[1 item]',
    '[]',
    '{2 keys}',
    '{}',
  ]);
});
