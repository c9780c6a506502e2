import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Permission, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import type { Caller } from '../../platform/index.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { callerOf, createTestCallers } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';
import { until } from '../scheduler/testing/fixtures.ts';

const callers = createTestCallers();
let test: TestDatabase;
let nodes: RunningServer[];
let estate: Estate;

const start = (identify = true) =>
  startServer(
    loadConfig(
      { PORT: '0', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir(), QD_MODE: identify ? 'self-hosted' : 'standalone' },
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
  estate = await addEstate(test.database);
  nodes = [await start(), await start()];
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await test.drop();
});

const admin = callerOf('admin');
const viewer = callerOf('viewer', { id: randomUUID() });

function call(path: string, who: Caller | null, { node = 0, body = undefined as unknown } = {}): Promise<Response> {
  return fetch(new URL(path, nodes[node]?.url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(who ? callers.as(who) : {}), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const json = async <T>(path: string, who: Caller) => (await (await call(path, who)).json()) as T;

describe('GET /auth/whoami', () => {
  it.each(['/auth/whoami', '/api/auth/whoami'])('answers at %s who calls, with roles and policies', async (path) => {
    const { message, payload } = await json<WhoAmI>(path, viewer);
    expect(message).toBe('success');
    expect(payload.user).toEqual({ id: viewer.id, name: viewer.name, email: viewer.email });
    expect(payload.roles.toSorted()).toEqual(['everyone', 'viewer']);
    expect(payload.permissions).toContainEqual({ subject: 'viewer', object: 'canaries', action: 'read', deny: false });
    expect(payload.hostname).toEqual(expect.any(String));
  });

  it('answers 401 to who is not signed in', async () => {
    expect((await call('/auth/whoami', null)).status).toBe(401);
  });

  it('knows one local administrator in standalone mode, whatever the header says', async () => {
    const alone = await start(false);
    const answer = await fetch(new URL('/api/auth/whoami', alone.url), { headers: callers.as(viewer) });
    const { payload } = (await answer.json()) as WhoAmI;
    expect([payload.user.email, payload.roles]).toEqual(['admin@local', ['everyone', 'admin']]);
    await alone.stop();
  });
});

describe('/rbac', () => {
  it('lists the policies of the caller, and all to who may read them', async () => {
    const mine = await json<{ payload: Permission[] }>('/api/rbac/permissions', admin);
    expect(mine.payload).toEqual([{ subject: 'admin', object: '*', action: '*', deny: false }]);
    const all = await json<{ payload: Permission[] }>('/rbac/dump', callerOf('editor'));
    expect(new Set(all.payload.map(({ subject }) => subject)).size).toBe(6);
    expect((await call('/rbac/dump', viewer)).status).toBe(403);
  });

  it('replaces roles, at once on every node', async () => {
    const ana: Caller = { id: estate.person, name: 'Ana', email: 'ana@example.test', roles: [] };
    const update = (roles: unknown) => call(`/rbac/${ana.id}/update_role`, admin, { body: { roles } });
    expect((await call('/rbac/dump', ana, { node: 1 })).status).toBe(403);
    expect((await update(['editor', 'viewer'])).status).toBe(200);
    expect((await call('/rbac/dump', ana)).status).toBe(200);
    await until(async () => (await call('/rbac/dump', ana, { node: 1 })).status === 200);
    expect(await json(`/rbac/${ana.id}/roles`, admin)).toEqual({ payload: ['editor', 'viewer'] });
    expect((await update(['viewer'])).status).toBe(200);
    expect(await json(`/rbac/${ana.id}/roles`, admin)).toEqual({ payload: ['viewer'] });
    await until(async () => (await call('/rbac/dump', ana, { node: 1 })).status === 403);
  });

  /** Somebody who can sign in. */
  async function addAccount(): Promise<string> {
    const { rows } = await test.database.pool.query(
      `with made as (insert into identities (schema_id, traits)
         values ('default', jsonb_build_object('email', gen_random_uuid() || '@example.test')) returning id)
       insert into identity_credentials (identity_id, kind, config) select id, 'password', '{}' from made
       returning identity_id as id`,
    );
    return rows[0].id;
  }

  it('lets an administrator change roles from whom a rule keeps one item', async () => {
    const id = await addPermission(test.database, {
      action: '*',
      subject: 'admin',
      deny: true,
      config_id: estate.red.config,
    });
    const seen = () => json<{ id: string }[]>(`/api/db/config_items?id=eq.${estate.red.config}&select=id`, admin);
    await until(async () => (await seen()).length === 0);
    const update = await call(`/rbac/${estate.person}/update_role`, admin, { body: { roles: ['viewer'] } });
    expect([update.status, (await call('/rbac/dump', admin)).status]).toEqual([200, 200]);
    await test.database.pool.query('delete from permissions where id = $1', [id]);
    await until(async () => (await seen()).length === 1);
  });

  it('keeps the last administrator who can sign in', async () => {
    const [eve, fay] = [await addAccount(), await addAccount()];
    const update = async (person: string, roles: string[]) => {
      const answer = await call(`/rbac/${person}/update_role`, admin, { body: { roles } });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    expect(await update(estate.person, ['admin'])).toEqual([200, undefined]);
    expect(await update(eve, ['admin'])).toEqual([200, undefined]);
    expect(await update(eve, ['viewer'])).toEqual([409, 'LAST_ADMIN']);
    expect(await update(fay, ['admin'])).toEqual([200, undefined]);
    expect(await update(eve, [])).toEqual([200, undefined]);
    expect(await update(fay, [])).toEqual([409, 'LAST_ADMIN']);
    expect(await update(estate.person, [])).toEqual([200, undefined]);
    await test.database.pool.query('delete from identity_credentials');
  });

  it('keeps one of two who take the role from each other', async () => {
    const pair = [await addAccount(), await addAccount()];
    for (const id of pair) {
      await test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin')", [id]);
    }
    const answers = await Promise.all(
      pair.map((id) => call(`/rbac/${id}/update_role`, admin, { body: { roles: [] } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([[{ roles: ['king'] }], [{ roles: 'admin' }], [{}], [{ roles: [1] }]])(
    'refuses %j, saying what it expected',
    async (body) => {
      const answer = await call(`/rbac/${estate.person}/update_role`, admin, { body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'REQUEST_INVALID',
        details: { field: 'roles', expected: expect.stringContaining('commander') },
      });
    },
  );

  it('does not find people who are none', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      const answer = await call(`/rbac/${id}/update_role`, admin, { body: { roles: [] } });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'PERSON_NOT_FOUND']);
    }
  });
});

describe('a refusal', () => {
  it('says which rule decided to who may read permissions, and to nobody else', async () => {
    const id = await addPermission(test.database, {
      name: 'no-rbac',
      action: 'read',
      object: 'rbac',
      subject: viewer.id,
      subject_type: 'person',
      deny: true,
    });
    await until(async () => JSON.stringify(await json('/rbac/dump', viewer)).includes(id));
    const told = await json<{ details: unknown }>('/rbac/dump', viewer);
    expect(told).toMatchObject({
      code: 'ACCESS_DENIED',
      details: { object: 'rbac', resource: 'rbac', action: 'read', rules: [`permission no-rbac (${id})`] },
    });
    await addPermission(test.database, {
      action: 'read',
      object: 'database.system',
      subject: viewer.id,
      subject_type: 'person',
      deny: true,
    });
    await until(async () => !JSON.stringify(await json('/rbac/dump', viewer)).includes(id));
    const hidden = await json<{ details: object }>('/rbac/dump', viewer);
    expect(hidden.details).toEqual({ object: 'rbac', resource: 'rbac', action: 'read' });
    await test.database.pool.query('delete from permissions');
  });
});

describe('the health API', () => {
  it('answers only checks that the caller may see', async () => {
    const who = callerOf('viewer', { id: randomUUID() });
    await addPermission(test.database, {
      action: '*',
      subject: who.id,
      subject_type: 'person',
      deny: true,
      config_id: estate.red.config,
    });
    const names = async () => {
      const { checks_summary: checks } = await json<{ checks_summary: { name: string }[] }>('/api/summary', who);
      return checks.map(({ name }) => name).filter((name) => name.endsWith('-check'));
    };
    await until(async () => (await names()).length === 1);
    expect(await names()).toEqual(['blue-check']);
    for (const path of [`/api?check=`, `/api/graph?check=`]) {
      expect((await call(`${path}${estate.red.check}`, who)).status, path).toBe(403);
      expect((await call(`${path}${estate.blue.check}`, who)).status, path).toBe(200);
    }
    const recent = await json<{ recent: object }>(`/api/recent?ids=${estate.red.check},${estate.blue.check}`, who);
    expect(Object.keys(recent.recent)).not.toContain(estate.red.check);
    const runner = callerOf('responder', { id: who.id });
    expect((await call(`/run/check/${estate.red.check}`, runner, { body: {} })).status).toBe(403);
    await test.database.pool.query('delete from permissions');
  });
});
