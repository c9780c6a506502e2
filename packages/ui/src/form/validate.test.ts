import type { FormSchema, Json, ValueField } from '@quarterdeck/contract';
import { expect, test } from 'vitest';
import { defaultsOf, isShown, NUMBER_TEXT, REQUIRED_TEXT, validateForm } from './validate.ts';

function wrong(field: Partial<ValueField> & { kind: ValueField['kind'] }, held?: Json): string | undefined {
  const schema = [{ path: 'x', label: 'X', ...field }] as FormSchema;
  return validateForm(schema, held === undefined ? {} : { x: held }).x;
}

test('required and number texts are those of the specification', () => {
  expect(REQUIRED_TEXT).toBe('This field is required');
  expect(NUMBER_TEXT).toBe('This field must be a number');
  for (const held of [undefined, '', '  ', null])
    expect(wrong({ kind: 'text', required: true }, held)).toBe(REQUIRED_TEXT);
  expect(wrong({ kind: 'text' }, '')).toBeUndefined();
  expect(wrong({ kind: 'number' }, 'soon')).toBe(NUMBER_TEXT);
  expect(wrong({ kind: 'number', required: true }, 0)).toBeUndefined();
  expect(wrong({ kind: 'switch', required: true }, false)).toBeUndefined();
});

test.each<[string, Partial<ValueField> & { kind: ValueField['kind'] }, Json, Json]>([
  ['minimum', { kind: 'number', min: 0 }, 0, -1],
  ['maximum, as text', { kind: 'number', max: 10, asText: true }, '10', '11'],
  ['integer', { kind: 'number', integer: true }, 3, 3.5],
  ['dns1123', { kind: 'text', format: 'dns1123' }, 'a-b.c', 'A_b'],
  ['email', { kind: 'text', format: 'email' }, 'a@b', 'a b@c'],
  ['url', { kind: 'text', format: 'url' }, 'https://a', 'a'],
  ['length', { kind: 'text', minLength: 2, maxLength: 3 }, 'abc', 'abcd'],
  ['pattern, whole', { kind: 'text', pattern: 'a|bc' }, 'bc', 'abc'],
  ['bytes', { kind: 'bytes' }, '512Mi', '512'],
  ['millicores', { kind: 'millicores' }, '250m', '0.25'],
  ['duration', { kind: 'duration' }, '1h30m', 'a while'],
  ['schedule', { kind: 'schedule' }, '@every 5m', 'now and then'],
  ['colour', { kind: 'color' }, '#4450d6', 'blue'],
  ['key', { kind: 'key-value' }, { a: 'b' }, { '': 'b' }],
  ['numeric choices', { kind: 'combobox', numeric: true, multiple: true }, [200], ['ok']],
  ['reference', { kind: 'value-source', as: 'url' }, 'secret://a/b', 'secret://a/'],
])('%s', (_name, field, good, bad) => {
  expect(wrong(field, good)).toBeUndefined();
  expect(wrong(field, bad)).toBeTruthy();
});

test('a broken pattern refuses nothing', () => {
  expect(wrong({ kind: 'text', pattern: '(' }, 'anything')).toBeUndefined();
});

const schema: FormSchema = [
  { kind: 'select', path: 'method', label: 'Method', options: [], default: 'GET' },
  { kind: 'text', path: 'body', label: 'Body', required: true, when: { path: 'method', in: ['POST', 'PUT'] } },
  {
    kind: 'list',
    path: 'headers',
    label: 'Headers',
    fields: [{ kind: 'text', path: 'name', label: 'Name', required: true }],
  },
  { kind: 'list', path: 'codes', label: 'Codes', item: { kind: 'number', path: 'ignored', label: 'Code' } },
  {
    kind: 'group',
    label: 'Retention',
    path: 'retention',
    optional: true,
    fields: [{ kind: 'duration', path: 'age', label: 'Age', required: true, default: '7d' }],
  },
  {
    kind: 'one-of',
    label: 'Kind',
    path: 'kind',
    options: [
      { value: 'a', label: 'A', fields: [{ kind: 'text', path: 'a', label: 'A', required: true }] },
      { value: 'b', label: 'B' },
    ],
  },
  { kind: 'note', text: 'Nothing to fill in' },
];

test('only what is shown is checked, lists by item, in the order of the fields', () => {
  const value: { [key: string]: Json } = {
    method: 'POST',
    headers: [{ name: 'x' }, {}],
    codes: [200, 'no'],
    retention: {},
    kind: 'a',
  };
  expect(Object.keys(validateForm(schema, value))).toEqual(['body', 'headers.1.name', 'codes.1', 'retention.age', 'a']);
  expect(validateForm(schema, { method: 'GET', kind: 'b' })).toEqual({});
});

test('defaults are laid where nothing stands; an optional group stays away', () => {
  expect(defaultsOf(schema)).toEqual({ method: 'GET', kind: 'a' });
  expect(defaultsOf(schema, { method: 'PUT', retention: {}, other: 1 })).toEqual({
    method: 'PUT',
    retention: { age: '7d' },
    kind: 'a',
    other: 1,
  });
});

test('conditions may be turned round', () => {
  const when = { path: 'm', in: ['x', null], not: true } as const;
  expect(isShown(when, { m: 'y' }, '')).toBe(true);
  expect(isShown(when, {}, '')).toBe(false);
  expect(isShown(undefined, {}, '')).toBe(true);
});
