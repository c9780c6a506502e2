import { type AuditPage, type AuditRow, HUB_AUDIT_PATH } from '@quarterdeck/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeEnded } from '../clean-up-store.ts';
import { linkOf, PASSWORD, type Page, type Rig, startRig } from '../testing/rig.ts';

let rig: Rig;
let ada: Page;
let harbour: string;

beforeAll(async () => {
  rig = await startRig();
  ada = await rig.signUp('ada@example.test');
  harbour = await ada.createOrganization('Harbour', 'harbour');
});
afterAll(() => rig.stop());

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await rig.hub.database.pool.query<Row>(text, values)).rows;
/** All that was written about or by somebody, the oldest first: operators read it in the database. */
const actsOf = (email: string, action = '%') =>
  sql<Pick<AuditRow, 'action' | 'target' | 'result' | 'actor_name' | 'source' | 'details'> & { organization: string }>(
    `select a.action, a.target, a.result, a.actor_name, a.source, a.user_agent, a.details, a.organization_id as organization
     from audit_log a left join "user" u on u.id = a.about_id
     where (a.actor_name = $1 or u.email = $1) and a.action like $2 order by a.at`,
    [email, action],
  );
const names = (rows: readonly { action: string }[]) => rows.map(({ action }) => action);
const trail = async (page: Page, id = harbour, query = '') =>
  page.json<AuditPage>(`${HUB_AUDIT_PATH}?org_id=${id}&limit=500${query}`);
const signIn = (page: Page, email: string, password = PASSWORD) =>
  page.post('/cp/auth/sign-in/email', { email, password }, { 'user-agent': 'a browser' });
const workIn = (page: Page, organizationId: string) =>
  page.post('/cp/auth/organization/set-active', { organizationId });
const invite = (email: string, role = 'member') =>
  ada.post('/cp/auth/organization/invite-member', { email, role, organizationId: harbour });
const invitationOf = (email: string) => new URL(linkOf(rig.said, email)).searchParams.get('id');

async function join(email: string, role = 'member'): Promise<Page> {
  const page = await rig.signUp(email, email.split('@')[0]);
  await workIn(ada, harbour);
  await invite(email, role);
  const accepted = await page.post('/cp/auth/organization/accept-invitation', { invitationId: invitationOf(email) });
  expect(accepted.status).toBe(200);
  return page;
}

describe('what a person does', () => {
  it('is written down from the sign-up to the sign-out, with who, from where and by which program', async () => {
    const email = 'pat@example.test';
    const page = await rig.signUp(email, 'Pat');
    await page.post('/cp/auth/sign-out', {});
    await signIn(page, email);
    const acts = await actsOf(email);
    expect(names(acts)).toEqual(['account.create', 'address.verify', 'sign_in', 'sign_out', 'sign_in']);
    for (const act of acts) expect(act).toMatchObject({ actor_name: email, source: '127.0.0.1', result: 'ok' });
    expect(acts.at(-1)).toMatchObject({ user_agent: 'a browser', details: { session: expect.any(String) } });
    expect(JSON.stringify(acts)).not.toContain(PASSWORD);
  });

  it('tells refused sign-ins, of addresses that nobody has too, and the pause that follows', async () => {
    await rig.signUp('target@example.test');
    for (const email of ['target@example.test', 'nobody@example.test']) {
      await rig.forgetLimits();
      for (let guess = 0; guess < 12; guess += 1) await signIn(rig.page(), email, 'not the phrase');
      const acts = await sql<AuditRow>("select * from audit_log where actor_name = $1 and result <> 'ok' order by at", [
        email,
      ]);
      expect(names(acts)).toEqual([...new Array<string>(10).fill('sign_in'), 'sign_in.pause']);
      expect(acts[0]).toMatchObject({ result: 'failed', source: '127.0.0.1', actor_id: null, user_agent: 'a browser' });
      expect(acts[0]?.about_id === null).toBe(email.startsWith('nobody'));
      expect(JSON.stringify(acts)).not.toContain('not the phrase');
    }
    const page = rig.page();
    await rig.forgetLimits();
    await page.post('/cp/auth/sign-up/email', { email: 'early@example.test', name: 'Early', password: PASSWORD });
    await signIn(page, 'early@example.test');
    const refused = await sql<AuditRow>("select * from audit_log where actor_name = $1 and action = 'sign_in'", [
      'early@example.test',
    ]);
    expect(refused).toMatchObject([{ result: 'refused' }]);
  });

  it('tells a new password and the sessions that it ended', async () => {
    const email = 'nell@example.test';
    const page = await rig.signUp(email);
    await signIn(rig.page(), email);
    const body = { currentPassword: PASSWORD, newPassword: 'another fine phrase', revokeOtherSessions: true };
    expect((await page.post('/cp/auth/change-password', body)).status).toBe(200);
    await page.post('/cp/auth/update-user', { name: 'Nell' });
    const acts = names(await actsOf(email)).slice(4);
    expect(acts).toContain('password.change');
    expect(acts).toContain('session.end');
    expect(acts.at(-1)).toBe('profile.change');
  });

  it('is left out of the organisation where it leads nowhere, and stands in the one that it leads to', async () => {
    const email = 'solo@example.test';
    const page = await join(email);
    await page.post('/cp/auth/sign-out', {});
    await signIn(page, email);
    await signIn(rig.page(), email, 'not the phrase');
    const acts = await actsOf(email, 'sign_in');
    expect(acts.map(({ result, organization }) => [result, organization])).toEqual([
      ['ok', null],
      ['ok', harbour],
      ['failed', harbour],
    ]);
    // Who belongs to several comes into one by choosing it: the others hear nothing of that.
    const other = await page.createOrganization('Other', 'other-of-solo');
    await page.post('/cp/auth/sign-out', {});
    await signIn(page, email);
    await workIn(page, harbour);
    await workIn(page, other);
    const later = (await actsOf(email)).slice(-3);
    expect(later.map(({ action, organization }) => [action, organization])).toEqual([
      ['sign_in', null],
      ['organization.enter', harbour],
      ['organization.enter', other],
    ]);
    const told = await trail(ada);
    expect(JSON.stringify(told)).not.toContain('other-of-solo');
  });
});

describe('the trail of an organisation', () => {
  it('tells who made and changed it, who was invited, came, changed and went', async () => {
    const own = await rig.signUp('olga@example.test');
    const id = await own.createOrganization('Own', 'own');
    await own.post('/cp/auth/organization/update', { organizationId: id, data: { name: 'Own 2' } });
    const ask = (email: string) =>
      own.post('/cp/auth/organization/invite-member', { email, role: 'guest', organizationId: id });
    await ask('one@example.test');
    await own.post('/cp/auth/organization/cancel-invitation', { invitationId: invitationOf('one@example.test') });
    const guest = await rig.signUp('two@example.test');
    await ask('two@example.test');
    await guest.post('/cp/auth/organization/accept-invitation', { invitationId: invitationOf('two@example.test') });
    const members = await sql<{ id: string }>(
      `select m.id from member m join "user" u on u.id = m."userId" where u.email = 'two@example.test'`,
    );
    const memberId = members[0]?.id;
    await own.post('/cp/auth/organization/update-member-role', { memberId, role: 'admin', organizationId: id });
    await guest.post('/cp/auth/organization/leave', { organizationId: id });
    const { payload, total } = await trail(own, id);
    expect(total).toBe(payload.length);
    const changes = payload.filter(({ action }) => !/^(sign|session|organization\.enter)/.test(action)).reverse();
    const olga = 'olga@example.test';
    const two = 'two@example.test';
    expect(changes.map(({ actor_name, action, target }) => [actor_name, action, target])).toEqual([
      [olga, 'organization.create', 'own'],
      [olga, 'member.create', olga],
      [olga, 'organization.update', 'own'],
      [olga, 'invitation.create', 'one@example.test'],
      [olga, 'invitation.cancel', 'one@example.test'],
      [olga, 'invitation.create', two],
      [two, 'invitation.accept', two],
      [two, 'member.create', two],
      [olga, 'member.update', two],
      [two, 'member.delete', two],
    ]);
    expect(changes[2]?.details).toEqual({ changed: { name: { from: 'Own', to: 'Own 2' } } });
    expect(changes[8]).toMatchObject({
      about_name: 'Ada',
      source: '127.0.0.1',
      details: { changed: { role: { from: 'guest', to: 'admin' } } },
    });
    expect(await own.json(`${HUB_AUDIT_PATH}/actions?org_id=${id}`)).toEqual({
      payload: [...new Set(payload.map(({ action }) => action))].toSorted(),
    });
  });

  it('tells that the operator placed its backend, but not where it is', async () => {
    const url = 'https://backend.internal.example/api';
    await rig.hub.registry.put(harbour, { backendUrl: url, direct: false, state: 'ready' });
    await rig.hub.registry.put(harbour, { backendUrl: url, direct: false, state: 'ready' });
    await rig.hub.registry.put(harbour, { backendUrl: `${url}/2`, direct: true, state: 'ready' });
    const { payload } = await trail(ada, harbour, '&action=backend.create,backend.update');
    expect(payload.map(({ action, target, actor_id }) => [action, target, actor_id])).toEqual([
      ['backend.update', 'harbour', null],
      ['backend.create', 'harbour', null],
    ]);
    expect(payload[0]?.details).toEqual({ changed: { backend_url: 'changed', direct: { from: false, to: true } } });
    expect(JSON.stringify(payload)).not.toContain('backend.internal');
    const [stored] = await sql<AuditRow>("select * from audit_log where action = 'backend.update' order by at desc");
    expect(stored?.details).toMatchObject({ changed: { backend_url: { from: url, to: `${url}/2` } } });
  });

  it('is read by owners and administrators alone, as they are now, and of their organisation', async () => {
    const admin = await join('adm@example.test', 'admin');
    const member = await join('mem@example.test');
    const paths = ['', '/actions', '/export'].map((path) => `${HUB_AUDIT_PATH}${path}?org_id=${harbour}`);
    const statuses = (page: Page) => Promise.all(paths.map(async (path) => (await page.call(path)).status));
    expect(await statuses(admin)).toEqual([200, 200, 200]);
    expect(await statuses(member)).toEqual([403, 403, 403]);
    expect(await statuses(await rig.signUp('eve@example.test'))).toEqual([403, 403, 403]);
    expect(await statuses(rig.page())).toEqual([401, 401, 401]);
    await ada.post('/cp/auth/organization/remove-member', {
      memberIdOrEmail: 'adm@example.test',
      organizationId: harbour,
    });
    expect(await statuses(admin)).toEqual([403, 403, 403]);
    for (const query of ['', '?org_id=', '?org_id=x', `?org_id=${harbour}&org_id=${harbour}`]) {
      const refused = await ada.call(`${HUB_AUDIT_PATH}${query}`);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ details: { field: 'org_id' } }),
      ]);
    }
    expect((await ada.call(`${HUB_AUDIT_PATH}?org_id=${harbour}&from=yesterday`)).status).toBe(400);
  });

  it('is exported as CSV and as lines of JSON, which is written down', async () => {
    for (const format of ['csv', 'ndjson'] as const) {
      const answer = await ada.call(`${HUB_AUDIT_PATH}/export?org_id=${harbour}&format=${format}&action=member.create`);
      expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="audit-.*\.(csv|ndjson)"/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const lines = (await answer.text()).trim().split(/\r?\n/);
      expect(lines.filter((line) => line.includes('member.create'))).toHaveLength(
        format === 'csv' ? lines.length - 1 : lines.length,
      );
      expect(lines.length).toBeGreaterThan(1);
    }
    const { payload } = await trail(ada, harbour, '&action=audit.export');
    expect(payload).toMatchObject([
      { actor_name: 'ada@example.test', details: { format: 'ndjson' }, source: '127.0.0.1' },
      { details: { format: 'csv' } },
      // Of the test before.
      { actor_name: 'adm@example.test' },
    ]);
  });
});

describe('the trail', () => {
  it('is only added to; what is older than a year goes', async () => {
    const [before] = await sql<{ count: number }>('select count(*)::int as count from audit_log');
    for (const text of ["update audit_log set actor_name = 'x'", 'delete from audit_log', 'truncate audit_log']) {
      await expect(sql(text)).rejects.toThrow(/only added to/);
    }
    await sql(
      "insert into audit_log (actor_name, action, result, at) values ('old', 'x', 'ok', now() - interval '370 days')",
    );
    await sql(
      "insert into audit_log (actor_name, action, result, at) values ('old', 'x', 'ok', now() - interval '360 days')",
    );
    await removeEnded(rig.hub.database, Date.now());
    const [after] = await sql<{ count: number }>('select count(*)::int as count from audit_log');
    expect(after?.count).toBe((before?.count ?? 0) + 1);
  });

  it('names nobody for what is written without anybody acting, whoever the connection served before', async () => {
    await invite('late@example.test');
    await Promise.all(
      Array.from({ length: 12 }, () =>
        sql(`update invitation set "expiresAt" = "expiresAt" where email = 'late@example.test'`),
      ),
    );
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sql(`update organization set logo = $2 where id = $1`, [harbour, `https://example.test/${at}.png`]),
      ),
    );
    const rows = await sql<AuditRow>(
      `select distinct actor_id, actor_name from audit_log where action = 'organization.update' and organization_id = $1`,
      [harbour],
    );
    expect(rows).toEqual([{ actor_id: null, actor_name: '' }]);
  });

  it('says nothing of sessions that ended by themselves', async () => {
    const page = await rig.signUp('tess@example.test');
    await sql(
      `update session set "expiresAt" = now() - interval '1 second' where "userId" = (select id from "user" where email = 'tess@example.test')`,
    );
    await removeEnded(rig.hub.database, Date.now());
    expect(await page.json('/cp/session')).toBeNull();
    expect(names(await actsOf('tess@example.test'))).not.toContain('sign_out');
    expect(names(await actsOf('tess@example.test'))).not.toContain('session.end');
  });
});
