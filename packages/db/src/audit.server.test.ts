import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let person: string;
let seen = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  person = (await db.add('people', { name: 'Ada', email: 'ada@example.test' })).id;
});
afterAll(() => test.drop());
beforeEach(async () => {
  seen = (await db.all('select from audit_log')).length;
});

/** What was written down since the test began. */
const trail = (): Promise<Row[]> =>
  db.all(
    'select actor_id, actor_name, about_id, action, target, result, source, details from audit_log order by at, id offset $1',
    [seen],
  );
const acts = async () => (await trail()).map(({ action, target }) => [action, target]);

describe('a change of access is written down', () => {
  it('by whoever the transaction names, and from where', async () => {
    await test.database.transaction(async (client) => {
      const actor = { id: person, name: 'ada@example.test', source: '192.0.2.7', userAgent: 'a browser' };
      await client.query("select set_config('quarterdeck.actor', $1, true)", [JSON.stringify(actor)]);
      await client.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'editor')", [person]);
    });
    await db.all('delete from casbin_rule where v0 = $1', [person]);
    expect(await trail()).toMatchObject([
      {
        actor_id: person,
        actor_name: 'ada@example.test',
        about_id: person,
        action: 'role.create',
        target: 'editor for Ada',
        result: 'ok',
        source: '192.0.2.7',
      },
      { actor_id: null, actor_name: '', about_id: person, action: 'role.delete', target: 'editor for Ada' },
    ]);
  });

  it('of a permission, with what changed in it', async () => {
    const { id } = await db.add('permissions', { action: 'read', object: 'catalog', person_id: person });
    await db.set('permissions', id, { action: 'read,update' });
    await db.set('permissions', id, { action: 'read,update' });
    await db.set('permissions', id, { deleted_at: '2026-01-01' });
    await db.set('permissions', id, { deleted_at: null });
    await db.all('delete from permissions where id = $1', [id]);
    expect(await acts()).toEqual([
      ['permission.create', 'allow read catalog to Ada'],
      ['permission.update', 'allow read,update catalog to Ada'],
      ['permission.delete', 'allow read,update catalog to Ada'],
      ['permission.restore', 'allow read,update catalog to Ada'],
      ['permission.delete', 'allow read,update catalog to Ada'],
    ]);
    expect((await trail())[1]).toMatchObject({
      about_id: person,
      details: { id, changed: { action: { from: 'read', to: 'read,update' } } },
    });
  });

  it('of a team and its members, also those who go with the team', async () => {
    const { id } = await db.add('teams', { name: 'Night', created_by: person });
    await db.add('team_members', { team_id: id, person_id: person });
    await db.all('delete from teams where id = $1', [id]);
    expect(await acts()).toEqual([
      ['team.create', 'Night'],
      ['team_member.create', 'Ada in Night'],
      ['team.delete', 'Night'],
      ['team_member.delete', 'Ada'],
    ]);
  });

  it('of a token, without its value', async () => {
    const token = { name: 'ci', person_id: person, value: 'the-secret-hash', created_at: 'now()', created_by: person };
    const { id } = await db.add('access_tokens', token);
    await db.set('access_tokens', id, { value: 'another' });
    await db.all('delete from access_tokens where id = $1', [id]);
    expect(await acts()).toEqual([
      ['token.create', 'ci'],
      ['token.delete', 'ci'],
    ]);
    expect(JSON.stringify(await trail())).not.toMatch(/secret-hash|another/);
  });

  it('of an account, its roles with it, and of properties', async () => {
    const { id } = await db.add('identities', { schema_id: 'default', traits: { email: 'bob@example.test' } });
    await db.all("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'viewer')", [id]);
    await db.set('identities', id, { state: 'inactive' });
    await db.all('delete from identities where id = $1', [id]);
    await db.all("insert into properties (name, value) values ('guests.narrow', 'true')");
    expect(await acts()).toEqual([
      ['account.create', 'bob@example.test'],
      ['role.create', 'viewer for bob@example.test'],
      ['account.update', 'bob@example.test'],
      ['account.delete', 'bob@example.test'],
      ['role.delete', 'viewer for bob@example.test'],
      ['property.create', 'guests.narrow'],
    ]);
    expect((await trail())[2]).toMatchObject({ details: { changed: { state: { from: 'active', to: 'inactive' } } } });
  });

  it('not when the change did not happen', async () => {
    const work = test.database.transaction(async (client) => {
      await client.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin')", [person]);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await trail()).toEqual([]);
  });
});

describe('what is written down', () => {
  const add = (age: string) =>
    db.all(`insert into audit_log (at, actor_name, action, result) values (now() - interval '${age}', 'x', 'y', 'ok')`);

  it.each([
    "update audit_log set actor_name = 'somebody else'",
    'delete from audit_log',
    'truncate audit_log',
    "delete from audit_log where at < now() - interval '89 days'",
  ])('stays: %s', async (statement) => {
    await add('89 days 1 hour');
    const before = await db.all('select * from audit_log order by id');
    await expect(test.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await db.all('select * from audit_log order by id')).toEqual(before);
  });

  it('is removed by retention once it is older than 90 days', async () => {
    await add('91 days');
    await db.all("delete from audit_log where at < now() - interval '90 days'");
    expect(await db.all("select from audit_log where at < now() - interval '90 days'")).toEqual([]);
  });
});
