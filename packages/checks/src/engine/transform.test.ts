import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTransformation } from './transform.ts';

test.each([
  ['[]', 'empty'],
  ['null', 'empty'],
  ['{}', 'edit'],
  ['[{"pass": true}]', 'edit'],
  ['{"name": ""}', 'edit'],
  ['{"name": "new"}', 'checks'],
  ['[{"name": "new"}, {"pass": true}]', 'checks'],
])('%s is %s', (text, kind) => {
  expect(parseTransformation(text, 'check').kind).toBe(kind);
});

test.each([
  '',
  'text',
  '"text"',
  '5',
  '[1]',
  '{"name": "check"}',
  '[{}, {}]',
  '[{}, {"name": "new"}]',
  '{"pass": "true"}',
])('%s is an error', (text) => {
  expect(() => parseTransformation(text, 'check')).toThrow(expect.objectContaining({ code: 'EXPRESSION_FAILED' }));
});

test('keys match without case; null means not given; scalars are taken as texts', () => {
  const text =
    '{"Name": "new", "PASS": true, "Description": null, "message": 5, "labels": {"A": 1, "b": null}, "id": "no uuid"}';
  expect(parseTransformation(text, 'check')).toEqual({
    kind: 'checks',
    entries: [{ name: 'new', pass: true, message: '5', labels: { A: '1' }, id: undefined }],
  });
});

test('metrics may have their number as a text', () => {
  const text = '{"metrics": [{"name": "m", "type": "gauge", "value": "1.5"}]}';
  expect(parseTransformation(text, 'check')).toEqual({
    kind: 'edit',
    entry: { metrics: [{ name: 'm', type: 'gauge', value: 1.5, labels: {} }] },
  });
});

test('any JSON is read or refused, nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      try {
        expect(['empty', 'edit', 'checks']).toContain(parseTransformation(text, 'check').kind);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }),
  );
});
