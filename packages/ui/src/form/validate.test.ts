import type { FormSchema, Json, ValueField } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FormValue, readAt } from './path.ts';
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

const PLAIN: FormSchema = [
  { kind: 'text', path: 'a.name', label: 'Name', required: true, default: 'x' },
  { kind: 'number', path: 'a.count', label: 'Count', min: 0, default: 3 },
  { kind: 'switch', path: 'on', label: 'On', default: false },
  {
    kind: 'group',
    label: 'Advanced',
    optional: true,
    owns: ['display', 'scope'],
    fields: [{ kind: 'text', path: 'scope', label: 'Scope', required: true, default: 'all' }],
  },
  { kind: 'text', path: 'body', label: 'Body', required: true, when: { path: 'on', in: [true] } },
];
const values = fc.record(
  {
    a: fc.record({ name: fc.string(), count: fc.oneof(fc.integer(), fc.string()) }, { requiredKeys: [] }),
    on: fc.boolean(),
    scope: fc.string(),
    display: fc.record({ expr: fc.string() }),
    other: fc.jsonValue() as fc.Arbitrary<Json>,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<FormValue>;

test('laying defaults twice is laying them once, and what stood stays', () => {
  fc.assert(
    fc.property(values, (value) => {
      const once = defaultsOf(PLAIN, value);
      expect(defaultsOf(PLAIN, once)).toEqual(once);
      for (const path of ['a.name', 'a.count', 'on', 'scope', 'other']) {
        const held = readAt(value, path);
        if (held !== undefined) expect(readAt(once, path)).toBe(held);
      }
    }),
  );
});

test('a group stored beside others counts while something of it stands', () => {
  expect(validateForm(PLAIN, { a: { name: 'x' } })).toEqual({});
  expect(validateForm(PLAIN, { a: { name: 'x' }, display: { expr: 'y' } })).toEqual({ scope: REQUIRED_TEXT });
  expect(defaultsOf(PLAIN, {})).not.toHaveProperty('scope');
  expect(defaultsOf(PLAIN, { display: {} })).toHaveProperty('scope', 'all');
});

test('whatever a value holds, checking it ends, and names only fields on show', () => {
  fc.assert(
    fc.property(values, (value) => {
      const wrong = Object.keys(validateForm(PLAIN, value));
      expect(wrong.includes('body')).toBe(value.on === true);
      expect(wrong.every((path) => ['a.name', 'a.count', 'scope', 'body'].includes(path))).toBe(true);
    }),
  );
});
