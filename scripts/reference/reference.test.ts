import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allTypes, checkTypes } from '../../packages/checks/src/index.ts';
import { type Budget, budgetNotes, withBudgets } from './budgets.ts';
import { canarySchema, commonSchema, ownSchema } from './canary-schema.ts';
import { fieldRows, typeText } from './check-types.ts';
import { commandNames } from './command-line.ts';
import { commentBefore, membersOf } from './doc-comments.ts';
import { liveEvents } from './events.ts';
import { fieldNotes, readTypeSources } from './field-notes.ts';
import type { JsonSchema } from './json-schema.ts';
import { page, table } from './markdown.ts';
import { metricFamilies, readFamilies, typeMetrics } from './metrics.ts';
import { referencePages } from './pages.ts';
import { permissionsPage, rightsText } from './permissions.ts';
import { routeKey, routeNotes } from './route-notes.ts';
import { declaredRoutes } from './route-recorder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const sources = readTypeSources(`${root}/packages/checks/src/types`);

describe('the committed pages', () => {
  it('are those that the sources give; `node scripts/reference/main.ts` writes them', async () => {
    for (const [path, text] of await referencePages(root)) expect(read(path), path).toBe(text);
  });
});

describe('Markdown', () => {
  it('escapes what would end a cell', () => {
    expect(table(['a'], [['x|y\nz']])).toEqual(['| a |', '|---|', '| x\\|y z |']);
  });

  it('ends a page with one line end', () => {
    expect(page('T', 'here', ['text', '', ''])).toMatch(/^# T\n[\s\S]*here[\s\S]*\ntext\n$/);
  });
});

describe('the reader of doc comments', () => {
  const source = [
    '/** All of',
    ' *  them. */',
    'export interface Events {',
    "  'a.b': { x: number };",
    '  /** The second. */',
    '  c?: string;',
    '  d: {',
    '    /** Not at this level. */',
    '    e: string;',
    '  };',
    '}',
    'interface Other {',
    '  f: string;',
    '}',
  ].join('\n');

  it('finds members with and without comments, over several lines', () => {
    expect(membersOf(source, /^export interface Events \{\n/m)).toEqual([
      { name: 'a.b', value: '{ x: number }', comment: '' },
      { name: 'c', value: 'string', comment: 'The second.' },
      { name: 'd', value: expect.stringContaining('e: string'), comment: '' },
    ]);
    expect(membersOf(source, /^interface Missing \{\n/m)).toEqual([]);
  });

  it('finds the comment of a declaration', () => {
    expect(commentBefore(source, 'export interface Events')).toBe('All of them.');
    expect(commentBefore(source, 'interface Other')).toBe('');
  });

  it('follows spreads and named schemas', () => {
    const schema = [
      'const innerField = z.object({',
      '  /** Deep. */',
      '  depth: z.number(),',
      '});',
      'const base = {',
      '  /** Shared. */',
      '  name: text,',
      '};',
      'export const mySchema = z.object({',
      '  ...base,',
      '  /** Outer. */',
      '  crawl: innerField.optional(),',
      '});',
    ].join('\n');
    const notes = fieldNotes(schema, 'mySchema');
    expect(notes.get('name')?.comment).toBe('Shared.');
    expect(notes.get('crawl')?.comment).toBe('Outer.');
    expect(notes.get('crawl')?.inner.get('depth')?.comment).toBe('Deep.');
  });
});

describe('check types', () => {
  it.each(checkTypes.map((type) => [type.key, type] as const))(
    '%s: its fields and its source are found',
    (key, type) => {
      const { schemaName = '', text = '' } = sources.byFolder.get(key) ?? {};
      const fields = Object.keys(ownSchema(type, sources).properties ?? {});
      for (const field of fields) expect([...fieldNotes(text, schemaName).keys()]).toContain(field);
    },
  );

  it('say what most of the common fields are for', () => {
    const described = Object.values(commonSchema(sources).properties ?? {}).filter((field) => field.description);
    expect(described.length).toBeGreaterThanOrEqual(12);
  });

  it.each<[JsonSchema, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'number', 'boolean'] }, 'text'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of whole number'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of text'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'text or number'],
    [{ enum: ['a', 'b'] }, '`a`, `b`'],
    [{}, 'any'],
  ])('%j is written as %s', (schema, text) => {
    expect(typeText(schema)).toBe(text);
  });

  it('name inner fields by their path', () => {
    const schema: JsonSchema = {
      properties: {
        list: { type: 'array', items: { type: 'object', required: ['x'], properties: { x: { type: 'string' } } } },
      },
    };
    expect(fieldRows(schema).map(([path, , required]) => [path, required])).toEqual([
      ['`list`', ''],
      ['`list[].x`', 'yes'],
    ]);
  });
});

describe('the JSON schema', () => {
  const schema = canarySchema(sources);
  const written = JSON.stringify(schema);

  it('knows every type, alias and own field', () => {
    const spec = schema.properties?.spec?.properties ?? {};
    for (const { key, aliases = [] } of allTypes)
      for (const name of [key, ...aliases]) expect(spec).toHaveProperty(name);
    expect(spec.webhook?.type).toBeUndefined();
    expect(spec.http?.type).toBe('array');
  });

  it('refers to nothing that is not there', () => {
    const definitions = Object.keys(Object(schema.definitions));
    const refs = [...written.matchAll(/"\$ref":"#\/definitions\/(\w+)"/g)].map(([, name]) => name);
    expect(refs.length).toBeGreaterThan(allTypes.length);
    expect(refs.filter((name) => name === undefined || !definitions.includes(name))).toEqual([]);
  });
});

describe('routes', () => {
  it('each have a note, and each note has a route', () => {
    expect(declaredRoutes().map(routeKey).toSorted()).toEqual(Object.keys(routeNotes).toSorted());
  });

  it('are all there with who may call them', () => {
    const access = new Map(declaredRoutes().map((route) => [routeKey(route), route.access]));
    expect(access.get('GET /healthz')).toBe('public');
    expect(access.get('POST /run/check/:id')).toMatchObject({
      object: 'canaries',
      resource: 'canaries',
      action: 'run',
    });
  });
});

describe('live events', () => {
  it('have data and a meaning', () => {
    const events = liveEvents(read('packages/contract/src/live.ts'));
    expect(events.map(({ name }) => name)).toContain('checks.updated');
    expect(events.filter(({ value, comment }) => value === '' || comment === '')).toEqual([]);
  });
});

describe('metrics', () => {
  it('are read with kind, help and labels', () => {
    const text =
      '# HELP a What\n# TYPE a histogram\na_bucket{le="1",x="y",z="{"} 0\na_sum{x="y"} 1\n# HELP b B\n# TYPE b gauge\nb 1';
    expect(readFamilies(text)).toEqual([
      { name: 'a', kind: 'histogram', help: 'What', labels: ['x', 'z'] },
      { name: 'b', kind: 'gauge', help: 'B', labels: [] },
    ]);
  });

  it('of checks carry the name of the check', async () => {
    const families = await metricFamilies();
    const ofChecks = families.filter(({ name }) => name.startsWith('canary_check'));
    expect(ofChecks.length).toBeGreaterThan(5);
    for (const { labels } of ofChecks) expect(labels).toContain('name');
  });

  it('of check types are found in their runs', () => {
    expect(typeMetrics(sources.byFolder.get('icmp')?.run ?? '')).toEqual([
      { name: 'canary_check_icmp_packetloss', kind: 'gauge' },
    ]);
  });
});

it('the page of the command line has a part for each command', () => {
  for (const name of commandNames()) expect(read('docs/reference/command-line.md')).toContain(`## quarterdeck ${name}`);
});

describe('budgets', () => {
  it('each have a note, and each note has a budget', () => {
    const budgets = JSON.parse(read('tests/load/budgets.json')) as Record<string, Budget>;
    expect(Object.keys(budgetNotes).toSorted()).toEqual(Object.keys(budgets).toSorted());
  });

  it('take the place between the marks, again and again', () => {
    const once = withBudgets(read('docs/performance.md'), { pixel: { figure: 'p95', unit: 'ms', most: 7 } });
    expect(once).toContain('| `pixel` | From the result to the open console that shows it | p95 | at most 7 ms |');
    expect(withBudgets(once, { pixel: { figure: 'p95', unit: 'ms', most: 7 } })).toBe(once);
    expect(() => withBudgets('no marks', {})).toThrow('marks');
  });
});

describe('permissions', () => {
  it('say what roles may do', () => {
    expect(rightsText('editor', 'connections')).toBe('read');
    expect(rightsText('viewer', 'rbac')).toBe('');
    expect(rightsText('commander', 'comments')).toBe('read, write');
  });

  it('say of a relation what is never read, and what names items', () => {
    const row = permissionsPage()
      .split('\n')
      .find((line) => line.startsWith('| `connections` | `connections`'));
    expect(row).toContain('Never read: `username`, `password`, `certificate`.');
    expect(row).toContain('connection by `id`');
  });
});
