import { NIL_AGENT_ID } from '@quarterdeck/contract';
import fc from 'fast-check';
import { type FieldTable, fieldTables } from '../fields.ts';
import type { Resource, ResourceSelector, SelectorKind } from '../types.ts';

/** A moment that dates in the worlds of tests count from. */
export const NOW_MS = Date.parse('2024-06-15T12:00:00Z');

const idOf = (group: string, n: number) => `${group.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const agentId = (n: number) => idOf('a', n);
export const itemId = (n: number) => idOf('c1', n);
const ROWS = 40;

/** Few words, so that random selectors meet random rows; among them what PostgreSQL and JavaScript may see differently. */
const WORDS = [
  'web',
  'Web',
  'web-1',
  'api',
  'API gateway',
  'a,b',
  'x_y',
  'x%y',
  'ärger',
  'ÄRGER',
  '\u212a',
  '\uffff',
  '😀z',
  '',
];
const LABEL_VALUES = ['web', 'api', 'Web', '', '5', '5.0', 'true', '10', '-3', 'a b', 'x_y'];
const KEYS = ['app', 'team.io/name', 'namespace', 'n'];
const TYPES = ['Kubernetes::Pod', 'Kubernetes::ReplicaSet', 'AWS::EC2::Instance', 'Pod', 'http', 'Ärger::Pod'];
const STATUSES = ['Running', 'running', 'healthy', 'unhealthy', 'warning', null];
const TIMES = [
  '2024-06-15T11:59:59.999999+00:00',
  '2024-06-15T12:00:00+00:00',
  '2024-06-15T12:00:00.000999+00:00',
  '2024-06-14T00:00:00+00:00',
  '2024-01-01T00:00:00+00:00',
  '1969-12-31T23:59:59.9995+00:00',
];
const JSON_VALUES = [null, 5, 5.5, -0.25, 1e21, 1e-7, true, false, 'web', '5', [], {}, ['web', 5], { app: 'web' }];

/** Numbers that look random and are the same in each run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

function rowMaker(seed: number) {
  const next = sequence(seed);
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T; // the lists above are not empty
  const flat = () =>
    next(5) === 0 ? null : Object.fromEntries(KEYS.filter(() => next(2) === 0).map((key) => [key, pick(LABEL_VALUES)]));
  const config = () => ({
    spec: { replicas: pick(JSON_VALUES), list: [pick(WORDS), pick(JSON_VALUES)] },
    'a.b': pick(WORDS),
  });
  const properties = () =>
    next(4) === 0
      ? null
      : [{ name: 'cpu', text: pick(WORDS) }, { name: pick(KEYS), value: next(10) }, { label: 'none' }];
  const times = () => ({
    created_at: pick(TIMES),
    updated_at: pick([...TIMES, null]),
    deleted_at: pick([null, null, null, pick(TIMES)]),
  });
  const agent = () => pick([NIL_AGENT_ID, agentId(1), agentId(2)]);
  const named = () => `${pick(WORDS)}${pick(['', '-1', '!'])}` || 'web';
  return { next, pick, flat, config, properties, times, agent, named };
}

function make(
  seed: number,
  one: (maker: ReturnType<typeof rowMaker>, n: number) => Record<string, unknown>,
): Resource[] {
  const maker = rowMaker(seed);
  return Array.from({ length: ROWS }, (_, n) => one(maker, n));
}

const CANARIES = make(8, ({ pick, flat, times }, n) => ({
  id: idOf('ca', n),
  agent_id: pick([NIL_AGENT_ID, agentId(1)]),
  name: n < 2 ? ['shop', 'web'][n] : `${pick(WORDS)} ${n}`,
  namespace: n === 0 ? 'default' : 'prod',
  labels: flat(),
  spec: {},
  source: 'UI',
  ...times(),
  is_pushed: false,
}));

const CONFIGS = make(1, ({ pick, flat, config, properties, times, agent, named, next }, n) => ({
  id: itemId(n),
  agent_id: agent(),
  scraper_id: pick([idOf('5c', 0), idOf('5c', 1), null]),
  config_class: pick(['Pod', 'Node']),
  external_id: pick([null, ['web'], ['web', 'a,b'], ['Web', 'x_y', '']]),
  type: pick(TYPES),
  status: pick(STATUSES),
  health: pick(STATUSES),
  name: named(),
  description: pick([...WORDS, null]),
  config: pick([null, config()]),
  labels: flat(),
  tags: pick([flat(), { app: pick(JSON_VALUES) }]),
  properties: properties(),
  cost_total_1d: pick([null, 0, 1.5, 10, next(20)]),
  last_scraped_time: pick([null, pick(TIMES)]),
  ...times(),
}));

/** All tables of the world with their rows, in an order that foreign keys allow. */
export function tables(): { table: string; rows: readonly Resource[] }[] {
  const scraper = (n: number, name: string, namespace: string | null) => ({
    id: idOf('5c', n),
    name,
    namespace,
    spec: {},
    source: 'UI',
    agent_id: NIL_AGENT_ID,
    created_at: TIMES[3],
    is_pushed: false,
  });
  return [
    {
      table: 'agents',
      rows: [
        {
          id: agentId(1),
          name: 'Edge-1',
          created_at: TIMES[3],
          updated_at: TIMES[3],
          cleanup: false,
          deleted_at: null,
        },
        {
          id: agentId(2),
          name: 'gone',
          created_at: TIMES[3],
          updated_at: TIMES[3],
          cleanup: false,
          deleted_at: TIMES[3],
        },
      ],
    },
    { table: 'config_scrapers', rows: [scraper(0, 'aws', 'default'), scraper(1, 'web', null)] },
    { table: 'config_items', rows: CONFIGS.map((row) => ({ inserted_at: TIMES[3], is_pushed: false, ...row })) },
    {
      table: 'config_changes',
      rows: make(2, ({ pick, config, next }, n) => ({
        id: idOf('c2', n),
        config_id: itemId(n % 7),
        external_created_by: pick([null, 'alice', 'Bob']),
        change_type: pick(['diff', 'Deleted', 'PodCrash', null]),
        severity: pick(['info', 'high', null]),
        source: pick(['UI', 'ui', null]),
        summary: pick([...WORDS, null]),
        details: pick([null, config()]),
        count: next(5),
        created_at: pick(TIMES),
        first_observed: pick(TIMES),
        inserted_at: TIMES[3],
        is_pushed: false,
      })),
    },
    { table: 'canaries', rows: CANARIES },
    {
      table: 'checks',
      rows: make(3, ({ pick, flat, config, times, agent }, n) => ({
        id: idOf('ce', n),
        canary_id: pick(CANARIES.slice(0, 4)).id,
        agent_id: agent(),
        type: pick(['http', 'HTTP', 'exec']),
        name: `${pick(WORDS)} ${n}`,
        namespace: pick(['default', 'Default', 'prod', null]),
        status: pick(STATUSES),
        severity: pick(['high', null]),
        labels: flat(),
        spec: config(),
        is_pushed: false,
        ...times(),
      })),
    },
    {
      table: 'topologies',
      rows: [
        { id: idOf('10', 0), agent_id: NIL_AGENT_ID, name: 'web', namespace: 'prod', source: 'UI', is_pushed: false },
      ],
    },
    {
      table: 'components',
      rows: make(4, ({ pick, flat, config, properties, times, agent }, n) => ({
        id: idOf('c0', n),
        agent_id: agent(),
        topology_id: pick([null, idOf('10', 0)]),
        external_id: pick(WORDS),
        name: `${pick(WORDS)} ${n}`,
        namespace: pick(['default', 'prod', null]),
        type: pick([...TYPES, null]),
        status: pick(STATUSES) ?? 'info',
        health: pick(STATUSES),
        labels: flat(),
        properties: properties(),
        summary: pick([null, config()]),
        hidden: false,
        silenced: false,
        is_pushed: false,
        ...times(),
      })),
    },
    {
      table: 'playbooks',
      rows: make(5, ({ pick, flat, times }, n) => ({
        id: idOf('b0', n),
        name: `${pick(WORDS)} ${n}`,
        namespace: pick(['default', 'prod']),
        title: pick(WORDS),
        category: pick(WORDS),
        spec: {},
        source: 'UI',
        tags: flat(),
        ...times(),
        updated_at: TIMES[3],
      })),
    },
    {
      table: 'connections',
      rows: make(6, ({ pick, times }, n) => ({
        id: idOf('c4', n),
        name: `${pick(WORDS)} ${n}`,
        namespace: pick(['default', 'prod']),
        type: pick(['http', 'aws', 'AWS']),
        ...times(),
        updated_at: TIMES[3],
      })),
    },
    {
      table: 'views',
      rows: make(7, ({ pick, times }, n) => ({
        id: idOf('f0', n),
        name: `${pick(WORDS)} ${n}`,
        namespace: pick(['default', 'prod', null]),
        spec: {},
        source: 'UI',
        ...times(),
      })),
    },
  ];
}

/** The ids of the rows of a kind. */
export function rowsOf(kind: SelectorKind): string[] {
  const table = kind === 'changes' ? 'config_changes' : fieldTables[kind].relation;
  const rows = tables().find((one) => one.table === table)?.rows ?? [];
  return rows.map((row) => String(row.id));
}

const word = fc.constantFrom(
  ...WORDS.filter((text) => text !== '' && !/[\s,]/.test(text)),
  'w',
  'kubernetes',
  'default',
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '*'),
    fc.oneof(word, fc.constant('')),
    fc.constantFrom('', '', '*'),
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');
const patterns = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((list) => list.join(','));
const mixed = (values: readonly (string | null)[]) =>
  fc
    .array(
      fc.oneof(pattern, fc.constantFrom(...values.filter((value) => value !== null && value !== '').map(String))),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((list) => list.join(',').replaceAll(' ', '%20'));

const labelTerm = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...KEYS),
      fc.constantFrom('=', '==', '!='),
      fc.constantFrom(...LABEL_VALUES.filter((text) => !/\s/.test(text))),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom(...KEYS), fc.constantFrom('in', 'notin'), fc.constantFrom('web,api', '5,', 'Web'))
    .map(([key, by, values]) => `${key} ${by} (${values})`),
  fc.tuple(fc.constantFrom('', '!'), fc.constantFrom(...KEYS)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('n', 'app'), fc.constantFrom('<', '>'), fc.constantFrom(4, 5, -10))
    .map((parts) => parts.join('')),
);
const labelText = fc.array(labelTerm, { minLength: 1, maxLength: 2 }).map((terms) => terms.join(','));

const date = fc.constantFrom(
  '2024-06-15',
  '2024-06-15T12:00:00Z',
  '12:00',
  'now-1d',
  'now-1d/d',
  'now',
  '2024-06-15T12:00:00.000Z',
);
const equality = fc.constantFrom('=', '!=', ':', ' = ');
const anyOperator = fc.constantFrom('=', '!=', '<', '>', '<=', '>=', ':');
const join3 = (a: fc.Arbitrary<string>, b: fc.Arbitrary<string>, c: fc.Arbitrary<string>) =>
  fc.tuple(a, b, c).map((parts) => parts.join(''));

function columnTerm(field: string, type: FieldTable['columns'][string], ids: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constant(field);
  if (type === 'time')
    return fc.oneof(join3(name, anyOperator, date), fc.constantFrom(`${field}=*`, `${field}=""`, `${field}=!now`));
  if (type === 'number') return join3(name, anyOperator, fc.constantFrom('10', '1.5', '0', '-1e3', '10.0'));
  if (type === 'uuid') {
    const id = fc.constantFrom(...ids, 'x', 'c0*').map((text) => text.toUpperCase());
    return fc.oneof(join3(name, equality, id), fc.constantFrom(`${field}>${ids[5] ?? ids[0]}`, `${field}=""`));
  }
  const value =
    type === 'type' || field === 'type' ? mixed([...TYPES, 'pod', 'set']) : mixed([...STATUSES, ...LABEL_VALUES]);
  if (type === 'list') return join3(name, equality, value);
  return fc.oneof(join3(name, equality, value), join3(name, anyOperator, word), fc.constant(`${field}=""`));
}

function jsonTerms(table: FieldTable): fc.Arbitrary<string>[] {
  const value = fc.oneof(
    fc.constantFrom('*', '!*', '5.5', '-0.25', '1000000000000000000000', '0.0000001', 'false', '""', '"a b"'),
    mixed(LABEL_VALUES),
    patterns,
  );
  return Object.entries(table.json).flatMap(([name, { type }]) => {
    const paths =
      type === 'path'
        ? ['.spec.replicas', '.spec.list[0]', '.spec.list[-1]', '.spec.list.1', '[a.b]', '.a\\.b', '.x.y']
        : ['.cpu', ...KEYS.map((key) => `.${key}`)];
    return [join3(fc.constantFrom(name, ...paths.map((path) => name + path)), fc.constantFrom('=', '!='), value)];
  });
}

/** Search text of a kind, well formed. */
export function searchOf(kind: SelectorKind): fc.Arbitrary<string> {
  const table = fieldTables[kind];
  const ids = rowsOf(kind).slice(0, 10);
  const columns = Object.entries(table.columns).map(([field, type]) => columnTerm(field, type, ids));
  const aliases = Object.entries(table.aliases).map(([alias, field]) =>
    columnTerm(alias, table.columns[field] ?? 'list', ids),
  );
  const agent = join3(
    fc.constantFrom('agent', 'agent_id'),
    fc.constantFrom('=', '!='),
    fc.constantFrom(
      'all',
      'local',
      'self',
      '""',
      agentId(1),
      agentId(2).toUpperCase(),
      'edge-1',
      'EDGE*',
      'gone',
      '!edge-1',
    ),
  );
  const bare = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(
        word,
        word.map((text) => `${text}*`),
        word.map((text) => `"${text}"`),
      ),
    )
    .map((parts) => parts.join(''));
  const directive = fc.constantFrom('limit=5', 'offset=2', 'sort=name', '@order=-created_at');
  const leaf = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...columns, ...aliases) },
    { weight: 4, arbitrary: table.json.labels || table.json.tags ? fc.oneof(...jsonTerms(table)) : bare },
    { weight: 2, arbitrary: bare },
    { weight: 1, arbitrary: agent },
  );
  const { query } = fc.letrec<{ query: string; group: string }>((tie) => ({
    group: fc.oneof(
      { weight: 5, arbitrary: leaf },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constantFrom('', '-'), tie('query')).map(([sign, inner]) => `${sign}(${inner})`),
      },
    ),
    query: fc
      .array(fc.array(tie('group'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
      .map((branches) => branches.map((parts) => parts.join(' ')).join(' | ')),
  }));
  return fc.tuple(query, fc.option(directive, { nil: '' })).map(([text, said]) => `${said} ${text}`);
}

/** Selectors of a kind, well formed. */
export function selectorOf(kind: SelectorKind): fc.Arbitrary<ResourceSelector> {
  const ids = rowsOf(kind).slice(0, 10);
  const optional = <T>(arbitrary: fc.Arbitrary<T>, absent: number) =>
    fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  return fc
    .record({
      agent: fc.oneof(
        { weight: 3, arbitrary: fc.constant('all') },
        { weight: 1, arbitrary: fc.constantFrom('', 'local', agentId(1), 'edge-1', '!local') },
      ),
      scope: optional(
        fc.constantFrom('default/aws', '/web', 'prod/web', 'default/shop', idOf('5c', 0), idOf('ca', 1), itemId(1)),
        6,
      ),
      search: optional(searchOf(kind), 3),
      includeDeleted: optional(fc.boolean(), 3),
      id: optional(fc.constantFrom(...ids, 'nothing'), 12),
      name: optional(fc.oneof(fc.constant('*'), patterns), 3),
      namespace: optional(fc.oneof(fc.constantFrom('default', 'DEFAULT', '!prod', 'prod,default'), patterns), 3),
      tagSelector: optional(labelText, 3),
      labelSelector: optional(labelText, 3),
      fieldSelector: optional(
        fc.constantFrom(
          'name=web',
          'name!=web',
          'deleted_at',
          '!deleted_at',
          `id in (${ids[1]},${ids[2]})`,
          'namespace notin (default)',
        ),
        12,
      ),
      health: optional(mixed(STATUSES), 12),
      types: optional(fc.array(mixed(TYPES), { maxLength: 2 }), 12),
      statuses: optional(fc.array(mixed(STATUSES), { maxLength: 2 }), 12),
    })
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));
}
