import { NIL_AGENT_ID } from '@quarterdeck/contract';
import { toStatement } from '@quarterdeck/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldTables } from './fields.ts';
import {
  compileSearch,
  compileSelector,
  compileSelectors,
  createMatcher,
  matches,
  matchesAll,
  matchesAny,
} from './selectors.ts';
import { type Resource, type ResourceSelector, type SelectorKind, selectorKinds } from './types.ts';

const nowMs = Date.parse('2024-06-15T12:00:00Z');
const context = { nowMs };
const EDGE = 'a0000000-0000-4000-8000-000000000001';
const item: Resource = {
  id: 'c0000000-0000-4000-8000-000000000001',
  agent_id: NIL_AGENT_ID,
  scraper_id: '50000000-0000-4000-8000-000000000001',
  name: 'Web-1',
  type: 'Kubernetes::Pod',
  config_class: 'Pod',
  status: 'Running',
  health: 'healthy',
  external_id: ['one', 'two'],
  cost_total_1d: 10.5,
  labels: { app: 'web', 'app.io/name': 'shop' },
  tags: { namespace: 'prod', cluster: 'eu-1' },
  config: { spec: { replicas: 3, containers: [{ image: 'nginx:1' }] } },
  properties: [
    { name: 'cpu', text: '2 cores' },
    { name: 'pods', value: 7 },
  ],
  created_at: '2024-06-15T11:00:00.5Z',
  updated_at: null,
  deleted_at: null,
};
const by = (search: string, resource = item, kind: SelectorKind = 'configs') =>
  matches(kind, { search, agent: 'all' }, resource, context);
const fits = (selector: ResourceSelector, resource = item) => matches('configs', selector, resource, context);

describe('search text', () => {
  test.each([
    'web',
    'WEB-1',
    'w*',
    '*1',
    '"web"',
    'name=web-1',
    'name=jane,web*',
    'name!=jane',
    '-jane',
    '-name=jane',
    'name:web-1',
    'type=pod',
    'type=Kubernetes::*',
    'config_type=KUBERNETES::POD',
    'type!=deployment',
    'health=unhealthy,healthy',
    'health!=unhealthy,warning',
    'status=!stopped',
    'agent=local',
    'agent_id=all',
    'external_id=two',
    'config_class=pod',
    'cost_total_1d=10.5',
    'cost_total_1d>10',
    'cost_total_1d<=10.5 cost_total_1d>=10.5',
    'created>now-24h',
    'created_at<2024-06-16',
    'created=2024-06-15',
    'created>10:30 created<=11:00:01',
    'updated=""',
    'deleted=""',
    'namespace=prod',
    'namespace=pr*,!default',
    'labels.app=web',
    'labels.app.io/name=shop',
    'labels=shop',
    'tags=eu-*',
    'tags.cluster!=us-1',
    'labels.none!=x',
    'config.spec.replicas=3',
    'config.spec.containers[0].image=nginx*',
    'config=nginx:1',
    'properties.cpu="2 cores"',
    'properties.pods=7',
    'properties=*cores',
    '(name=a* | name=w*) health=healthy,warning',
    'nothing | web',
    '-(nothing | api)',
    'limit=1 web',
  ])('%s means it', (search) => {
    expect(by(search)).toBe(true);
  });

  test.each([
    'eb',
    'name=web',
    'name=!web*,*',
    '-web',
    '-name=web*',
    'type=po',
    'type!=pod',
    'labels.app=Web',
    'labels.none=*',
    'namespace=PROD',
    'created=2024-06-14',
    'created<now-2h',
    'updated>2000-01-01',
    'updated=*',
    'deleted>2000-01-01',
    'cost_per_minute>=0',
    'web nothing',
    '(nothing | web) api',
    'external_id=TWO',
    'config.spec=*',
    'agent=edge',
  ])('%s does not', (search) => {
    expect(by(search)).toBe(false);
  });

  test.each([
    ['nofield=1', 'SELECTOR_FIELD', { field: 'nofield', table: 'config_items', position: 0 }],
    ['web labelz.app=1', 'SELECTOR_FIELD', { field: 'labelz.app', position: 4 }],
    ['toString=1', 'SELECTOR_FIELD', { field: 'toString' }],
    ['config.=1', 'SELECTOR_FIELD', { field: 'config.' }],
    ['component_config_traverse=x', 'SELECTOR_FIELD', {}],
    ['sort=config.spec', 'SELECTOR_FIELD', { field: 'config.spec' }],
    ['created>soon', 'SELECTOR_VALUE', { field: 'created', position: 0 }],
    ['created=now*', 'SELECTOR_VALUE', { field: 'created' }],
    ['cost_total_1d>10m', 'SELECTOR_VALUE', { field: 'cost_total_1d' }],
    ['cost_total_1d=1*', 'SELECTOR_VALUE', {}],
    ['labels.app>web', 'SELECTOR_VALUE', { field: 'labels.app' }],
    ['config.spec.replicas<5', 'SELECTOR_VALUE', {}],
    ['agent>local', 'SELECTOR_VALUE', { field: 'agent' }],
    ['id>x', 'SELECTOR_VALUE', { field: 'id' }],
    ['limit=many', 'SELECTOR_VALUE', { field: 'limit' }],
    ['limit=9999999', 'SELECTOR_VALUE', { field: 'limit' }],
    ['offset!=1', 'SELECTOR_VALUE', { field: 'offset' }],
    ['-limit=1', 'SELECTOR_SYNTAX', {}],
    ['name=', 'SELECTOR_SYNTAX', { position: 5 }],
  ])('%s is refused', (search, code, details) => {
    expect(() => by(search)).toThrow(
      expect.objectContaining({ code, details: expect.objectContaining({ part: 'search', ...details }) }),
    );
  });
});

describe('selectors', () => {
  test('an empty one means nothing, whatever else it says; a wildcard everything', () => {
    for (const empty of [
      {},
      { limit: 5, includeDeleted: true, cache: 'no-cache' },
      { name: '', types: [], search: '  ' },
    ]) {
      expect(fits(empty)).toBe(false);
    }
    expect(fits({ name: '*' }, { ...item, agent_id: EDGE })).toBe(true);
    expect(fits({ name: '*', types: [''] }, { ...item, agent_id: EDGE })).toBe(true);
    expect(fits({ name: '*', namespace: '*' }, { ...item, agent_id: EDGE })).toBe(false);
  });

  test('an empty list means everything in memory and nothing in the database', () => {
    for (const list of [[], null, undefined]) {
      expect(matchesAny('configs', list, item, context)).toBe(true);
      expect(matchesAll('configs', list, item, context)).toBe(true);
      expect(toStatement(compileSelectors('configs', list, context)).text).toBe('false');
    }
    const [yes, no] = [{ name: 'web*' }, { name: 'api' }];
    expect(matchesAny('configs', [no, yes], item, context)).toBe(true);
    expect(matchesAll('configs', [no, yes], item, context)).toBe(false);
    expect(matchesAll('configs', [yes, { types: ['kubernetes::*'] }], item, context)).toBe(true);
  });

  test('rows of other agents are left out unless the selector or its search names one', () => {
    const remote = { ...item, agent_id: EDGE };
    const agents = new Map([[EDGE, 'Edge']]);
    const on = (selector: ResourceSelector) =>
      matches('configs', { name: 'web*', ...selector }, remote, { nowMs, agents });
    expect([on({}), on({ agent: '' }), on({ agent: 'self' }), on({ agent: 'other' })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([on({ agent: 'all' }), on({ agent: EDGE }), on({ agent: 'edge' }), on({ search: 'agent=edge' })]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(matches('configs', { agent: 'edge' }, remote, context)).toBe(false);
    expect(matches('playbooks', { agent: 'edge', name: '*' }, { name: 'x' }, context)).toBe(false);
    expect(matches('playbooks', { name: 'x' }, { name: 'x' }, context)).toBe(true);
  });

  test('deleted rows are left out unless they are asked for', () => {
    const deleted = { ...item, deleted_at: '2024-06-01T00:00:00Z' };
    expect([fits({ name: '*' }, deleted), fits({ name: 'web*', search: 'web' }, deleted)]).toEqual([false, false]);
    expect([fits({ name: '*', includeDeleted: true }, deleted), by('deleted>2024-01-01', deleted)]).toEqual([
      true,
      true,
    ]);
    expect(matches('configs', { name: '*' }, deleted, { nowMs, includeDeleted: true })).toBe(true);
  });

  test('the parts of a selector hold together', () => {
    const whole: ResourceSelector = {
      id: String(item.id).toUpperCase(),
      name: 'web-*',
      namespace: 'prod,stage',
      tagSelector: 'cluster in (eu-1,eu-2),region!=us',
      labelSelector: 'app=web,!none',
      fieldSelector: 'config_class=pod,cost_total_1d>10',
      health: 'healthy,warning',
      types: ['Kubernetes::Pod'],
      statuses: ['!stopped'],
      search: 'config.spec.replicas=3',
    };
    expect(fits(whole)).toBe(true);
    const wrong: ResourceSelector = {
      id: EDGE,
      name: 'api',
      namespace: '!prod',
      tagSelector: 'cluster',
      labelSelector: 'app notin (web)',
      fieldSelector: 'deleted_at',
      health: 'unhealthy',
      types: ['Pod'],
      statuses: ['stopped'],
      search: 'api',
    };
    for (const [field, value] of Object.entries(wrong)) {
      expect([field, fits({ ...whole, [field]: value })]).toEqual([field, field === 'tagSelector']);
    }
  });

  test('a kind without a thing has no value for it', () => {
    const check = {
      id: EDGE,
      name: 'front',
      namespace: 'prod',
      type: 'http',
      status: 'healthy',
      labels: { cluster: 'eu-1' },
    };
    const on = (selector: ResourceSelector, kind: SelectorKind = 'checks') => matches(kind, selector, check, context);
    expect([on({ tagSelector: 'cluster=eu-1' }), on({ health: 'healthy' }), on({ types: ['HTTP'] })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      on({ types: ['x'] }, 'views'),
      on({ labelSelector: 'cluster' }, 'views'),
      on({ scope: EDGE }, 'views'),
    ]).toEqual([false, false, false]);
    expect([on({ types: ['!x'] }, 'views'), on({ labelSelector: '!cluster' }, 'views')]).toEqual([true, true]);
  });

  test('a scope is the id or the namespace and name of the parent', () => {
    const parents = new Map([[String(item.scraper_id), { namespace: 'default', name: 'aws' }]]);
    const on = (scope: string) => matches('configs', { scope }, item, { nowMs, parents });
    expect([on(String(item.scraper_id)), on('default/aws'), on('default/other'), on('/aws')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(fits({ scope: 'default/aws' })).toBe(false);
    expect(() => on('aws')).toThrow(expect.objectContaining({ code: 'SELECTOR_VALUE' }));
  });

  test('what is related to a component is told by the caller', () => {
    const related = (id: string, direction: string) => new Set(direction === 'incoming' ? [] : [`${id}-next`]);
    const on = (direction: string) =>
      matches(
        'components',
        { search: `component_config_traverse=${EDGE}${direction}` },
        { id: `${EDGE}-next` },
        { nowMs, related },
      );
    expect([on(''), on(',outgoing'), on(',all'), on(',incoming')]).toEqual([true, true, true, false]);
    expect(() => on(',up')).toThrow(expect.objectContaining({ code: 'SELECTOR_VALUE' }));
  });

  test.each([
    [{ fieldSelector: 'secret=1' }, 'SELECTOR_FIELD', { field: 'secret', table: 'config_items' }],
    [{ labelSelector: 'a in' }, 'SELECTOR_SYNTAX', { part: 'labelSelector' }],
    [{ name: 'a\0' }, 'SELECTOR_SYNTAX', { part: 'name' }],
    [{ types: ['\ud800'] }, 'SELECTOR_SYNTAX', { part: 'types' }],
  ])('%j is refused', (selector, code, details) => {
    expect(() => fits(selector)).toThrow(expect.objectContaining({ code, details: expect.objectContaining(details) }));
  });
});

describe('SQL', () => {
  test('limit, offset and order come from the search text; the lesser limit counts', () => {
    const { order, limit, offset } = compileSelector(
      'configs',
      { search: 'web limit=50 offset=5 @order=-created_at,name', limit: 20 },
      context,
    );
    expect([limit, offset, order && toStatement(order).text]).toEqual([
      20,
      5,
      '"created_at" desc nulls last, lower("name" collate "C"), "id"',
    ]);
    expect(compileSearch('checks', 'web', context)).toMatchObject({ order: null, limit: null, offset: 0 });
  });

  test('columns are written as the caller says', () => {
    const { where } = compileSearch('configs', 'health=healthy', {
      nowMs,
      column: (name) => ({ texts: [`r.${name}`], values: [] }),
    });
    expect(toStatement(where)).toEqual({
      text: `(r.deleted_at is null and lower(r.health collate "C") = $1::text)`,
      values: ['healthy'],
    });
  });

  test('no text of a selector reaches the statement', () => {
    const marked = fc
      .string({ unit: fc.constantFrom('§', "'", ';', '"', '\\', '$', '*', ',', '!', '='), minLength: 1 })
      .map((text) => `§${text}`);
    fc.assert(
      fc.property(fc.constantFrom(...selectorKinds), marked, marked, (kind, a, b) => {
        const selectors: ResourceSelector[] = [
          { id: a, name: b, namespace: a, types: [a], statuses: [b], health: a, agent: b, scope: `${a}/${b}` },
          { search: `name="${a.replaceAll(/["\\]/g, '')}"`, tagSelector: '§=§', labelSelector: '§ in (§)' },
          ...Object.keys(fieldTables[kind].json).map((name) => ({ search: `${name}.§=§* ${name}.§=§ -${name}=§` })),
        ];
        for (const selector of selectors) {
          expect(toStatement(compileSelector(kind, selector, context).where).text).not.toContain('§');
        }
      }),
    );
  });
});

test('a matcher is understood once', () => {
  const match = createMatcher('configs', { name: 'web*' }, context);
  expect([match(item), match({ ...item, name: 'api' })]).toEqual([true, false]);
});

test('secrets of connections are no fields', () => {
  for (const field of ['url', 'username', 'password', 'certificate', 'properties']) {
    expect(() => by(`${field}=a*`, {}, 'connections')).toThrow(expect.objectContaining({ code: 'SELECTOR_FIELD' }));
  }
});
