import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeEnded } from './clean-up-store.ts';
import { openHubDatabase } from './database.ts';
import { keepDemoPerson } from './demo/demo-store.ts';

let test: TestDatabase;
let hub: Awaited<ReturnType<typeof openHubDatabase>>;

beforeAll(async () => {
  test = await createTestDatabase();
  hub = await openHubDatabase({ databaseUrl: test.url, dataDir: '' }, silentLog, systemClock);
});
afterAll(async () => {
  await hub.stop();
  await test.drop();
});

it('removes what ended, and nothing that lives', async () => {
  const { pool } = hub;
  const person = await keepDemoPerson(hub, { name: 'Ada', email: 'ada@example.test', passwordHash: 'x' });
  for (const [name, span] of [
    ['old', '-2 days'],
    ['new', '1 hour'],
  ] as const) {
    await pool.query(
      `insert into session (token, "userId", "expiresAt", "updatedAt") values ($1, $2, now() + $3::interval, now())`,
      [name, person, span],
    );
    await pool.query(
      `insert into verification (identifier, value, "expiresAt") values ($1, 'x', now() + $2::interval)`,
      [name, span],
    );
    await pool.query('insert into identity_pauses (bucket, until) values ($1, now() + $2::interval)', [name, span]);
    await pool.query('insert into identity_attempts (bucket, at) values ($1, now() + $2::interval)', [name, span]);
    await pool.query(
      `insert into "rateLimit" (key, count, "lastRequest")
       values ($1, 1, extract(epoch from now() + $2::interval)::bigint * 1000)`,
      [name, span],
    );
  }
  await removeEnded(hub, systemClock.now());
  const left = async (column: string, table: string) =>
    (await pool.query<{ name: string }>(`select ${column} as name from ${table}`)).rows.map(({ name }) => name);
  expect(await left('token', 'session')).toEqual(['new']);
  expect(await left('identifier', 'verification')).toEqual(['new']);
  expect(await left('bucket', 'identity_pauses')).toEqual(['new']);
  expect(await left('bucket', 'identity_attempts')).toEqual(['new']);
  expect(await left('key', '"rateLimit"')).toEqual(['new']);
});
