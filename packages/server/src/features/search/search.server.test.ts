import type { FoundResource, ResourceSearchAnswer } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../platform/index.ts';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';
import { until } from '../scheduler/testing/fixtures.ts';
import { createSearchStore } from './search-store.ts';

let main: TestDatabase;
let server: ServerForCallers['server'];
let callers: ServerForCallers['callers'];
const admin = callerOf('admin');
const id = (group: string, n: number) => `${group.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

const WORLD = `
insert into agents (id, name) values ('${id('a', 1)}', 'edge-1');
insert into config_items (id, name, type, config_class, health, tags, labels, agent_id, icon, deleted_at, created_at) values
  ('${id('c', 1)}', 'web-1', 'Kubernetes::Pod', 'Pod', 'healthy', '{"namespace": "shop"}', '{"app": "web"}', default, 'pod', null, '2024-01-01'),
  ('${id('c', 2)}', 'Web-2', 'Kubernetes::Pod', 'Pod', 'unhealthy', '{"namespace": "shop"}', '{"app": "web"}', '${id('a', 1)}', null, null, '2024-02-01'),
  ('${id('c', 3)}', 'api', 'Kubernetes::Deployment', 'Deployment', 'healthy', '{"namespace": "kube-system"}', null, default, null, null, '2024-03-01'),
  ('${id('c', 4)}', 'web-old', 'Kubernetes::Pod', 'Pod', null, null, null, default, null, now(), '2024-04-01');
insert into config_changes (id, config_id, change_type, severity, created_at) values
  ('${id('d', 1)}', '${id('c', 1)}', 'diff', 'info', '2024-01-02'),
  ('${id('d', 2)}', '${id('c', 1)}', 'PodCrash', 'high', '2024-01-03'),
  ('${id('d', 3)}', '${id('c', 3)}', 'diff', 'low', '2024-01-04');
insert into canaries (id, name, namespace, spec) values ('${id('ca', 1)}', 'shop', 'shop', '{}');
insert into checks (id, canary_id, name, namespace, type, status, labels, icon) values
  ('${id('e', 1)}', '${id('ca', 1)}', 'front', 'shop', 'http', 'healthy', '{"team": "red"}', 'globe');
insert into topologies (id, name, namespace) values ('${id('f', 1)}', 'shop', 'shop');
insert into components (id, topology_id, external_id, name, status, health, labels) values
  ('${id('b', 1)}', '${id('f', 1)}', 'checkout', 'checkout', 'healthy', 'healthy', '{"tier": "1"}');`;

beforeAll(async () => {
  main = await createTestDatabase();
  await main.database.pool.query(WORLD);
  ({ server, callers } = await startForCallers(main));
});
afterAll(async () => {
  await server.stop();
  await main.drop();
});
beforeEach(() => main.database.pool.query('delete from permissions'));

const send = (body: unknown, caller: Caller = admin, path = '/api/resources/search') =>
  fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callers.as(caller) },
    body: JSON.stringify(body),
  });
const ask = async (body: unknown, caller?: Caller) => {
  const answer = await send(body, caller);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ResourceSearchAnswer;
};
const names = (list: readonly FoundResource[] = []) => list.map(({ name }) => name);
const configs = async (search: string, more: Record<string, unknown> = {}) =>
  names((await ask({ configs: [{ agent: 'all', search, ...more }] })).configs);

test('each kind answers what it found; kinds without anything are not there', async () => {
  const everything = { agent: 'all', search: '' };
  expect(
    await ask({ checks: [everything], components: [everything], configs: [{ id: id('c', 2), agent: 'all' }] }),
  ).toEqual({
    checks: [
      {
        id: id('e', 1),
        agent: 'local',
        icon: 'globe',
        name: 'front',
        namespace: 'shop',
        type: 'http',
        labels: { team: 'red' },
        tags: { team: 'red' },
      },
    ],
    components: [
      {
        id: id('b', 1),
        agent: 'local',
        name: 'checkout',
        namespace: '',
        type: '',
        labels: { tier: '1' },
        tags: { tier: '1' },
      },
    ],
    configs: [
      {
        id: id('c', 2),
        agent: 'edge-1',
        name: 'Web-2',
        namespace: 'shop',
        type: 'Kubernetes::Pod',
        labels: { app: 'web' },
        tags: { namespace: 'shop' },
      },
    ],
  });
  expect(await ask({ checks: [{ name: 'nothing' }], configs: [] })).toEqual({});
});

test('changes come newest first, with the name, type and tags of their item', async () => {
  const { config_changes = [] } = await ask({ config_changes: [{ search: 'type=pod id=d0*' }] });
  expect(config_changes.map((change) => change.id)).toEqual([id('d', 2), id('d', 1)]);
  expect(config_changes[0]).toEqual({
    id: id('d', 2),
    agent: 'local',
    name: 'web-1',
    namespace: 'shop',
    type: 'Kubernetes::Pod',
    tags: { namespace: 'shop' },
  });
});

test('the grammar reaches the database', async () => {
  expect(await configs('web')).toEqual(['web-1', 'Web-2']);
  expect(await configs('type=pod health!=healthy')).toEqual(['Web-2']);
  expect(await configs('type=deployment | labels.app=web health=healthy')).toEqual(['api', 'web-1']);
  expect(await configs('-web')).toEqual(['api']);
  expect(await configs('-namespace=kube*')).toEqual(['web-1', 'Web-2']);
  expect(await configs('created>=2024-02-01 @order=-created_at')).toEqual(['api', 'Web-2']);
  expect(await configs('limit=1 offset=1 sort=name')).toEqual(['web-1']);
  expect(await configs('web', { includeDeleted: true })).toEqual(['web-1', 'Web-2', 'web-old']);
  expect(await configs('deleted>2024-01-01')).toEqual(['web-old']);
  expect(await configs('', { agent: 'edge-1' })).toEqual(['Web-2']);
});

test('several selectors are joined, each with its own limit; the limit of the request is for each kind', async () => {
  const both = { configs: [{ search: 'web limit=1', agent: 'all' }, { name: 'api' }], config_changes: [{ name: '*' }] };
  expect(names((await ask(both)).configs)).toEqual(['api', 'web-1']);
  const limited = await ask({ ...both, limit: 1 });
  expect(limited.configs).toHaveLength(1);
  expect(limited.config_changes).toHaveLength(1);
});

test('no body, and null, ask for nothing; the route also answers without /api', async () => {
  expect(await ask(null)).toEqual({});
  const bare = await fetch(new URL('/resources/search', server.url), { method: 'POST', headers: callers.as(admin) });
  expect([bare.status, await bare.json()]).toEqual([200, {}]);
  expect((await send({ configs: [{ name: 'api' }] }, admin, '/api/canary/resources/search')).status).toBe(200);
});

test.each([
  [
    { configs: [{ search: 'nofield=1' }] },
    'SELECTOR_FIELD',
    { field: 'nofield', table: 'config_items', position: 0, kind: 'configs' },
  ],
  [{ checks: [{ search: 'name=a (b' }] }, 'SELECTOR_SYNTAX', { position: 7, kind: 'checks' }],
  [{ components: [{ search: 'created>soon' }] }, 'SELECTOR_VALUE', { field: 'created', kind: 'components' }],
  [{ configs: [{ labelSelector: 'a in' }] }, 'SELECTOR_SYNTAX', { part: 'labelSelector' }],
  [{ configs: [{ namspace: 'x' }] }, 'SELECTOR_FIELD', { field: 'namspace' }],
  [{ configs: 'x' }, 'SELECTOR_VALUE', { kind: 'configs' }],
  [{ configs: [{ name: 'a\0b' }] }, 'SELECTOR_SYNTAX', { part: 'name' }],
  [{ limit: -1 }, 'REQUEST_INVALID', { field: 'limit' }],
  [[], 'REQUEST_INVALID', { field: 'body' }],
])('a bad request is told apart: %j', async (body, code, details) => {
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code, details });
});

test('a rule about single items narrows what is found; who may not read a kind is refused', async () => {
  const guest = callerOf('guest', { id: id('9', 1) });
  await addPermission(main.database, {
    subject: guest.id,
    subject_type: 'person',
    action: 'read',
    deny: true,
    config_id: id('c', 1),
  });
  const search = { configs: [{ search: 'type=pod', agent: 'all' }] };
  await until(async () => names((await ask(search, guest)).configs).join() === 'Web-2');
  expect(names((await ask(search)).configs)).toEqual(['web-1', 'Web-2']);
  expect((await ask({ config_changes: [{ search: 'type=pod' }] }, guest)).config_changes).toBeUndefined();

  await addPermission(main.database, {
    subject: guest.id,
    subject_type: 'person',
    action: 'read',
    deny: true,
    object: 'topology',
  });
  await until(async () => (await send({ components: [{ name: '*' }] }, guest)).status === 403);
  const nobody = await fetch(new URL('/api/resources/search', server.url), { method: 'POST' });
  expect(nobody.status).toBe(401);
});

test('a search that takes too long is given up, and what else was asked with it', async () => {
  const store = createSearchStore(main.database);
  const quick = store.prepare({ kind: 'configs', selectors: [{ name: 'api' }], limit: 5 }, Date.now());
  const slow = { text: 'select pg_sleep(30)', values: [] };
  await expect(store.find([quick, slow], 50)).rejects.toMatchObject({ code: 'SEARCH_LIMIT' });
  await expect(store.find([{ text: 'select nothing', values: [] }], 50)).rejects.toMatchObject({ code: '42703' });
  const [found] = await store.find([quick], 5000);
  expect(names(found)).toEqual(['api']);
});
