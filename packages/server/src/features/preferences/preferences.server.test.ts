import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { LONGEST_PREFERENCE, type WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import type { Caller } from '../../platform/index.ts';
import { callerOf, createTestCallers } from '../../testing/identify.ts';

const callers = createTestCallers();
const ada = callerOf('viewer', { id: randomUUID(), name: 'Ada' });
const eve = callerOf('viewer', { id: randomUUID(), name: 'Eve' });
let test: TestDatabase;
let server: RunningServer;

const start = (identify = true) =>
  startServer(
    loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir() },
      {},
      tmpdir(),
      false,
    ),
    {
      log: silentLog,
      consoleDir: null,
      ...(identify ? { identify: callers.identify } : {}),
    },
  );

beforeAll(async () => {
  test = await createTestDatabase();
  for (const { id, name } of [ada, eve]) {
    await test.database.pool.query('insert into people (id, name, properties) values ($1, $2, $3)', [
      id,
      name,
      name === 'Ada' ? { desk: '4' } : null,
    ]);
  }
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

const change = (body: unknown, who: Caller | null = ada, url = server.url) =>
  fetch(new URL('/api/preferences', url), {
    method: 'PATCH',
    headers: { ...(who ? callers.as(who) : {}), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function kept(who: Caller): Promise<unknown> {
  const answer = await fetch(new URL('/api/auth/whoami', server.url), { headers: callers.as(who) });
  return ((await answer.json()) as WhoAmI).payload.preferences;
}

describe('preferences', () => {
  it('are none for a person who chose nothing, and are kept by name, each person their own', async () => {
    expect(await kept(ada)).toEqual({});
    const first = await change({ datetime_preference: 'short', theme: 'dark' });
    expect([first.status, await first.json()]).toEqual([200, { datetime_preference: 'short', theme: 'dark' }]);
    await change({ theme: null, topology_card_width: '600px' });
    expect(await kept(ada)).toEqual({ datetime_preference: 'short', topology_card_width: '600px' });
    expect(await kept(eve)).toEqual({});
    await change({ theme: 'light' }, eve);
    expect(await kept(eve)).toEqual({ theme: 'light' });
  });

  it('leave the other properties of a person alone', async () => {
    await change({ sidebarCollapsed: 'true' });
    const { rows } = await test.database.pool.query('select properties from people where id = $1', [ada.id]);
    expect(rows[0].properties).toMatchObject({ desk: '4', preferences: { sidebarCollapsed: 'true' } });
  });

  it.each([
    ['no preference', { password: 'x' }, 'password'],
    ['a number', { theme: 1 }, 'theme'],
    ['a value without end', { theme: 'x'.repeat(LONGEST_PREFERENCE + 1) }, 'theme'],
    ['a list', ['theme'], 'body'],
  ])('refuse %s, naming it', async (_what, body, field) => {
    const answer = await change(body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'REQUEST_INVALID', details: expect.objectContaining({ field }) }),
    ]);
  });

  it('are nobody’s without sign-in', async () => {
    expect((await change({ theme: 'dark' }, null)).status).toBe(401);
  });

  it('are kept by the browser in standalone mode, which has no people', async () => {
    const alone = await start(false);
    const whoami = await fetch(new URL('/api/auth/whoami', alone.url));
    expect(((await whoami.json()) as WhoAmI).payload).not.toHaveProperty('preferences');
    const answer = await change({ theme: 'dark' }, null, alone.url);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'PERSON_NOT_FOUND']);
    await alone.stop();
  });
});
