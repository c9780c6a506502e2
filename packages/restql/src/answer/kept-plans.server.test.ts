import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RestPolicy } from '../policy.ts';
import { sql } from '../sql.ts';
import { type Served, serveSample } from '../testing/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serveSample();
});
afterAll(() => served.test.drop());

const read = async (address: string, policy: RestPolicy) => (await served.ask('GET', address, { policy })).json;

/** Counts how often it is asked about a relation that is embedded. */
function counting(rows?: () => ReturnType<typeof sql>) {
  const asked = { people: 0 };
  const policy: RestPolicy = {
    relation(name) {
      if (name === 'people') asked.people += 1;
      return rows === undefined ? { kind: 'allowed' } : { kind: 'allowed', rows };
    },
    routine: () => ({ kind: 'allowed' }),
  };
  return { asked, policy };
}

it('answers each request of a shape with its own values, planned once', async () => {
  const { asked, policy } = counting();
  const task = (id: number) => read(`tasks?select=id,people(name)&id=eq.${id}`, policy);
  expect(await task(1)).toEqual([{ id: 1, people: { name: 'p2' } }]);
  const once = asked.people;
  expect(await task(2)).toEqual([{ id: 2, people: { name: 'p3' } }]);
  expect(await task(1)).toEqual([{ id: 1, people: { name: 'p2' } }]);
  expect(asked.people).toBe(once);
  expect(await read('tasks?select=id&id=eq.1&id=eq.2', policy)).toEqual([]);
  expect(await read('tasks?select=id&id=eq.%00', policy)).toMatchObject({ code: 'PGRST100' });
  expect(await read('tasks?select=id&id=eq.x', policy)).toMatchObject({ code: '22P02' });
});

it('keeps no plan of another caller, and none with a condition on rows', async () => {
  const address = 'tasks?select=id&id=eq.1';
  const open = counting().policy;
  let first = 1;
  const narrow = counting(() => sql`${first}::int = 1`).policy;
  expect(await read(address, open)).toEqual([{ id: 1 }]);
  expect(await read(address, narrow)).toEqual([{ id: 1 }]);
  first = 2;
  expect(await read(address, narrow)).toEqual([]);
  const closed: RestPolicy = { ...open, relation: () => ({ kind: 'denied', object: 'o', action: 'read', rule: null }) };
  expect((await served.ask('GET', address, { policy: closed })).status).toBe(403);
});

it('forgets plans when the schema is read again', async () => {
  const { policy } = counting();
  const address = 'badges?person_id=eq.2';
  const before = await read(address, policy);
  await served.test.database.pool.query('alter table sample.badges add column grade int default 3');
  await served.rest.reload();
  expect(await read(address, policy)).toEqual([{ ...(before as object[])[0], grade: 3 }]);
});
