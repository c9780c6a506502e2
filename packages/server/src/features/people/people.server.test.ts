import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { InviteAnswer, WhoAmI } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { startServer } from '../../container.ts';
import { Page } from '../../testing/page.ts';
import { PASSWORD, type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';

let test: TestDatabase;
let hosts: SelfHosted;
let root: Page;
let rootId: string;
let count = 0;
let email: string;

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows;
const newPage = () => new Page(() => hosts.nodes);
const addAccount: SelfHosted['addAccount'] = (address, role) => hosts.addAccount(address, role);
const signedIn = (address: string) => hosts.signedIn(address);

const rolesOf = async (page: Page, node = 0) => {
  const answer = await page.call('/api/auth/whoami', { node });
  return answer.status === 200 ? ((await answer.json()) as WhoAmI).payload.roles.toSorted() : [];
};

beforeAll(async () => {
  test = await createTestDatabase();
  hosts = await startSelfHosted(test, 2);
  rootId = await addAccount('root@example.test', 'admin');
  root = await signedIn('root@example.test');
});
afterAll(async () => {
  await hosts.stop();
  await test.drop();
});
beforeEach(() => {
  count += 1;
  email = `person${count}@example.test`;
});

const invite = (page: Page, changes: object = {}, node = 0) =>
  page.answer('/api/auth/invite_user', {
    node,
    method: 'POST',
    body: { firstName: 'New', lastName: 'Person', email, role: 'responder', ...changes },
  });
const update = (page: Page, body: object, node = 0) =>
  page.answer('/api/people/update', { node, method: 'POST', body });
const remove = (page: Page, id: string, node = 0) => page.answer(`/api/people/${id}`, { node, method: 'DELETE' });

/** Opens an invitation in a clean browser and gives its code. */
async function open({ link, code }: InviteAnswer): Promise<{ page: Page; answer: Response }> {
  const page = newPage();
  const flow = new URL(link).searchParams.get('flow');
  expect((await page.call(`/api/.ory/self-service/recovery/flows?id=${flow}`, { node: 1 })).status).toBe(200);
  const answer = await page.call(`/api/.ory/self-service/recovery?flow=${flow}`, {
    method: 'POST',
    body: { method: 'code', code },
  });
  return { page, answer };
}

describe('an invitation', () => {
  it('gives link and code, by which a clean browser signs in with exactly that role', async () => {
    const { status, body } = await invite(root);
    expect([status, body]).toEqual([
      200,
      { link: expect.stringContaining('/recovery?flow='), code: expect.stringMatching(/^\d{6}$/) },
    ]);
    const { page } = await open(body as InviteAnswer);
    await expect.poll(() => rolesOf(page, 1)).toEqual(['everyone', 'responder']);
    const settings = await page.flow('settings');
    expect((await page.submit(settings, 'settings', { method: 'password', password: PASSWORD })).status).toBe(200);
    expect(await rolesOf(await signedIn(email))).toEqual(['everyone', 'responder']);
    expect(await query('select template, body_text from mail_queue where recipient = $1', [email])).toEqual([
      { template: 'invitation', body_text: expect.stringContaining((body as InviteAnswer).code) },
    ]);
  });

  it('of an address that is invited already has a new code and role, and the old code is dead', async () => {
    const first = (await invite(root)).body as InviteAnswer;
    const second = (await invite(root, { role: 'viewer' }, 1)).body as InviteAnswer;
    const stale = await open(first);
    expect(stale.answer.status).toBe(200);
    expect(await rolesOf(stale.page)).toEqual([]);
    expect(await rolesOf((await open(second)).page, 1)).toEqual(['everyone', 'viewer']);
  });

  it.each(['active', 'inactive'])('of an %s account is refused', async (state) => {
    const id = await addAccount(email);
    await query('update identities set state = $2 where id = $1', [id, state]);
    expect(await invite(root, { email: ` ${email.toUpperCase()}` })).toMatchObject({
      status: 409,
      code: 'PERSON_EXISTS',
      body: { error: 'User already exists', message: 'Error creating user' },
    });
  });

  it('of an address that a person without an account has is refused', async () => {
    await query("insert into people (name, email) values ('Plain', $1)", [email]);
    expect(await invite(root)).toMatchObject({ status: 409, code: 'PERSON_EXISTS' });
    expect(await query('select from identities where traits ->> $$email$$ = $1', [email])).toEqual([]);
  });

  it.each([
    [{ firstName: ' ' }, ['firstName']],
    [{ lastName: undefined }, ['lastName']],
    [{ email: 'nobody@nowhere' }, ['email']],
    [{ role: 'king' }, ['role']],
    [{ firstName: 'x'.repeat(321), email: 7, role: null }, ['firstName', 'email', 'role']],
  ])('that is wrong is refused field by field, case %#', async (changes, fields) => {
    const { status, code, body } = await invite(root, changes);
    expect([status, code]).toEqual([400, 'REQUEST_INVALID']);
    const { problems } = (body as { details: { problems: { field: string }[] } }).details;
    expect(problems.map(({ field }) => field)).toEqual(fields);
  });

  it('is told in the audit trail, without its code', async () => {
    const { code } = (await invite(root)).body as InviteAnswer;
    const rows = await query('select actor_id, action, target, details::text from audit_log where target = $1', [
      email,
    ]);
    expect(rows).toContainEqual({ actor_id: rootId, action: 'invite', target: email, details: '{}' });
    expect(rows.map(({ action }) => action)).toContain('account.create');
    expect(JSON.stringify(await query('select * from audit_log'))).not.toContain(`"${code}"`);
  });

  it('is for who may change roles, not for an editor, nor for who may only change people', async () => {
    const id = await addAccount(email, 'editor');
    const page = await signedIn(email);
    await expect.poll(() => rolesOf(page)).toContain('editor');
    expect(await invite(page, { email: 'x@example.test' })).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
    await query(
      `insert into permissions (name, action, object, subject, subject_type)
       values ('people', '*', 'auth', $1, 'person'), ('people', '*', 'people', $1, 'person')`,
      [id],
    );
    await expect.poll(async () => (await update(page, { id, firstName: 'Ed' })).status).toBe(200);
    expect(await invite(page, { email: 'x@example.test' })).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
    expect(await update(page, { id, role: 'admin' })).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
    expect(await update(page, { id: rootId, email: 'mine@example.test' })).toMatchObject({ code: 'ACCESS_DENIED' });
    await query("delete from permissions where name = 'people'");
  });
});

describe('a person', () => {
  it('is renamed, has another role and address, and signs in by that', async () => {
    const id = await addAccount(email, 'viewer');
    await query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'commander')", [id]);
    const next = `next-${email}`;
    const { status, body } = await update(root, {
      id,
      firstName: 'Ada',
      lastName: 'L',
      email: next,
      role: 'editor',
      active: true,
    });
    expect([status, body]).toEqual([200, { email: next, name: { first: 'Ada', last: 'L' } }]);
    const page = await signedIn(next);
    await expect.poll(() => rolesOf(page, 1)).toEqual(['editor', 'everyone']);
    expect(await query('select name, email from people where id = $1', [id])).toEqual([{ name: 'Ada L', email: next }]);
    expect(await (await root.call(`/api/db/people_roles?id=in.(${id})`)).json()).toEqual([
      { id, name: 'Ada L', email: next, roles: ['editor'] },
    ]);
  });

  it('that is deactivated is out on every node with the answer, and in again later', async () => {
    const id = await addAccount(email, 'viewer');
    const page = await signedIn(email);
    expect((await update(root, { id, active: false })).status).toBe(200);
    for (const node of [0, 1]) expect((await page.call('/api/auth/whoami', { node })).status).toBe(401);
    expect((await newPage().signIn(email, PASSWORD)).status).toBe(400);
    expect((await update(root, { id, active: true }, 1)).status).toBe(200);
    await signedIn(email);
  });

  it('that is deactivated or removed has no token that works, on either node', async () => {
    for (const end of ['deactivate', 'remove']) {
      const address = `${end}-${email}`;
      const id = await addAccount(address, 'viewer');
      const page = await signedIn(address);
      const made = await page.answer('/api/auth/create_token', {
        method: 'POST',
        body: { name: 'mine', expiry: 'never', deny_permissions: [] },
      });
      const { token } = (made.body as { payload: { token: string } }).payload;
      const status = async (node: number) => {
        const url = new URL('/api/auth/whoami', hosts.nodes[node]?.url);
        return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
      };
      expect([await status(0), await status(1)]).toEqual([200, 200]);
      if (end === 'remove') expect((await remove(root, id)).status).toBe(204);
      else expect((await update(root, { id, active: false })).status).toBe(200);
      expect([await status(0), await status(1)], end).toEqual([401, 401]);
    }
  });

  it('that is removed is out on every node, keeps no role and no team, and frees the address', async () => {
    const id = await addAccount(email, 'viewer');
    const page = await signedIn(email);
    const [team] = await query('insert into teams (name, created_by) values ($1, $2) returning id', [email, rootId]);
    await query('insert into team_members (team_id, person_id) values ($1, $2)', [team.id, id]);
    expect(await remove(root, id, 1)).toMatchObject({ status: 204, body: null });
    for (const node of [0, 1]) expect((await page.call('/api/auth/whoami', { node })).status).toBe(401);
    expect(await query('select from casbin_rule where v0 = $1', [id])).toEqual([]);
    expect(await query('select from team_members where person_id = $1', [id])).toEqual([]);
    expect(await query('select deleted_at is not null as gone from people where id = $1', [id])).toEqual([
      { gone: true },
    ]);
    expect((await invite(root)).status).toBe(200);
    expect(await remove(root, id)).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
  });

  it('is not given the address of another', async () => {
    const id = await addAccount(email);
    const other = `other-${email}`;
    await addAccount(other);
    expect(await update(root, { id, email: other })).toMatchObject({ status: 409, code: 'PERSON_EXISTS' });
    expect(await update(root, { id, email: 'none' })).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect((await update(root, { id: rootId, email: 'root@example.test' })).status).toBe(200);
  });

  it.each([
    [{ id: 'nonsense' }, 400, 'REQUEST_INVALID'],
    [{ id: randomUUID() }, 404, 'PERSON_NOT_FOUND'],
    [{ id: randomUUID(), active: 'yes' }, 400, 'REQUEST_INVALID'],
    [{}, 400, 'REQUEST_INVALID'],
  ])('%j is refused', async (body, status, code) => {
    expect(await update(root, body)).toMatchObject({ status, code });
  });

  it('is listed by what identity §2.5 names, to whoever may read identities', async () => {
    const listed = (await (await root.call('/api/db/identities')).json()) as object[];
    expect(listed.length).toBeGreaterThan(0);
    expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual([
      'created_at',
      'id',
      'nid',
      'state',
      'state_changed_at',
      'traits',
      'updated_at',
    ]);
    await addAccount(email, 'editor');
    const page = await signedIn(email);
    await expect.poll(() => rolesOf(page)).toContain('editor');
    expect((await page.call('/api/db/identities')).status).toBe(200);
    await query("update casbin_rule set v1 = 'viewer' where v1 = 'editor'");
    await expect.poll(async () => (await page.call('/api/db/identities')).status).toBe(403);
  });
});

describe('the last administrator', () => {
  it('is not demoted, deactivated nor removed, by whichever way', async () => {
    const kept = { status: 409, code: 'LAST_ADMIN' };
    expect(await update(root, { id: rootId, role: 'viewer' })).toMatchObject(kept);
    expect(await update(root, { id: rootId, active: false })).toMatchObject(kept);
    expect(await remove(root, rootId, 1)).toMatchObject(kept);
    const roles = { method: 'POST', body: { roles: [] } };
    expect(await root.answer(`/api/rbac/${rootId}/update_role`, roles)).toMatchObject(kept);
    const gone = { method: 'PATCH', body: { deleted_at: 'now()' } };
    expect((await root.call(`/api/db/people?id=eq.${rootId}`, gone)).status).toBe(409);
    expect((await root.call(`/api/db/casbin_rule?v0=eq.${rootId}`, { method: 'DELETE' })).status).toBe(403);
    expect(await rolesOf(root)).toEqual(['admin', 'everyone']);
  });

  it('is one of two who end each other on two nodes at once', async () => {
    for (const act of ['demote', 'deactivate', 'remove']) {
      const otherEmail = `${act}-${email}`;
      const id = await addAccount(otherEmail, 'admin');
      const other = await signedIn(otherEmail);
      await expect.poll(() => rolesOf(other, 1)).toContain('admin');
      const end = (page: Page, whom: string, node: number) => {
        if (act === 'remove') return remove(page, whom, node);
        return update(page, { id: whom, ...(act === 'demote' ? { role: 'viewer' } : { active: false }) }, node);
      };
      const answers = await Promise.all([end(root, id, 0), end(other, rootId, 1)]);
      const statuses = answers.map(({ status }) => status);
      expect(
        statuses.filter((status) => status < 300),
        `${act} ${statuses}`,
      ).toHaveLength(1);
      const [left] = await query('select administrators() as id');
      if (left.id !== rootId) {
        root = other;
        rootId = id;
      }
    }
  });
});

describe('after the window in which access may be changed', () => {
  it('an administrator confirms who they are first; a name is changed without', async () => {
    const id = await addAccount(email, 'viewer');
    await query("update identity_sessions set authenticated_at = now() - interval '16 minutes'");
    const owed = { status: 403, code: 'SESSION_REFRESH_REQUIRED' };
    expect(await invite(root, { email: 'later@example.test' })).toMatchObject(owed);
    expect(await update(root, { id, role: 'editor' })).toMatchObject(owed);
    expect(await update(root, { id, active: false })).toMatchObject(owed);
    expect(await update(root, { id, email: `b-${email}` })).toMatchObject(owed);
    expect(await remove(root, id)).toMatchObject(owed);
    const roles = { method: 'POST', body: { roles: ['editor'] } };
    expect(await root.answer(`/api/rbac/${id}/update_role`, roles)).toMatchObject(owed);
    expect((await update(root, { id, firstName: 'Same', email, role: 'viewer', active: true })).status).toBe(200);
    await query('update identity_sessions set authenticated_at = now()');
  });
});

it('where nobody signs in there is nobody to invite', async () => {
  const config = { PORT: '0', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir(), QD_MODE: 'standalone' };
  const alone = await startServer(loadConfig(config, {}, tmpdir(), false), { log: silentLog, consoleDir: null });
  const answer = await fetch(new URL('/api/auth/invite_user', alone.url), { method: 'POST' });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'ACCOUNTS_ELSEWHERE']);
  await alone.stop();
});
