import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
});
afterAll(() => test.drop());

describe('identities', () => {
  const addIdentity = (traits: Row): Promise<Row & { id: string }> =>
    db.add('identities', { schema_id: 'default', traits });
  const personOf = (id: string): Promise<Row> =>
    db.one('select name, email, type, deleted_at is not null as deleted from people where id = $1', [id]);

  it.each([
    [{ email: 'a@x', name: { first: 'Ann', last: 'Lee' } }, 'Ann Lee'],
    [{ email: 'b@x', name: { first: ' Bo ' } }, 'Bo'],
    [{ email: 'c@x', name: { last: 'Cy' } }, 'Cy'],
    [{ email: 'd@x', name: 'Di Whole' }, 'Di Whole'],
    [{ email: 'e@x' }, 'e@x'],
  ])('of %j make a person called %s', async (traits, name) => {
    const { id } = await addIdentity(traits);
    expect(await personOf(id)).toEqual({ name, email: traits.email, type: null, deleted: false });
  });

  it('change and end the person and the roles', async () => {
    const { id } = await addIdentity({ email: 'f@x', name: { first: 'Flo', last: 'Old' } });
    await db.set('identities', id, { traits: { email: 'g@x', name: { first: 'Flo', last: 'New' } } });
    expect(await personOf(id)).toMatchObject({ name: 'Flo New', email: 'g@x' });
    await db.all(`insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'viewer'), ('g', 'someone', 'viewer')`, [
      id,
    ]);
    await db.all('delete from identities where id = $1', [id]);
    expect(await personOf(id)).toMatchObject({ name: 'Flo New', deleted: true });
    expect(await db.all(`select v0 from casbin_rule where v0 = any ($1)`, [[id, 'someone']])).toEqual([
      { v0: 'someone' },
    ]);
  });

  it('are active at first', async () => {
    expect(await addIdentity({ email: 'h@x' })).toMatchObject({ state: 'active', state_changed_at: null });
  });
});

it('a team that names nobody was made by the system', async () => {
  const { created_by: maker } = await db.add('teams', { name: 'Made by nobody' });
  expect(await db.one('select name, email from people where id = $1', [maker])).toEqual({
    name: 'System',
    email: null,
  });
});

describe('permissions', () => {
  let person: string;
  let team: string;
  let notification: string;
  const add = (columns: Row): Promise<Row & { id: string }> =>
    db.add('permissions', { action: 'read', object: 'catalog', ...columns });

  beforeAll(async () => {
    person = (await db.add('people', { name: 'P' })).id;
    team = (await db.add('teams', { name: 'T', created_by: person })).id;
    notification = (await db.add('notifications', { events: ['check.failed'] })).id;
  });

  it('mean a person, a team or a notification by whichever column names them', async () => {
    expect(await add({ person_id: person })).toMatchObject({ subject: person, subject_type: 'person' });
    expect(await add({ team_id: team })).toMatchObject({ subject: team, subject_type: 'team' });
    expect(await add({ notification_id: notification })).toMatchObject({
      subject: notification,
      subject_type: 'notification',
    });
    expect(await add({ person_id: person, team_id: team })).toMatchObject({ subject: team, subject_type: 'team' });
    expect(await add({ person_id: person, subject: '' })).toMatchObject({ subject: person, subject_type: 'person' });
  });

  it('keep a subject that is given', async () => {
    expect(await add({ subject: 'viewer' })).toMatchObject({
      subject: 'viewer',
      subject_type: 'group',
      source: 'UI',
      deny: false,
    });
    expect(await add({ subject: person, subject_type: 'person' })).toMatchObject({
      subject: person,
      subject_type: 'person',
    });
    expect(await add({ subject: 'viewer', person_id: person })).toMatchObject({
      subject: 'viewer',
      subject_type: 'group',
    });
  });

  it('follow when someone else is named, and stay with any other change', async () => {
    const { id } = await add({ person_id: person });
    expect(await db.set('permissions', id, { deny: true })).toMatchObject({ subject: person, subject_type: 'person' });
    expect(await db.set('permissions', id, { person_id: null, team_id: team })).toMatchObject({
      subject: team,
      subject_type: 'team',
    });
    expect(await db.set('permissions', id, { subject: 'viewer', subject_type: 'group', team_id: null })).toMatchObject({
      subject: 'viewer',
      subject_type: 'group',
    });
  });

  it('go with whom they name', async () => {
    const gone = await db.add('people', { name: 'Gone' });
    const { id } = await add({ person_id: gone.id });
    await db.all('delete from people where id = $1', [gone.id]);
    expect(await db.all('select 1 from permissions where id = $1', [id])).toEqual([]);
  });
});

describe('role rows', () => {
  it('are there once, also with nothing in a column', async () => {
    const role = { ptype: 'g', v0: 'me', v1: 'admin' };
    await db.add('casbin_rule', role);
    await expect(db.add('casbin_rule', role)).rejects.toMatchObject({ code: '23505' });
  });
});
