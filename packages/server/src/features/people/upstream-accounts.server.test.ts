import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createThrottle } from '@quarterdeck/identity';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEgress } from '../../platform/egress/egress.ts';
import { createForwarder } from '../../platform/http/forward.ts';
import type { Caller, UpstreamAdmin } from '../../platform/index.ts';
import { createUpstreamAdmin } from '../../platform/sign-in/upstream-admin.ts';
import { joinPerson } from '../../platform/sign-in/upstream-store.ts';
import { callerOf } from '../../testing/identify.ts';
import { type KratosAdmin, startKratosAdmin } from '../../testing/kratos-admin.ts';
import { createAccessStore } from '../access/store.ts';
import { createPeopleService, type PeopleService } from './service.ts';
import { createUpstreamAccounts } from './upstream-accounts.ts';

/** The administration API of a real Kratos with the traits of the guide; without one a stand-in answers. */
const realUrl = process.env.QD_TEST_IDENTITY_ADMIN_URL ?? null;

let test: TestDatabase;
let standIn: KratosAdmin | null = null;
let url: string;
let admin: UpstreamAdmin;
let people: PeopleService;
let email: string;
const forwarder = createForwarder(
  createEgress({ settings: { privateRanges: 'allow', allow: [], deny: [] }, clock: systemClock }),
);
const setRoles = vi.fn<ReturnType<typeof createAccessStore>['setRoles']>();

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows;
const asking = (caller: Caller = callerOf('admin')) => ({ caller, ip: '127.0.0.1', headers: {} });
const invitation = (more: object = {}) => ({ firstName: 'New', lastName: 'Person', email, role: 'responder', ...more });
const personOf = async (address = email) =>
  (await query('select id, name, deleted_at is not null as gone from people where email = $1', [address]))[0];

async function there(id: string): Promise<{ status: number; state?: string; traits?: object }> {
  const answer = await fetch(new URL(`admin/identities/${id}`, url));
  const body = (await answer.json()) as { state: string; traits: object };
  return answer.status === 200 ? { status: 200, state: body.state, traits: body.traits } : { status: answer.status };
}

beforeAll(async () => {
  test = await createTestDatabase();
  standIn = realUrl === null ? await startKratosAdmin() : null;
  url = realUrl ?? standIn?.url ?? '';
  admin = createUpstreamAdmin({ url, consoleUrl: new URL('https://console.example'), forwarder, log: silentLog });
  const access = createAccessStore(test.database);
  setRoles.mockImplementation(access.setRoles);
  people = createPeopleService({
    accounts: createUpstreamAccounts({ admin, throttle: createThrottle(test.database.pool, systemClock) }),
    database: test.database,
    authz: {
      decide: () => ({ kind: 'all', rules: [], base: 'all', deny: [] }) as never,
      reload: async () => undefined,
    },
    access: { setRoles, rolesOf: access.roles },
  });
});
afterAll(async () => {
  forwarder.stop();
  await standIn?.stop();
  await test.drop();
});
beforeEach(() => {
  email = `new-${randomBytes(5).toString('hex')}@example.test`;
});
afterEach(() => standIn?.answerWith(null));

describe('an invitation', () => {
  it('makes the identity there and the person here, with the role, and mails nothing', async () => {
    const { link, code, mailed } = await people.invite(asking(), invitation());
    expect(link).toMatch(/^https:\/\/console\.example\/recovery\?flow=[0-9a-f-]{36}$/);
    expect([/^\w{6,}$/.test(code), mailed]).toEqual([true, false]);
    const person = await personOf();
    expect(person).toMatchObject({ name: 'New Person', gone: false });
    expect(await there(person.id)).toEqual({
      status: 200,
      state: 'active',
      traits: { email, name: { first: 'New', last: 'Person' } },
    });
    expect(await query('select roles from people_roles where id = $1', [person.id])).toEqual([
      { roles: ['responder'] },
    ]);
    expect(
      await query("select target, result from audit_log where action = 'invite' and about_id = $1", [person.id]),
    ).toEqual([{ target: email, result: 'ok' }]);
  });

  it('is sent again with another code and role, until its person came', async () => {
    const first = await people.invite(asking(), invitation());
    const { id } = await personOf();
    const again = await people.invite(asking(), invitation({ firstName: 'Newer', role: 'viewer' }));
    expect(again.link).not.toBe(first.link);
    expect(await personOf()).toMatchObject({ id, name: 'Newer Person' });
    expect((await there(id)).traits).toMatchObject({ name: { first: 'Newer' } });
    expect(await query('select roles from people_roles where id = $1', [id])).toEqual([{ roles: ['viewer'] }]);
    expect(
      await joinPerson(
        test.database.pool,
        { id, traits: { email, name: { first: 'Newer', last: 'Person' } } },
        new Date().toISOString(),
      ),
    ).toBe(true);
    await expect(people.invite(asking(), invitation())).rejects.toMatchObject({ code: 'PERSON_EXISTS' });
  });

  it('makes another identity where the one before was removed there', async () => {
    await people.invite(asking(), invitation());
    const { id } = await personOf();
    await admin.remove(id);
    await people.invite(asking(), invitation());
    const rows = await query('select id, deleted_at is null as lives from people where email = $1', [email]);
    expect(rows.filter(({ lives }) => lives).map((row) => row.id)).not.toContain(id);
    expect(rows.filter(({ lives }) => lives)).toHaveLength(1);
  });

  it('of an address that somebody has there, or that a person has here, is refused and leaves nothing', async () => {
    await admin.add({ email });
    await expect(people.invite(asking(), invitation())).rejects.toMatchObject({ code: 'PERSON_EXISTS' });
    expect(await personOf()).toBeUndefined();
    const other = `here-${email}`;
    await query("insert into people (name, email) values ('Here', $1)", [other]);
    await expect(people.invite(asking(), invitation({ email: other }))).rejects.toMatchObject({
      code: 'PERSON_EXISTS',
    });
    // It would be taken if the identity had stayed there.
    expect(await admin.add({ email: other })).not.toBeNull();
  });

  it('that fails here is taken back there', async () => {
    setRoles.mockRejectedValueOnce(new Error('the database went away'));
    await expect(people.invite(asking(), invitation())).rejects.toThrow('went away');
    expect(await personOf()).toBeUndefined();
    expect(await admin.add({ email })).not.toBeNull();
  });

  it('is one of fifty in a day', async () => {
    const caller = callerOf('admin', { id: '00000000-0000-4000-8000-000000000050' });
    await query(`insert into identity_attempts (bucket, at) select $1, now() from generate_series(1, 50)`, [
      `invite ${caller.id}`,
    ]);
    await expect(people.invite(asking(caller), invitation())).rejects.toMatchObject({ code: 'INVITE_LIMIT' });
  });
});

describe('an account', () => {
  let id: string;
  beforeEach(async () => {
    await people.invite(asking(), invitation());
    ({ id } = await personOf());
  });

  it('is named and addressed here and there', async () => {
    const next = `next-${email}`;
    const traits = await people.update(asking(), { id, firstName: 'Augusta', email: next });
    expect(traits).toEqual({ email: next, name: { first: 'Augusta', last: 'Person' } });
    expect(await there(id)).toMatchObject({ traits });
    expect(await personOf(next)).toMatchObject({ id, name: 'Augusta Person' });
  });

  it('does not take the address of another one, there or here', async () => {
    const other = `other-${email}`;
    await admin.add({ email: other });
    const refused = people.update(asking(), { id, firstName: 'Augusta', email: other });
    await expect(refused).rejects.toMatchObject({ code: 'PERSON_EXISTS' });
    expect(await personOf()).toMatchObject({ id, name: 'New Person' });
    expect(await there(id)).toMatchObject({ traits: { email, name: { first: 'New' } } });
  });

  it('is kept out and let in, here and there', async () => {
    await people.update(asking(), { id, active: false });
    expect(await there(id)).toMatchObject({ state: 'inactive' });
    expect(await query('select state from identities where id = $1', [id])).toEqual([{ state: 'inactive' }]);
    // Whoever is kept out is not invited back in.
    await expect(people.invite(asking(), invitation())).rejects.toMatchObject({ code: 'PERSON_EXISTS' });
    await people.update(asking(), { id, active: true });
    expect(await there(id)).toMatchObject({ state: 'active' });
  });

  it('is removed here and there', async () => {
    await people.remove(asking(), id);
    expect(await there(id)).toEqual({ status: 404 });
    expect(await personOf()).toMatchObject({ gone: true });
  });

  it('that is gone there is told so where it would be changed, and can be removed', async () => {
    await admin.remove(id);
    for (const change of [{ firstName: 'Augusta' }, { email: `next-${email}` }]) {
      await expect(people.update(asking(), { id, ...change })).rejects.toMatchObject({ code: 'PERSON_NOT_FOUND' });
    }
    await people.remove(asking(), id);
    expect(await personOf()).toMatchObject({ gone: true });
  });

  it.runIf(realUrl === null).each([
    [500, 'SIGN_IN_UNAVAILABLE'],
    [400, 'REQUEST_INVALID'],
  ])('stays as it is where the service answers %i', async (status, code) => {
    standIn?.answerWith(status);
    for (const act of [
      () => people.update(asking(), { id, firstName: 'Augusta' }),
      () => people.update(asking(), { id, email: `next-${email}` }),
      () => people.invite(asking(), invitation({ email: `more-${email}` })),
    ]) {
      await expect(act()).rejects.toMatchObject({ code });
    }
    const unavailable = { code: 'SIGN_IN_UNAVAILABLE' };
    await expect(people.remove(asking(), id)).rejects.toMatchObject(unavailable);
    await expect(admin.recover(id, 60)).rejects.toMatchObject(unavailable);
    await expect(admin.endSessions(id)).rejects.toMatchObject(unavailable);
    expect(await personOf()).toMatchObject({ id, name: 'New Person', gone: false });
    expect(await query('select state from identities where id = $1', [id])).toEqual([{ state: 'active' }]);
  });
});

it.each([
  ['that nobody answers at', 'http://127.0.0.1:1', []],
  ['that the way out is closed to', undefined, ['127.0.0.0/8']],
])('an administration %s is unavailable', async (_why, address = url, deny) => {
  const settings = { privateRanges: 'allow' as const, allow: [], deny };
  const guarded = createForwarder(createEgress({ settings, clock: systemClock }));
  const consoleUrl = new URL('https://console.example');
  const away = createUpstreamAdmin({ url: address, consoleUrl, forwarder: guarded, log: silentLog });
  await expect(away.add({ email })).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' });
  guarded.stop();
});
