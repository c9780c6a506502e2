import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let root: string;

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await db.all("update identity_credentials set kind = 'totp'");
  root = await addAdministrator();
});

async function addAdministrator({ kind = 'password' } = {}): Promise<string> {
  const { id } = await db.add('identities', { schema_id: 'default', traits: { email: `${crypto.randomUUID()}@x` } });
  await db.all(`insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin'), ('g', $1, 'viewer')`, [id]);
  await db.all(`insert into identity_credentials (identity_id, kind, config) values ($1, $2, '{}')`, [id, kind]);
  return String(id);
}

const ENDS = {
  'the role is taken': "delete from casbin_rule where v0 = $1::text and v1 = 'admin'",
  'the role is replaced': "update casbin_rule set v1 = 'editor' where v0 = $1::text and v1 = 'admin'",
  'the account is deactivated': "update identities set state = 'inactive' where id = $1",
  'the account is removed': 'delete from identities where id = $1',
  'the person is deleted': 'update people set deleted_at = now() where id = $1',
} as const;
const ends = Object.entries(ENDS);
const refused = expect.objectContaining({ code: 'PT409', constraint: 'last_administrator' });

describe('the last administrator stays', () => {
  it.each(ends)('when %s', async (_name, statement) => {
    await expect(db.all(statement, [root])).rejects.toEqual(refused);
    expect(await db.all('select administrators()::text as id')).toEqual([{ id: root }]);
  });

  it.each(ends)('but goes when %s and another one can sign in', async (_name, statement) => {
    const other = await addAdministrator({ kind: 'passkey' });
    await db.all(statement, [root]);
    expect(await db.all('select administrators()::text as id')).toEqual([{ id: other }]);
  });

  it('also where credentials are kept by a service elsewhere', async () => {
    const other = await addAdministrator({ kind: 'totp' });
    await db.all("update identities set schema_id = 'upstream' where id = $1", [other]);
    await db.all(ENDS['the role is taken'], [root]);
    await expect(db.all(ENDS['the role is taken'], [other])).rejects.toEqual(refused);
    await db.all("update identities set schema_id = 'default' where id = $1", [other]);
  });

  it('while the others were only invited, or have no more than a second factor', async () => {
    const invited = await addAdministrator({ kind: 'totp' });
    await expect(db.all(ENDS['the account is removed'], [root])).rejects.toEqual(refused);
    await db.all(ENDS['the account is removed'], [invited]);
  });

  it('when both of two end at once, whatever ends them', async () => {
    for (const [name, statement] of ends) {
      const pair = [root, await addAdministrator()];
      const answers = await Promise.allSettled(pair.map((id) => db.all(statement, [id])));
      expect(answers.map(({ status }) => status).toSorted(), name).toEqual(['fulfilled', 'rejected']);
      await db.all("update identity_credentials set kind = 'totp'");
      root = await addAdministrator();
    }
  });

  it('when one statement would end all', async () => {
    await addAdministrator();
    await expect(db.all("delete from casbin_rule where v1 = 'admin'")).rejects.toEqual(refused);
  });

  it('and other roles, people and accounts come and go', async () => {
    await db.all("delete from casbin_rule where v0 = $1 and v1 = 'viewer'", [root]);
    const plain = await db.add('identities', { schema_id: 'default', traits: { email: 'plain@x' } });
    await db.all(ENDS['the account is deactivated'], [plain.id]);
    await db.all(ENDS['the account is removed'], [plain.id]);
    const guest = await db.add('people', { name: 'no account' });
    await db.all("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin')", [guest.id]);
    await db.all(ENDS['the role is taken'], [guest.id]);
  });
});

it('a sign-in is remembered at its person', async () => {
  const at = '2026-05-01T10:00:00+00:00';
  await db.all(
    `insert into identity_sessions (identity_id, token_hash, methods, issued_at, authenticated_at, expires_at, source, user_agent)
     values ($1, $2, '[]', $3, $3, $3, '', '')`,
    [root, Buffer.from(root), new Date(at)],
  );
  expect(await db.one('select last_login from people where id = $1', [root])).toEqual({ last_login: at });
});
