import { expect, test } from 'vitest';
import { checkSchema, followRef, type JsonSchema, schemasAt } from './json-schema.ts';
import { suggest } from './schema-help.ts';

const schema: JsonSchema = {
  type: 'object',
  required: ['kind'],
  additionalProperties: false,
  properties: {
    kind: { enum: ['Canary', 'Topology'] },
    paused: { type: 'boolean' },
    retries: { type: 'integer', minimum: 0, maximum: 5, default: 3 },
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$', description: 'What it is called' },
    checks: { type: 'array', minItems: 1, maxItems: 2, items: { $ref: '#/$defs/check' } },
    labels: { type: 'object', additionalProperties: { type: 'string' }, patternProperties: { '^x-': {} } },
    target: { oneOf: [{ $ref: '#/$defs/check' }, { type: 'string' }] },
  },
  $defs: {
    check: {
      type: 'object',
      required: ['url'],
      properties: { url: { type: 'string' }, next: { $ref: '#/$defs/check' } },
    },
  },
};

const pathsOf = (value: Parameters<typeof checkSchema>[1]) =>
  checkSchema(schema, value).map(({ path }) => path.join('.'));

test('what fits has no problem', () => {
  const value = {
    kind: 'Canary',
    paused: false,
    retries: 5,
    name: 'abc',
    checks: [{ url: 'x', next: { url: 'y' } }],
    labels: { a: 'b', 'x-any': 1 },
    target: 'plain',
  };
  expect(checkSchema(schema, value)).toEqual([]);
});

test.each([
  [{}, ''],
  [{ kind: 'Other' }, 'kind'],
  [{ kind: 'Canary', retries: 1.5 }, 'retries'],
  [{ kind: 'Canary', retries: 6 }, 'retries'],
  [{ kind: 'Canary', retries: -1 }, 'retries'],
  [{ kind: 'Canary', name: 'A' }, 'name'],
  [{ kind: 'Canary', checks: [] }, 'checks'],
  [{ kind: 'Canary', checks: [{ url: 1 }] }, 'checks.0.url'],
  [{ kind: 'Canary', checks: [{ url: 'x', next: {} }] }, 'checks.0.next'],
  [{ kind: 'Canary', labels: { a: 1 } }, 'labels.a'],
  [{ kind: 'Canary', unknown: 1 }, 'unknown'],
  [{ kind: 'Canary', target: { url: 2 } }, 'target.url'],
  [[], ''],
])('%j is wrong at “%s”', (value, path) => {
  expect(pathsOf(value)).toContain(path);
});

test('a schema that refers to itself, or to nowhere, ends', () => {
  const loop: JsonSchema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
  expect(checkSchema(loop, { any: 1 })).toEqual([]);
  expect(followRef(schema, { $ref: 'https://example.org/other.json' })).toEqual({});
  expect(checkSchema({ pattern: '(' }, 'x')).toEqual([]);
});

test('at most a hundred problems are told', () => {
  expect(checkSchema({ items: { type: 'string' } }, new Array(500).fill(1))).toHaveLength(100);
});

test('keys are offered with type and words, required ones first, those there left out', () => {
  const place = { path: [], part: 'key', from: 0, siblings: ['paused'] } as const;
  const keys = suggest(schema, { ...place, path: [], siblings: ['paused'] }, 'yaml');
  expect(keys[0]).toMatchObject({ label: 'kind', insert: 'kind: ', isRequired: true });
  expect(keys.map(({ label }) => label)).not.toContain('paused');
  expect(keys.find(({ label }) => label === 'checks')).toMatchObject({ insert: 'checks:', detail: 'array' });
  expect(keys.find(({ label }) => label === 'name')?.info).toBe('What it is called');
  expect(suggest(schema, { ...place, path: [], siblings: [] }, 'json')[0]?.insert).toBe('"kind": ');
});

test('values are offered: enums, booleans, defaults, quoted where YAML would misread them', () => {
  const values = (key: string, language: 'yaml' | 'json' = 'yaml') =>
    suggest(schema, { path: [key], part: 'value', from: 0, siblings: [] }, language).map(({ insert }) => insert);
  expect(values('kind')).toEqual(['Canary', 'Topology']);
  expect(values('kind', 'json')).toEqual(['"Canary"', '"Topology"']);
  expect(values('paused')).toEqual(['true', 'false']);
  expect(values('retries')).toEqual(['3']);
  const odd = suggest({ enum: ['yes', 'a b', '1.5'] }, { path: [], part: 'value', from: 0, siblings: [] }, 'yaml');
  expect(odd.map(({ insert }) => insert)).toEqual(['"yes"', '"a b"', '"1.5"']);
});

test('the keys of a list item are offered through references', () => {
  expect(schemasAt(schema, ['checks', 0, 'next']).some((one) => one.properties?.url)).toBe(true);
  const keys = suggest(schema, { path: ['checks', 0], part: 'key', from: 0, siblings: [] }, 'yaml');
  expect(keys.map(({ label }) => label)).toEqual(['url', 'next']);
});
