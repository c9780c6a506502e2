import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { canaryOf, newId, serviceOn } from '../scheduler/testing/fixtures.ts';
import { createCanaryLoader } from './loader.ts';
import { createFolderSync } from './sync.ts';

let main: TestDatabase;
beforeAll(async () => {
  main = await createTestDatabase();
});
afterEach(() => main.database.pool.query('truncate canaries, job_history cascade'));
afterAll(() => main.drop());

const query = async (text: string) => (await main.database.pool.query(text)).rows;
const live = () => query('select type, name, status from checks where deleted_at is null order by type, name');

test('a document is stored with its checks before it ever runs', async () => {
  const { service, live: events } = serviceOn(main.database);
  const [applied] = await service.apply([
    { canary: canaryOf('shop', '@every 30s', ['http:front', 'exec:front', 'back']), source: 'shop.yaml' },
  ]);
  expect(applied).toMatchObject({ name: 'shop', namespace: 'default', outcome: 'created', problem: null });
  expect(await live()).toEqual([
    { type: 'exec', name: 'front', status: null },
    { type: 'http', name: 'back', status: null },
    { type: 'http', name: 'front', status: null },
  ]);
  expect(await query('select source from canaries')).toEqual([{ source: 'shop.yaml' }]);
  expect(events.events).toEqual([{ name: 'canaries.changed', payload: { canary_ids: [applied?.id] } }]);
});

test('an unchanged document writes nothing', async () => {
  const { service, live: events } = serviceOn(main.database);
  const document = { canary: canaryOf('shop', '@every 30s', ['a']), source: 'UI' };
  await service.apply([document]);
  const before = await query('select xmin::text, * from canaries');
  const checks = await query('select xmin::text, id from checks');
  const [again] = await service.apply([document]);
  expect(again?.outcome).toBe('unchanged');
  expect(await query('select xmin::text, * from canaries')).toEqual(before);
  expect(await query('select xmin::text, id from checks')).toEqual(checks);
  expect(events.events).toHaveLength(1);
});

test('a changed document keeps the ids of its checks, removes those that are gone and brings them back', async () => {
  const { service, live: events } = serviceOn(main.database);
  const apply = (checks: string[]) =>
    service.apply([{ canary: canaryOf('shop', '@every 30s', checks), source: 'UI' }]).then(([applied]) => applied);
  const first = await apply(['a', 'b']);
  const ids = await query('select id, name from checks order by name');
  const second = await apply(['a', 'c']);
  expect(second).toMatchObject({ id: first?.id, outcome: 'updated' });
  expect((await live()).map((check) => check.name)).toEqual(['a', 'c']);
  expect(events.events.at(-1)).toEqual({ name: 'checks.removed', payload: { ids: [ids[1]?.id] } });
  await apply(['a', 'b']);
  expect(await query('select id, name from checks where deleted_at is null order by name')).toEqual(ids);
});

test('removing takes checks and schedule along, saving again brings them back under the same id', async () => {
  const { service } = serviceOn(main.database);
  const document = { canary: canaryOf('shop', '@every 30s', ['a']), source: 'UI' };
  const [first] = await service.apply([document]);
  await service.remove([first?.id ?? '']);
  expect(await live()).toEqual([]);
  expect(await query('select from canary_schedules')).toEqual([]);
  const [again] = await service.apply([document]);
  expect(again).toMatchObject({ id: first?.id, outcome: 'updated' });
  expect(await live()).toHaveLength(1);
  expect(await query('select from canary_schedules')).toHaveLength(1);
});

test('a uid is the id; one name under two sources is two canaries; one named twice counts once', async () => {
  const { service } = serviceOn(main.database);
  const uid = newId();
  const named = canaryOf('shop', undefined, ['a']);
  const applied = await service.apply([
    { canary: { ...named, metadata: { ...named.metadata, uid } }, source: 'UI' },
    { canary: named, source: 'one.yaml' },
    { canary: named, source: 'two.yaml' },
    { canary: canaryOf('shop', undefined, ['b']), source: 'two.yaml' },
  ]);
  expect(applied[0]?.id).toBe(uid);
  expect(applied[2]?.id).toBe(applied[3]?.id);
  expect(await query('select count(*)::int as count from canaries')).toEqual([{ count: 3 }]);
});

test('what cannot be scheduled is stored and noted; the others go on', async () => {
  const { service } = serviceOn(main.database);
  const applied = await service.apply([
    { canary: canaryOf('wrong', '8 46 *', ['a']), source: 'UI' },
    { canary: canaryOf('never', '@never', ['a']), source: 'UI' },
    { canary: canaryOf('suspended', '@every 5s', ['a'], { replicas: 0 }), source: 'UI' },
    { canary: canaryOf('good', '@every 5s', ['a']), source: 'UI' },
  ]);
  expect(applied.map((canary) => canary.problem === null)).toEqual([false, true, true, true]);
  expect(await query('select c.name from canary_schedules s join canaries c on c.id = s.canary_id')).toEqual([
    { name: 'good' },
  ]);
  expect(await query('select name, status, resource_type, resource_id from job_history')).toEqual([
    { name: 'SyncCanary', status: 'FAILED', resource_type: 'canary', resource_id: applied[0]?.id },
  ]);
});

test('a webhook is a check that passes from the start', async () => {
  const { service, store } = serviceOn(main.database);
  const [applied] = await service.apply([
    { canary: canaryOf('hooks', undefined, [], { webhook: { name: 'deploy' } }), source: 'UI' },
  ]);
  expect(await live()).toEqual([{ type: 'webhook', name: 'deploy', status: 'healthy' }]);
  expect(await query('select status from check_statuses')).toEqual([{ status: true }]);
  expect(await store.withWebhook('deploy')).toEqual([applied?.id]);
  expect(await store.withWebhook('other')).toEqual([]);
});

test('loading answers the document and the ids of its checks, and follows changes and removal', async () => {
  const { service, store } = serviceOn(main.database);
  const loader = createCanaryLoader(store, (document) => {
    const metadata = document.metadata as { name: string };
    return canaryOf(metadata.name, undefined, ['a']);
  });
  const [one, two] = await service.apply([
    { canary: canaryOf('one', undefined, ['a']), source: 'UI' },
    { canary: canaryOf('two', undefined, ['a', 'b']), source: 'UI' },
  ]);
  const [first, second] = await Promise.all([loader.load(one?.id ?? ''), loader.load(two?.id ?? '')]);
  expect(first?.canary.metadata.name).toBe('one');
  expect([...(second?.checks.keys() ?? [])].sort()).toEqual(['http\u0000a', 'http\u0000b']);
  expect(await loader.load(one?.id ?? '')).toBe(first);
  await service.apply([{ canary: canaryOf('one', undefined, ['a', 'z']), source: 'UI' }]);
  expect((await loader.load(one?.id ?? ''))?.checks.size).toBe(2);
  await service.remove([one?.id ?? '']);
  expect(await loader.load(one?.id ?? '')).toBeNull();
});

test('the stored canaries follow the folder: added, changed and removed files; others stay', async () => {
  const { service } = serviceOn(main.database);
  await service.apply([{ canary: canaryOf('mine', undefined, ['a']), source: 'UI' }]);
  let files = new Map([
    ['sub/one.yaml', [canaryOf('one', undefined, ['a'])]],
    ['two.yaml', [canaryOf('two', undefined, ['a'])]],
  ]);
  let changed: (() => void) | null = null;
  let synced = 0;
  const sync = createFolderSync({
    documents: {
      current: () => ({ canaries: files, others: [], errors: [] }),
      onChange: (listener) => {
        changed = () => listener({ canaries: files, others: [], errors: [] });
        return () => undefined;
      },
    },
    service,
    log: silentLog,
    hasFolder: true,
    onSynced: async () => {
      synced += 1;
    },
  });
  await sync.start();
  const names = () => query('select name, source from canaries where deleted_at is null order by name');
  expect(await names()).toEqual([
    { name: 'mine', source: 'UI' },
    { name: 'one', source: 'one.yaml' },
    { name: 'two', source: 'two.yaml' },
  ]);
  files = new Map([['two.yaml', [canaryOf('three', undefined, ['a'])]]]);
  (changed as (() => void) | null)?.();
  await sync.stop();
  expect(synced).toBeGreaterThan(0);
  const again = createFolderSync({
    documents: { current: () => ({ canaries: files, others: [], errors: [] }), onChange: () => () => undefined },
    service,
    log: silentLog,
    hasFolder: true,
  });
  await again.start();
  await again.stop();
  expect((await names()).map((row) => row.name)).toEqual(['mine', 'three']);
});
