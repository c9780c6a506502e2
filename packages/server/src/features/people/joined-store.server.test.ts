import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../platform/index.ts';
import { callerOf } from '../../testing/identify.ts';
import { createAccessStore } from '../access/store.ts';
import { joinedAccounts } from './joined-store.ts';
import { createPeopleService, type PeopleService } from './service.ts';

let test: TestDatabase;
let people: PeopleService;
let id: string;
let count = 0;
const reload = vi.fn(async () => undefined);

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows;
const asking = (caller: Caller = callerOf('admin')) => ({ caller, ip: '127.0.0.1', headers: {} });

beforeAll(async () => {
  test = await createTestDatabase();
  const { setRoles, roles } = createAccessStore(test.database);
  people = createPeopleService({
    accounts: joinedAccounts,
    database: test.database,
    authz: { decide: () => ({ kind: 'all', rules: [], base: 'all', deny: [] }) as never, reload },
    access: { setRoles, rolesOf: roles },
  });
});
afterAll(() => test.drop());
beforeEach(async () => {
  count += 1;
  const traits = { email: `joined${count}@example.test`, name: { first: 'Jo', last: 'Ined' } };
  [{ id }] = await query("insert into identities (schema_id, traits) values ('upstream', $1) returning id", [traits]);
  reload.mockClear();
});

describe('people whom a service elsewhere knows', () => {
  it('have their roles, are kept out and let in here', async () => {
    const same = { firstName: 'Jo', lastName: 'Ined', email: `joined${count}@example.test` };
    const traits = await people.update(asking(), { id, ...same, role: 'editor', active: false });
    expect(traits).toEqual({ email: same.email, name: { first: 'Jo', last: 'Ined' } });
    expect(await query('select roles from people_roles where id = $1', [id])).toEqual([{ roles: ['editor'] }]);
    expect(await query('select state from identities where id = $1', [id])).toEqual([{ state: 'inactive' }]);
    await people.update(asking(), { id, active: true });
    expect(await query('select state from identities where id = $1', [id])).toEqual([{ state: 'active' }]);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('are removed here', async () => {
    await people.remove(asking(), id);
    expect(await query('select deleted_at is not null as gone from people where id = $1', [id])).toEqual([
      { gone: true },
    ]);
    await expect(people.remove(asking(), id)).rejects.toMatchObject({ code: 'PERSON_NOT_FOUND' });
  });

  it('are named, addressed and invited there', async () => {
    const elsewhere = { code: 'ACCOUNTS_ELSEWHERE' };
    const invitation = { firstName: 'New', lastName: 'Person', email: 'new@example.test', role: 'viewer' };
    await expect(people.invite(asking(), invitation)).rejects.toMatchObject(elsewhere);
    await expect(people.update(asking(), { id, firstName: 'Other' })).rejects.toMatchObject(elsewhere);
    await expect(people.update(asking(), { id, email: 'other@example.test' })).rejects.toMatchObject(elsewhere);
    expect(reload).not.toHaveBeenCalled();
  });
});
