import { randomBytes, randomUUID } from 'node:crypto';
import { hubMigrations } from '@quarterdeck/db';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createCipher } from '@quarterdeck/identity';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHubDatabase } from '../database.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { createSigningKeys } from './keys.ts';

const DAY_MS = 24 * 60 * 60_000;
let test: TestDatabase;
let hub: Awaited<ReturnType<typeof openHubDatabase>>;
let store: KeyStore;
let nowMs = systemClock.now();
const cipher = createCipher([randomBytes(32)]);
const clock = { ...systemClock, now: () => nowMs };
const newKeys = () => createSigningKeys({ store, cipher, clock, newId: randomUUID });

beforeAll(async () => {
  test = await createTestDatabase();
  hub = await openHubDatabase({ databaseUrl: test.url, dataDir: '' }, silentLog, systemClock);
  store = createKeyStore(hub);
});
afterAll(async () => {
  await hub.stop();
  await test.drop();
});

it('lives in a schema of its own, which a second start leaves as it is', async () => {
  const again = await openHubDatabase({ databaseUrl: test.url, dataDir: '' }, silentLog, systemClock);
  const { rows } = await again.pool.query('select count(*) as applied from hub.schema_migrations');
  expect(rows).toEqual([{ applied: hubMigrations.length }]);
  await again.stop();
});

it('nodes that begin together make one key', async () => {
  const nodes = Array.from({ length: 5 }, newKeys);
  const ids = await Promise.all(nodes.map(async (node) => (await node.current()).id));
  expect(new Set(ids).size).toBe(1);
  expect(await store.list()).toHaveLength(1);
});

it('the private half is kept sealed', async () => {
  const [stored] = await store.list();
  expect(stored?.publicKey).not.toHaveProperty('d');
  expect(stored?.sealedPrivateKey).not.toMatch(/"d"|OKP/);
});

it('the next key is published a day before it signs, and the one before for a while after', async () => {
  const keys = newKeys();
  const first = (await keys.current()).id;
  nowMs += 29.5 * DAY_MS;
  expect((await keys.current()).id).toBe(first);
  const published = (await keys.published()).map(({ kid }) => kid);
  expect(published).toHaveLength(2);
  nowMs += 0.6 * DAY_MS;
  const second = (await keys.current()).id;
  expect(published).toEqual([first, second]);
  nowMs += 29.5 * DAY_MS;
  await keys.current();
  expect((await keys.published()).map(({ kid }) => kid)).not.toContain(first);
});

it('a key that is replaced by hand signs until backends know the next one', async () => {
  const keys = newKeys();
  const before = (await keys.current()).id;
  const from = await keys.rotate();
  expect(from.getTime() - nowMs).toBe(15 * 60_000);
  expect((await keys.current()).id).toBe(before);
  nowMs = from.getTime() + 1000;
  const after = (await newKeys().current()).id;
  expect(after).not.toBe(before);
  expect((await keys.current()).id).toBe(after);
});
