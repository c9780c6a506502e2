import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RestPolicy } from '../policy.ts';
import { sql, trusted } from '../sql.ts';
import { OPEN } from '../testing/serve.ts';
import type { Rest } from '../types.ts';
import { createRest } from './rest.ts';

let test: TestDatabase;
let rest: Rest;
let nowMs = 0;
const statements: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  rest = createRest({
    database: {
      run(statement) {
        statements.push(statement.text);
        return test.database.pool.query(statement);
      },
      transaction: (work) => test.database.transaction((client) => work((statement) => client.query(statement))),
    },
    now: () => nowMs,
  });
});
beforeEach(() => test.database.pool.query('truncate config_items, job_history cascade'));
afterAll(() => test.drop());

const write = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
const plain = async (from: string) => Number((await write(`select count(*) as n from ${from}`)).rows[0]?.n);
const add = (type: string, namespace: string, many = 1) =>
  write(
    `insert into config_items (type, config_class, name, health, tags, labels) select $1, 'C', 'item ' || n,
      case when n % 2 = 0 then 'healthy' end, jsonb_build_object('namespace', $2::text), '{"team":"a"}'
     from generate_series(1, $3) n`,
    [type, namespace, many],
  );

/** The total that a list of one row tells. */
async function total(address: string, policy: RestPolicy = OPEN): Promise<number> {
  const [path = '', query = ''] = address.split('?');
  const headers = { prefer: 'count=exact' };
  const answer = await rest.handle({ method: 'GET', path, query: `limit=1&${query}`, headers, body: null }, policy);
  expect(answer.status, answer.body ?? '').toBeLessThan(300);
  return Number(answer.headers['content-range']?.split('/')[1]);
}

/** Hides the items of a namespace, and tells the planner how to find them. */
const hides = (namespace: string): RestPolicy => {
  const tags = JSON.stringify({ namespace });
  return {
    routine: () => ({ kind: 'allowed' }),
    relation: () => ({
      kind: 'allowed',
      rows: (row) => sql`(${row('tags')} @> ${tags}::jsonb) is not true`,
      hidden: (row) => sql`${row('tags')} @> ${tags}::jsonb`,
    }),
  };
};
/** The same without telling. */
const guards = (namespace: string): RestPolicy => ({
  routine: () => ({ kind: 'allowed' }),
  relation: () => ({ kind: 'allowed', rows: (row) => sql`${row('tags')} ->> 'namespace' <> ${namespace}` }),
});

describe('an exact count', () => {
  const filters: [query: string, where: string][] = [
    ['', 'true'],
    ['type=eq.A', `type = 'A'`],
    ['type=in.(A,B)&deleted_at=is.null', `type in ('A', 'B') and deleted_at is null`],
    ['health=neq.healthy', `health <> 'healthy'`],
    ['health=not.is.null&type=eq.B', `health is not null and type = 'B'`],
    ['name=like.*1', `name like '%1'`],
    ['namespace=eq.y', `tags ->> 'namespace' = 'y'`],
    ['or=(and(labels->>team.eq.a))&type=eq.A', `labels ->> 'team' = 'a' and type = 'A'`],
    ['tags->>namespace=neq.x', `tags ->> 'namespace' <> 'x'`],
    ['created_at=lt.tomorrow', 'true'],
    ['changes=is.null', 'not exists (select from config_item_counts n where n.config_id = i.id)'],
  ];
  const readers: [policy: RestPolicy, where: string][] = [
    [OPEN, 'true'],
    [hides('x'), `(tags @> '{"namespace":"x"}') is not true`],
    [guards('y'), `tags ->> 'namespace' <> 'y'`],
  ];
  const kinds = fc.constantFrom('A', 'B');
  const spaces = fc.constantFrom('x', 'y');
  const step = fc.oneof(
    fc.record({ what: fc.constant('add' as const), type: kinds, space: spaces, many: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      what: fc.constantFrom('retype', 'move', 'delete', 'bury', 'fold'),
      type: kinds,
      space: spaces,
      many: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      what: fc.constant('ask' as const),
      filter: fc.constantFrom(...filters),
      reader: fc.constantFrom(...readers),
    }),
  );
  const some = 'id in (select id from config_items order by id limit $2)';

  it('is that of the rows, whatever was written, asked and remembered before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        await write('truncate config_items cascade');
        for (const one of steps) {
          nowMs += 1000;
          if (one.what === 'ask') {
            const [query, where] = one.filter;
            const [policy, seen] = one.reader;
            const expected = await plain(`config_items i where (${where}) and (${seen})`);
            // Asked twice: the second answer is the remembered one.
            expect(await total(`configs?${query}`, policy)).toBe(expected);
            expect(await total(`configs?${query}`, policy)).toBe(expected);
          } else if (one.what === 'add') await add(one.type, one.space, one.many);
          else if (one.what === 'retype')
            await write(`update config_items set type = $1 where ${some}`, [one.type, one.many]);
          else if (one.what === 'move') {
            await write(`update config_items set tags = jsonb_build_object('namespace', $1::text) where ${some}`, [
              one.space,
              one.many,
            ]);
          } else if (one.what === 'bury') {
            await write(`update config_items set deleted_at = now(), description = $1 where ${some}`, [
              one.type,
              one.many,
            ]);
          } else if (one.what === 'delete')
            await write(`delete from config_items where $1 <> '' and ${some}`, [one.type, one.many]);
          else await write(`select fold_row_counts('config_items'), fold_row_counts('writes of config_items')`);
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('is taken once while nothing is written', async () => {
    await add('A', 'x', 30);
    const address = 'configs?name=like.*1*';
    expect(await total(address)).toBe(12);
    // Trigger-less changes stand for what cannot be: the remembered number is told, because no write was noted.
    await test.database.transaction(async (client) => {
      await client.query('set local session_replication_role = replica');
      await client.query(`delete from config_items where name like '%1'`);
    });
    expect(await total(address)).toBe(12);
    nowMs += 60_000;
    expect(await total(address)).toBe(9);
  });

  it('is told of another page, order or selection without being taken again', async () => {
    await add('A', 'x', 12);
    expect(await total('configs?name=like.item*')).toBe(12);
    await test.database.transaction(async (client) => {
      await client.query('set local session_replication_role = replica');
      await client.query(`delete from config_items where name = 'item 12'`);
    });
    expect(await total('configs?name=like.item*&offset=3&order=name.desc&select=id')).toBe(12);
    await write(`update config_items set name = name where name = 'item 1'`);
    expect(await total('configs?name=like.item*')).toBe(11);
  });

  it('follows a commit, not what is under way', async () => {
    await add('A', 'x', 5);
    const address = 'configs?name=like.item*';
    await test.database.transaction(async (client) => {
      await client.query(`insert into config_items (type, config_class, name) values ('A', 'C', 'item 9')`);
      expect(await total(address)).toBe(5);
      expect(await total(address)).toBe(5);
    });
    expect(await total(address)).toBe(6);
    await test.database
      .transaction(async (client) => {
        await client.query('delete from config_items');
        throw new Error('back');
      })
      .catch(() => undefined);
    expect(await total(address)).toBe(6);
  });

  it('follows the tables that the policy looks at', async () => {
    const { rows } = await write(`insert into agents (name) values ('a') returning id`);
    const agent = String(rows[0]?.id);
    await add('A', 'x', 3);
    await write('update config_items set agent_id = $1', [agent]);
    const policy: RestPolicy = {
      routine: () => ({ kind: 'allowed' }),
      relation: () => ({
        kind: 'allowed',
        rows: (row) =>
          sql`exists (select from ${trusted('agents a')} where a.id = ${row('agent_id')} and a.name = 'a')`,
      }),
    };
    expect(await total('configs', policy)).toBe(3);
    await write(`update agents set name = 'b' where id = $1`, [agent]);
    expect(await total('configs', policy)).toBe(0);
  });

  it('forgets what it knew when the schema is read again', async () => {
    await add('A', 'x', 4);
    expect(await total('configs?name=like.item*')).toBe(4);
    statements.length = 0;
    await rest.reload();
    expect(await total('configs?name=like.item*')).toBe(4);
    expect(statements.at(-1)).toContain('writes_of');
  });
});
