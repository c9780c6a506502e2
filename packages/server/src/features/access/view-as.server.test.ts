import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import type { Authz, Caller } from '../../platform/index.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import { Page } from '../../testing/page.ts';
import { addPermission } from '../../testing/policies.ts';

let callers: ServerForCallers['callers'];
const folder = mkdtempSync(join(tmpdir(), 'qd-view-as-'));
const ROOT = { email: 'root@example.test', password: 'a fine long phrase' };
let test: TestDatabase;
let server: RunningServer;
let authz: Authz;
let estate: Estate;
let admin: Caller;
let ana: Caller;

const envOf = () => {
  const env = { PORT: '0', DATABASE_URL: test.url, QD_MODE: 'self-hosted', QD_DATA_DIR: folder, QD_BREACH_URL: 'off' };
  const key = randomBytes(32).toString('base64');
  return { ...env, QD_SECRET_KEY: key, QD_ADMIN_EMAIL: ROOT.email, QD_ADMIN_PASSWORD: ROOT.password };
};

beforeAll(async () => {
  test = await createTestDatabase();
  estate = await addEstate(test.database);
  const root = randomUUID();
  await test.database.pool.query("insert into people (id, name, email) values ($1, 'Root', 'r@example.test')", [root]);
  admin = callerOf('admin', { id: root, name: 'Root', session: randomUUID() });
  ana = { id: estate.person, name: 'Ana', email: 'ana@example.test', roles: [] };
  ({ server, authz, callers } = await startForCallers(test, { env: envOf() }));
});
afterEach(async () => {
  await test.database.pool.query('delete from permissions; delete from session_views');
  await setRole('viewer');
});
afterAll(async () => {
  await server.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function setRole(role: string): Promise<void> {
  await test.database.pool.query("delete from casbin_rule where ptype = 'g' and v0 = $1", [ana.id]);
  await test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, $2)", [ana.id, role]);
  await authz.reload();
}

interface Call {
  method?: string;
  body?: unknown;
}

function call(path: string, who: Caller, { method = 'GET', body }: Call = {}): Promise<Response> {
  return fetch(new URL(path, server.url), {
    method,
    headers: { ...callers.as(who), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const outcome = async (answer: Response) => {
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return [answer.status, body.code];
};
const begin = (who: Caller, body: unknown) => call('/api/auth/view-as', who, { method: 'POST', body });
const leave = (who: Caller) => call('/api/auth/view-as', who, { method: 'DELETE' });
const whoami = async (who: Caller) => ((await (await call('/api/auth/whoami', who)).json()) as WhoAmI).payload;
const asViewer = { type: 'role', id: 'viewer' };
const asAna = () => ({ type: 'person', id: ana.id });

async function rowsOf(relation: string, who: Caller): Promise<string[]> {
  const answer = await call(`/api/db/${relation}?select=id&order=id.asc`, who);
  return answer.status === 200 ? ((await answer.json()) as { id: string }[]).map(({ id }) => id) : [];
}

async function audit(): Promise<object[]> {
  const { rows } = await test.database.pool.query<object>(
    "select actor_id, action, target, about_id from audit_log where action like 'view_as%' order by at, id",
  );
  return rows;
}

describe('who may begin', () => {
  it('is an administrator with a session', async () => {
    for (const role of ['editor', 'viewer', 'guest'] as const) {
      expect(await outcome(await begin(callerOf(role, { session: 's' }), asViewer))).toEqual([403, 'ACCESS_DENIED']);
    }
    const keeper = callerOf('editor', { id: randomUUID(), session: 's' });
    await addPermission(test.database, { action: '*', object: 'rbac', subject: keeper.id, subject_type: 'person' });
    await authz.reload();
    expect(await outcome(await begin(keeper, asViewer))).toEqual([403, 'ACCESS_DENIED']);
    const { session: _session, ...sessionless } = admin;
    expect(await outcome(await begin(sessionless, asViewer))).toEqual([409, 'VIEW_UNAVAILABLE']);
    expect((await whoami(admin)).viewing).toBeUndefined();
  });

  it.each([
    ['type', {}],
    ['type', { type: 'team', id: randomUUID() }],
    ['id', { type: 'role', id: 'king' }],
    ['id', { type: 'person', id: 'ana' }],
    ['id', { type: 'role', id: 7 }],
  ])('is told that %s is wrong in %j', async (field, body) => {
    const answer = await begin(admin, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: { field } }]);
  });

  it('does not find people who are none, and stays themselves', async () => {
    expect(await outcome(await begin(admin, { type: 'person', id: randomUUID() }))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect((await whoami(admin)).viewing).toBeUndefined();
  });
});

describe('a view', () => {
  it('of a role has its rights and no more, until it is left', async () => {
    expect((await call('/api/rbac/dump', admin)).status).toBe(200);
    expect((await begin(admin, asViewer)).status).toBe(200);
    const seen = await whoami(admin);
    expect(seen.roles.toSorted()).toEqual(['everyone', 'viewer']);
    expect(seen.user.name).toBe('viewer');
    expect(seen.viewing).toMatchObject({ type: 'role', id: 'viewer', name: 'viewer', by: { name: 'Root' } });
    expect((seen.viewing?.untilMs ?? 0) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    expect((await call('/api/rbac/dump', admin)).status).toBe(403);
    expect((await call('/api/db/connections', admin)).status).toBe(403);
    expect((await call('/api/db/config_items', admin)).status).toBe(200);
    expect((await leave(admin)).status).toBe(200);
    expect((await whoami(admin)).viewing).toBeUndefined();
    expect((await call('/api/rbac/dump', admin)).status).toBe(200);
    expect((await leave(admin)).status).toBe(200);
  });

  it('refuses every write, also what the other may, and takes reads by POST', async () => {
    await setRole('admin');
    await begin(admin, asAna());
    const writes: [string, string, unknown?][] = [
      ['POST', '/api/db/permissions', { action: 'read', subject: 'viewer' }],
      ['PATCH', `/api/db/people?id=eq.${ana.id}`, { name: 'x' }],
      ['DELETE', `/api/db/permissions?id=eq.${randomUUID()}`],
      ['POST', `/api/rbac/${ana.id}/update_role`, { roles: ['viewer'] }],
      ['PATCH', '/api/preferences', { theme: 'dark' }],
      ['POST', '/api/auth/create_token', { name: 'x' }],
      ['POST', `/run/check/${estate.red.check}`],
      ['POST', '/api/auth/view-as', asViewer],
    ];
    for (const [method, path, body] of writes) {
      const [status, code] = await outcome(await call(path, admin, { method, body }));
      expect([status, code], `${method} ${path}`).toEqual([403, 'VIEWING_READ_ONLY']);
    }
    const search = await call('/api/resources/search', admin, { method: 'POST', body: { configs: [{ name: '*' }] } });
    expect(search.status).toBe(200);
    expect(await test.database.pool.query('select from permissions')).toMatchObject({ rowCount: 0 });
  });

  it('refuses every route of the product that is no read', async () => {
    await begin(admin, { type: 'role', id: 'admin' });
    const refused: string[] = [];
    for (const { method, url, access, whileViewing } of server.routes) {
      const isRead =
        method === 'GET' || method === 'OPTIONS' || (typeof access === 'object' && access.action === 'read');
      if (isRead || access === 'public' || whileViewing) continue;
      const path = url.replace(/:\w+/g, randomUUID()).replace('*', 'severities');
      expect(await outcome(await call(path, admin, { method, body: {} })), `${method} ${url}`).toEqual([
        403,
        'VIEWING_READ_ONLY',
      ]);
      refused.push(`${method} ${url}`);
    }
    expect(refused).toEqual(expect.arrayContaining(['POST /api/db/*', 'DELETE /people/:id', 'POST /api/push']));
  });

  it('is of one session alone', async () => {
    const elsewhere = { ...admin, session: randomUUID() };
    await begin(admin, asViewer);
    expect((await whoami(elsewhere)).viewing).toBeUndefined();
    expect((await whoami({ ...callerOf('admin'), id: randomUUID(), session: admin.session ?? '' })).viewing).toBe(
      undefined,
    );
  });

  it('counts for administrators alone: who is none any more has their own rights', async () => {
    await begin(admin, asAna());
    const demoted: Caller = { ...admin, roles: ['guest'] };
    const seen = await whoami(demoted);
    expect([seen.viewing, seen.roles.toSorted()]).toEqual([undefined, ['everyone', 'guest']]);
  });

  it('of someone who is gone shows nothing, and can be left', async () => {
    const eve = randomUUID();
    await test.database.pool.query("insert into people (id, name) values ($1, 'Eve')", [eve]);
    await begin(admin, { type: 'person', id: eve });
    await test.database.pool.query('update people set deleted_at = now() where id = $1', [eve]);
    expect(await whoami(admin)).toMatchObject({ roles: ['everyone'], viewing: { id: eve, name: eve } });
    expect((await call('/api/db/config_items', admin)).status).toBe(403);
    expect((await leave(admin)).status).toBe(200);
    expect((await call('/api/db/config_items', admin)).status).toBe(200);
  });

  it('ends by itself', async () => {
    await begin(admin, asViewer);
    await test.database.pool.query("update session_views set expires_at = now() - interval '1 s'");
    expect((await whoami(admin)).viewing).toBeUndefined();
  });

  it('is written down with who it was, and so is its end', async () => {
    const before = (await audit()).length;
    await begin(admin, asAna());
    await leave(admin);
    await begin(admin, asViewer);
    const about = { actor_id: admin.id };
    expect((await audit()).slice(before)).toEqual([
      { ...about, action: 'view_as.start', target: 'Ana', about_id: ana.id },
      { ...about, action: 'view_as.end', target: 'Ana', about_id: ana.id },
      { ...about, action: 'view_as.start', target: 'role viewer', about_id: null },
    ]);
  });

  it('tells why as the other is refused', async () => {
    await begin(admin, asAna());
    const query = 'object=connection&resource=connections&action=read';
    expect(await (await call(`/api/rbac/why?${query}`, admin)).json()).toMatchObject({
      subject: { name: 'Ana' },
      outcome: 'denied',
    });
    expect((await call(`/api/rbac/why?${query}&subject_type=role&subject=admin`, admin)).status).toBe(403);
  });
});

describe('what is seen', () => {
  const about = fc.oneof(
    fc.constantFrom('catalog', 'topology', 'connection', '*').map((object) => ({ object })),
    fc.constantFrom('red' as const, 'blue' as const).map((side) => ({ side })),
  );
  const rules = fc.array(fc.record({ about, deny: fc.boolean(), isForAna: fc.boolean() }), { maxLength: 5 });

  it('is what both may see, whatever the rules', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom('viewer', 'editor', 'guest', 'admin'), async (made, role) => {
        await test.database.pool.query('delete from permissions; delete from session_views');
        for (const { about: what, isForAna, ...rest } of made) {
          // Who is denied everything whole cannot begin a view.
          const object =
            'side' in what ? { config_id: estate[what.side].config, action: '*' } : { ...what, action: 'read' };
          const subject = isForAna ? ana.id : admin.id;
          await addPermission(test.database, { ...rest, ...object, subject, subject_type: 'person' });
        }
        await setRole(role);
        for (const relation of ['config_items', 'components', 'connections', 'checks']) {
          const [mine, theirs] = [await rowsOf(relation, admin), await rowsOf(relation, ana)];
          expect((await begin(admin, asAna())).status).toBe(200);
          const both = mine.filter((id) => theirs.includes(id));
          expect(await rowsOf(relation, admin), `${role} ${relation}`).toEqual(both);
          await test.database.pool.query('delete from session_views');
        }
      }),
      { numRuns: 25 },
    );
  });
});

it('never outlives the session: after a sign-out and in again nothing is narrowed', async () => {
  const node = await startServer(loadConfig(envOf(), {}, folder, false), { log: silentLog, consoleDir: null });
  const page = new Page(() => [node]);
  const json = async () => ((await (await page.call('/api/auth/whoami')).json()) as WhoAmI).payload;
  expect((await page.signIn(ROOT.email, ROOT.password)).status).toBe(200);
  expect((await page.call('/api/auth/view-as', { method: 'POST', body: asViewer })).status).toBe(200);
  expect((await json()).viewing).toMatchObject({ id: 'viewer' });
  const out = await page.answer('/api/.ory/self-service/logout/browser');
  const { logout_token } = out.body as { logout_token: string };
  await page.call(`/api/.ory/self-service/logout?token=${logout_token}`);
  expect((await page.call('/api/auth/whoami')).status).toBe(401);
  expect((await page.signIn(ROOT.email, ROOT.password)).status).toBe(200);
  const seen = await json();
  expect([seen.viewing, seen.roles]).toEqual([undefined, expect.arrayContaining(['admin'])]);
  await node.stop();
});
