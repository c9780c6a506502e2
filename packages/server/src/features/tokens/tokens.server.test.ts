import type { ApiToken, Permission, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../testing/page.ts';
import { type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';
import { until } from '../scheduler/testing/fixtures.ts';

let test: TestDatabase;
let hosted: SelfHosted;
let root: Page;
let ada: Page;
let bob: Page;
const ids: Record<string, string> = {};

beforeAll(async () => {
  test = await createTestDatabase();
  hosted = await startSelfHosted(test, 2);
  for (const [name, role] of [
    ['root', 'admin'],
    ['ada', 'editor'],
    ['bob', 'viewer'],
  ] as const) {
    ids[name] = await hosted.addAccount(`${name}@example.test`, role);
  }
  [root, ada, bob] = await Promise.all([
    hosted.signedIn('root@example.test'),
    hosted.signedIn('ada@example.test'),
    hosted.signedIn('bob@example.test'),
  ]);
});
afterAll(async () => {
  await hosted.stop();
  await test.drop();
});

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
let made = 0;

async function create(page: Page, more: Record<string, unknown> = {}): Promise<string> {
  const body = { name: `token ${++made}`, expiry: 'never', ...more };
  const answer = await page.answer('/api/auth/create_token', { method: 'POST', body });
  expect(answer).toMatchObject({ status: 200, body: { message: 'success' } });
  return (answer.body as { payload: { token: string } }).payload.token;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (token: string, user = 'token') => ({
  authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
});

/** A call of a program: no cookies, no page. */
function ask(path: string, headers: Record<string, string>, { node = 0, method = 'GET', body = '' } = {}) {
  return fetch(new URL(path, hosted.nodes[node]?.url), {
    method,
    headers: { ...(body === '' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === '' ? {} : { body }),
  });
}
const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).status;
const tokensOf = async (page: Page) =>
  ((await page.answer('/api/auth/tokens')).body as { payload: ApiToken[] }).payload;
const idOf = (token: string) => {
  const [, hex = ''] = token.split('_');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
const me = async (token: string, node = 0) =>
  ((await (await ask('/api/auth/whoami', bearer(token), { node })).json()) as WhoAmI).payload;

describe('a token', () => {
  it('acts for its owner by Basic and Bearer, on every node, and no cookie is set', async () => {
    const token = await create(ada);
    for (const headers of [bearer(token), basic(token), basic(token, 'TOKEN')]) {
      for (const node of [0, 1]) {
        const answer = await ask('/api/auth/whoami', headers, { node });
        expect(answer.status).toBe(200);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    const { user, roles } = await me(token);
    expect(user.name).toBe('ada (Token)');
    expect(user.email).toMatch(/^ada\+token:token \d+@example\.test$/);
    expect(user.id).not.toBe(ids.ada);
    expect(roles.toSorted()).toEqual(['editor', 'everyone']);
  });

  it('is stored as a hash alone', async () => {
    const token = await create(ada);
    const { rows } = await sql('select to_jsonb(t) as row from access_tokens t where id = $1', [idOf(token)]);
    expect(rows[0]?.row.value).toMatch(/^[0-9a-f]{64}$/);
    const secret = token.split('_').slice(2).join('_');
    const everything = await sql("select string_agg(a::text, ' ') as text from audit_log a");
    expect(JSON.stringify([rows, everything.rows])).not.toContain(secret);
    expect(everything.rows[0]?.text).not.toContain(rows[0]?.row.value);
  });

  it.each([
    ['no token', () => 'Bearer nonsense'],
    ['another secret', (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['another id', (token: string) => `Bearer ${token.replace(/_[0-9a-f]{4}/, '_ffff')}`],
    ['an unknown scheme', (token: string) => `Digest ${token}`],
    ['another Basic user', (token: string) => basic(token, 'ada@example.test').authorization],
    ['a password', () => `Basic ${Buffer.from('ada@example.test:seven brown foxes').toString('base64')}`],
  ])('with %s is one and the same 401, and a cookie does not make it good', async (_name, headerOf) => {
    const authorization = headerOf(await create(ada));
    const answer = await ada.call('/api/auth/whoami', { headers: { authorization } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', error: 'The token is not valid' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('writes without a page of ours, as its owner may', async () => {
    const token = await create(ada);
    const body = JSON.stringify({ name: 'made by a token', created_by: ids.ada, source: 'UI' });
    const headers = { ...bearer(token), cookie: 'ory_kratos_session=x', origin: 'https://elsewhere.example' };
    expect(await statusOf('/api/db/teams', headers, { method: 'POST', body })).toBe(201);
    expect(await statusOf('/api/db/teams', bearer(await create(bob)), { method: 'POST', body })).toBe(403);
  });

  it('ends at the next request on every node when it is deleted, and its identity stays for what it made', async () => {
    const token = await create(ada);
    const { user } = await me(token, 1);
    expect((await ada.call(`/api/auth/token/${idOf(token)}`, { method: 'DELETE' })).status).toBe(200);
    for (const node of [0, 1]) expect(await statusOf('/api/auth/whoami', bearer(token), { node })).toBe(401);
    const { rows } = await sql('select deleted_at from people where id = $1', [user.id]);
    expect(rows[0]?.deleted_at).not.toBeNull();
    expect((await ada.call(`/api/auth/token/${idOf(token)}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('ends when its time is over', async () => {
    const token = await create(ada, { expiry: '1h' });
    expect(await statusOf('/api/auth/whoami', bearer(token))).toBe(200);
    await sql("update access_tokens set expires_at = now() - interval '1 second' where id = $1", [idOf(token)]);
    expect(await statusOf('/api/auth/whoami', bearer(token))).toBe(401);
  });

  it('has its last use written down, at most once a minute', async () => {
    const token = await create(ada);
    const used = async () =>
      (await sql('select last_used_at from access_tokens where id = $1', [idOf(token)])).rows[0]?.last_used_at as Date;
    expect(await used()).toBeNull();
    await me(token);
    await until(async () => (await used()) !== null);
    const first = await used();
    await me(token, 1);
    await me(token);
    expect(await used()).toEqual(first);
    await sql("update access_tokens set last_used_at = now() - interval '2 minutes' where id = $1", [idOf(token)]);
    await me(token);
    await until(async () => (await used()) > first);
  });

  it('ends for good with its owner, who may be let in again', async () => {
    const email = 'eve@example.test';
    const id = await hosted.addAccount(email, 'editor');
    const eve = await hosted.signedIn(email);
    const token = await create(eve);
    const setActive = (isActive: boolean) =>
      test.database.transaction(async (db) => hosted.platform.signIn?.admin.setActive(db, id, isActive));
    expect(await statusOf('/api/auth/whoami', bearer(token))).toBe(200);
    await setActive(false);
    expect(await statusOf('/api/auth/whoami', bearer(token))).toBe(401);
    await setActive(true);
    expect(await statusOf('/api/auth/whoami', bearer(token))).toBe(401);
    const later = await create(await hosted.signedIn(email));
    expect(await statusOf('/api/auth/whoami', bearer(later))).toBe(200);
    await test.database.transaction(async (db) => hosted.platform.signIn?.admin.remove(db, id));
    expect(await statusOf('/api/auth/whoami', bearer(later))).toBe(401);
    const left = (await tokensOf(root)).filter(({ created_by }) => created_by.id === id);
    expect(left.map(({ expires_at }) => expires_at !== null)).toEqual([true, true]);
  });
});

describe('what was denied to a token', () => {
  it('is refused by each way to it, and all else is as its owner may', async () => {
    const token = await create(ada, { deny_permissions: [{ object: 'catalog', action: 'read' }] });
    expect(await statusOf('/api/db/checks?limit=1', bearer(token))).toBe(200);
    expect(await statusOf('/api/db/teams?limit=1', basic(token))).toBe(200);
    for (const path of ['config_items', 'configs', 'config_changes', 'rpc/related_configs']) {
      expect(await statusOf(`/api/db/${path}?limit=1`, bearer(token)), path).toBe(403);
    }
    // Embedded, what may not be read is not known either.
    const embedded = await ask('/api/db/canaries?select=id,checks(id,config_items(id))', bearer(token));
    expect([400, 403]).toContain(embedded.status);
    expect(await statusOf('/api/db/config_items?limit=1', bearer(await create(ada)))).toBe(200);
    const { permissions } = await me(token);
    expect(permissions).toContainEqual(expect.objectContaining({ object: 'catalog', action: 'read', deny: true }));
  });

  it('may be named by keys of rows, and everything of an administrator by one', async () => {
    const key = 'sub=editor,obj=canaries,act=read,d=false,con=,id=';
    const token = await create(ada, { deny_permissions: [key] });
    expect(await statusOf('/api/db/checks', bearer(token))).toBe(403);
    const nothing = await create(root, { deny_permissions: [{ object: '*', action: '*' }] });
    expect(await statusOf('/api/db/checks', bearer(nothing))).toBe(403);
    expect(await statusOf('/api/auth/whoami', bearer(nothing))).toBe(200);
  });

  it('is told in the list', async () => {
    const token = await create(ada, { deny_permissions: [{ object: 'catalog', action: 'read', deny: false }] });
    const row = (await tokensOf(ada)).find(({ id }) => id === idOf(token));
    expect(row?.deny_roles).toEqual(['catalog:read']);
  });

  it('about single items takes the one rule away', async () => {
    const { rows } = await sql(
      `insert into connections (name, namespace, type, source) values ('shared', 'default', 'http', 'UI') returning id`,
    );
    const rule = await sql(
      `insert into permissions (name, action, subject, subject_type, connection_id)
       values ('shared', 'read', $1, 'person', $2) returning id`,
      [ids.bob, rows[0]?.id],
    );
    const path = '/api/db/connections?select=name';
    await until(async () => (await bob.call(path)).status === 200);
    expect((await bob.answer(path)).body).toEqual([{ name: 'shared' }]);
    const mine = (await bob.answer('/api/rbac/permissions')).body as { payload: Permission[] };
    const own = mine.payload.find(({ id }) => id === rule.rows[0]?.id);
    expect(own?.condition).toEqual(expect.any(String));
    expect(await (await ask(path, bearer(await create(bob)))).json()).toEqual([{ name: 'shared' }]);
    expect(await statusOf(path, bearer(await create(bob, { deny_permissions: [own] })))).toBe(403);
    await sql('delete from permissions');
  });
});

describe('a token never may more than its owner', () => {
  const rights = async (token: string) => [
    await statusOf('/api/db/checks?limit=1', bearer(token)),
    await statusOf('/api/db/connections?limit=1', bearer(token)),
  ];
  const setRole = async (id: string, role: string) => {
    const answer = await root.answer(`/api/rbac/${id}/update_role`, { method: 'POST', body: { roles: [role] } });
    expect(answer.status).toBe(200);
  };

  it('now, nor than when it was made', async () => {
    const id = await hosted.addAccount('cid@example.test', 'viewer');
    const cid = await hosted.signedIn('cid@example.test');
    const asViewer = await create(cid);
    expect(await rights(asViewer)).toEqual([200, 403]);
    await setRole(id, 'admin');
    expect((await cid.call('/api/db/connections?limit=1')).status).toBe(200);
    expect(await rights(asViewer)).toEqual([200, 403]);
    const asAdmin = await create(cid);
    expect(await rights(asAdmin)).toEqual([200, 200]);
    await setRole(id, 'viewer');
    expect(await rights(asAdmin)).toEqual([200, 403]);
    expect((await me(asAdmin)).permissions.some(({ object }) => object === '*')).toBe(false);
  });

  it('by rows that are hidden from the owner', async () => {
    await sql("insert into teams (name, created_by, source) values ('hidden', $1, 'UI')", [ids.root]);
    const token = await create(ada);
    await sql(
      `insert into permissions (name, action, subject, subject_type, deny, object) values ('no', 'read', $1, 'person', true, 'catalog')`,
      [ids.ada],
    );
    await until(async () => (await statusOf('/api/db/config_items?limit=1', bearer(token))) === 403);
    await sql('delete from permissions');
    await until(async () => (await statusOf('/api/db/config_items?limit=1', bearer(token))) === 200);
  });

  const forbidden: [string, string, string, () => unknown][] = [
    ['make tokens', 'POST', '/api/auth/create_token', () => ({ name: 'x', expiry: 'never' })],
    ['change roles', 'POST', '/api/rbac/:id/update_role', () => ({ roles: ['admin'] })],
    [
      'invite',
      'POST',
      '/api/auth/invite_user',
      () => ({ firstName: 'A', lastName: 'B', email: 'n@example.test', role: 'admin' }),
    ],
    ['change people', 'POST', '/api/people/update', () => ({ id: ids.bob, role: 'admin' })],
    ['delete people', 'DELETE', '/api/people/:id', () => undefined],
    ['write roles as rows', 'POST', '/api/db/casbin_rule', () => ({ ptype: 'g', v0: ids.bob, v1: 'admin' })],
    ['rename people', 'PATCH', '/api/db/people?id=eq.:id', () => ({ name: 'x' })],
  ];
  it.each(forbidden)('of an administrator may not %s', async (_name, method, path, body) => {
    const token = await create(root);
    const given = body();
    const answer = await ask(path.replace(':id', ids.bob ?? ''), bearer(token), {
      method,
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('POST /auth/create_token', () => {
  const post = (body: unknown, page = ada) => page.answer('/api/auth/create_token', { method: 'POST', body });

  it.each([
    [{ name: '   ', expiry: 'never' }, 'name'],
    [{ expiry: 'never' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'x', expiry: 'soon' }, 'expiry'],
    [{ name: 'x', expiry: '-1h' }, 'expiry'],
    [{ name: 'x', expiry: '11y' }, 'expiry'],
    [{ name: 'x', expiry: 30 }, 'expiry'],
    [{ name: 'x', deny_permissions: 'catalog:read' }, 'deny_permissions'],
    [{ name: 'x', deny_permissions: ['catalog:read'] }, 'deny_permissions.0'],
    [{ name: 'x', deny_permissions: [{ object: 'katalog', action: 'read' }] }, 'deny_permissions.0.object'],
    [{ name: 'x', deny_permissions: [{ object: 'catalog', action: 'raed' }] }, 'deny_permissions.0.action'],
    [
      { name: 'x', deny_permissions: [{ object: '*', action: 'read', condition: 'config = 1' }] },
      'deny_permissions.0.id',
    ],
  ])('refuses %j, naming the field', async (body, field) => {
    expect(await post(body)).toMatchObject({ status: 400, code: 'REQUEST_INVALID', body: { details: { field } } });
  });

  it('says what is wrong with a blank name as the specification does', async () => {
    expect((await post({ name: ' ' })).body).toMatchObject({ error: 'Name is required' });
  });

  it('refuses a name that the owner gave to another, and takes it from somebody else', async () => {
    const name = 'the same';
    await create(ada, { name });
    expect(await post({ name, expiry: 'never' })).toMatchObject({
      status: 409,
      code: 'TOKEN_NAME_TAKEN',
      body: { details: { field: 'name' } },
    });
    await create(bob, { name });
  });

  it('asks for a sign-in of the last minutes, with the address that gives it', async () => {
    const page = await hosted.signedIn('ada@example.test');
    await sql("update identity_sessions set authenticated_at = now() - interval '16 minutes' where identity_id = $1", [
      ids.ada,
    ]);
    const { status, code, body } = await post({ name: 'late', expiry: 'never' }, page);
    expect([status, code]).toEqual([403, 'SESSION_REFRESH_REQUIRED']);
    expect(body).toMatchObject({
      error: { id: 'session_refresh_required', code: 403 },
      redirect_browser_to: expect.stringMatching(/^http:.*\/api\/\.ory\/self-service\/login\/browser\?refresh=true$/),
    });
    expect((await tokensOf(page)).some(({ name }) => name === 'late')).toBe(false);
    await sql('update identity_sessions set authenticated_at = now()');
  });

  it('keeps the time that was asked for, or the default', async () => {
    const days = async (more: Record<string, unknown>) => {
      const id = idOf(await create(ada, more));
      const row = (await tokensOf(ada)).find((one) => one.id === id);
      return row?.expires_at
        ? Math.round((Date.parse(row.expires_at) - Date.parse(row.created_at)) / 86_400_000)
        : null;
    };
    expect(await days({ expiry: 'never' })).toBeNull();
    expect(await days({ expiry: '2w' })).toBe(14);
    expect(await days({ expiry: undefined })).toBe(30);
  });
});

it('the audit trail tells who made and ended a token, and not that it was used', async () => {
  const token = await create(ada);
  await me(token);
  await until(async () => {
    const { rows } = await sql('select from access_tokens where id = $1 and last_used_at is not null', [idOf(token)]);
    return rows.length === 1;
  });
  await ada.call(`/api/auth/token/${idOf(token)}`, { method: 'DELETE' });
  const { rows } = await sql(
    "select action, actor_id, actor_name, target from audit_log where details ->> 'id' = $1 order by id",
    [idOf(token)],
  );
  const acts = ['token.create', 'token.delete'];
  const by = { actor_id: ids.ada, actor_name: 'ada@example.test', target: `token ${made}` };
  expect(rows).toEqual(acts.map((action) => ({ action, ...by })));
});

describe('GET /auth/tokens', () => {
  it("lists one's own, and all to who administers; never a value", async () => {
    const token = await create(bob);
    const [mine, others, all] = await Promise.all([tokensOf(bob), tokensOf(ada), tokensOf(root)]);
    const row = mine.find(({ id }) => id === idOf(token));
    expect(row).toMatchObject({
      expires_at: null,
      last_used_at: null,
      person: { name: 'bob (Token)' },
      created_by: { id: ids.bob, name: 'bob' },
    });
    expect(row?.person_id).toBe(row?.person.id);
    expect(others.some(({ id }) => id === idOf(token))).toBe(false);
    expect(all.some(({ id }) => id === idOf(token))).toBe(true);
    expect(mine.every(({ created_by }) => created_by.id === ids.bob)).toBe(true);
    expect(JSON.stringify(all)).not.toMatch(/[0-9a-f]{64}/);
  });

  it("tells a token of an administrator of its owner's alone", async () => {
    const token = await create(root);
    const { payload } = (await (await ask('/api/auth/tokens', bearer(token))).json()) as { payload: ApiToken[] };
    expect(payload.every(({ created_by }) => created_by.id === ids.root)).toBe(true);
  });
});

describe('DELETE /auth/token/:id', () => {
  const remove = (page: Page, token: string) => page.answer(`/api/auth/token/${idOf(token)}`, { method: 'DELETE' });

  it('is for the owner and who administers; for others there is no such token', async () => {
    const [first, second] = [await create(ada), await create(ada)];
    expect(await remove(bob, first)).toMatchObject({ status: 404, code: 'TOKEN_NOT_FOUND' });
    expect(await statusOf('/api/auth/whoami', bearer(first))).toBe(200);
    expect((await remove(root, first)).status).toBe(200);
    expect((await remove(ada, second)).status).toBe(200);
    expect((await ada.answer('/api/auth/token/nonsense', { method: 'DELETE' })).code).toBe('TOKEN_NOT_FOUND');
  });

  it('lets a token end itself, and no other', async () => {
    const [first, second] = [await create(root), await create(root)];
    const by = (token: string, id: string) => statusOf(`/api/auth/token/${id}`, bearer(token), { method: 'DELETE' });
    expect(await by(first, idOf(second))).toBe(404);
    expect(await by(first, idOf(first))).toBe(200);
    expect(await by(first, idOf(first))).toBe(401);
    expect(await statusOf('/api/auth/whoami', bearer(second))).toBe(200);
  });
});
