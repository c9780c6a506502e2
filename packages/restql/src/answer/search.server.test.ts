import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestPolicy } from '../policy.ts';
import { sql } from '../sql.ts';
import { OPEN } from '../testing/serve.ts';
import type { Rest } from '../types.ts';
import { createRest } from './rest.ts';

let test: TestDatabase;
let rest: Rest;
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
    now: () => 0,
  });
  await test.database.pool.query(
    `insert into config_items (type, config_class, name, description, tags, deleted_at)
     select (array['Pod', 'Node', 'ΣΟΦΟΣ', 'Pod\\n'])[1 + n % 4], 'C', 'Item ' || to_hex(n * 7919) || case when n % 9 = 0 then ' 50%_off\\' else '' end,
       case when n % 5 = 0 then repeat('long ', 300) || to_hex(n) when n % 3 = 0 then E'Éclair\\nΣοφος' || n end,
       case when n % 2 = 0 then jsonb_build_object('namespace', (array['Shop', 'abacus'])[1 + n % 3 % 2]) end,
       case when n % 11 = 0 then now() end
     from generate_series(1, 400) n`,
  );
});
afterAll(() => test.drop());

const COLUMNS = ['name', 'type', 'description', 'namespace'];
const quoted = (word: string) => `"*${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}*"`;
const searchFor = (word: string) =>
  `or=(${COLUMNS.map((column) => `${column}.ilike.${encodeURIComponent(quoted(word))}`).join()})`;
const hides: RestPolicy = {
  routine: () => ({ kind: 'allowed' }),
  relation: () => ({
    kind: 'allowed',
    rows: (row) => sql`(${row('tags')} @> ${'{"namespace":"Shop"}'}::jsonb) is not true`,
  }),
};

interface Found {
  names: unknown[];
  total: number;
  usedTexts: boolean;
}

async function list(query: string, policy: RestPolicy = OPEN): Promise<Found> {
  statements.length = 0;
  const headers = { prefer: 'count=exact' };
  const answer = await rest.handle({ method: 'GET', path: 'configs', query, headers, body: null }, policy);
  expect(answer.status, answer.body ?? '').toBeLessThan(300);
  const rows = JSON.parse(answer.body ?? '[]') as { name: string }[];
  return {
    names: rows.map(({ name }) => name),
    total: Number(answer.headers['content-range']?.split('/')[1]),
    usedTexts: statements.some((text) => text.includes('config_item_texts')),
  };
}

/** The same by SQL alone. */
async function expected(word: string, direction: string, policy: RestPolicy, more: string): Promise<unknown[]> {
  const where = COLUMNS.map((column) => `${column} ilike $1`).join(' or ');
  const hidden = policy === hides ? `(tags @> '{"namespace":"Shop"}') is not true` : 'true';
  const { rows } = await test.database.pool.query<{ name: string }>(
    `select name from configs where (${where}) and ${hidden} and ${more} order by type ${direction}, name ${direction}`,
    [`%${word}%`],
  );
  return rows.map(({ name }) => name);
}

describe('a search in the order of the texts', () => {
  it('finds what each column says, whatever the case, in long texts too, page by page', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'item',
        'POD',
        'éclair',
        'ÉCLAIR',
        'σοφος',
        'shop',
        'ABA',
        'LONG 1',
        'long',
        'e',
        '1',
        'a',
        'zzz',
      ),
      fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(...'0123456789abcdef il%_\\"(),éσς') }),
    );
    await fc.assert(
      fc.asyncProperty(
        word,
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom(OPEN, hides),
        fc.boolean(),
        fc.nat(60),
        async (text, direction, policy, isLive, offset) => {
          // A backslash at the end is no pattern.
          fc.pre(!/\\+$/.test(text));
          const all = await expected(text, direction, policy, isLive ? 'deleted_at is null' : 'true');
          const order = `order=type.${direction},name.${direction}`;
          const filters = `${searchFor(text)}${isLive ? '&deleted_at=is.null' : ''}`;
          fc.pre(offset <= all.length);
          const found = await list(`select=name&${filters}&${order}&limit=20&offset=${offset}`, policy);
          expect(found.names).toEqual(all.slice(offset, offset + 20));
          expect(found.total).toBe(all.length);
          expect(found.usedTexts).toBe(!/[%_\\]/.test(text));
        },
      ),
      { numRuns: 150, seed: 20_260_101 },
    );
  }, 60_000);

  it('sees at once what was written', async () => {
    const query = `select=name&${searchFor('brand new')}&order=type,name&limit=5`;
    expect((await list(query)).names).toEqual([]);
    await test.database.pool.query(`update config_items set description = 'Brand New' where name = 'Item 1eef'`);
    expect(await list(query)).toMatchObject({ names: ['Item 1eef'], total: 1, usedTexts: true });
    await test.database.pool.query(`delete from config_items where name = 'Item 1eef'`);
    expect((await list(query)).names).toEqual([]);
  });

  it('shows embedded resources and numbers of the page', async () => {
    const query = `select=name,changes,agent:agents(name)&${searchFor('pod')}&order=type,name&limit=3`;
    const answer = await rest.handle({ method: 'GET', path: 'configs', query, headers: {}, body: null }, OPEN);
    expect(JSON.parse(answer.body ?? '')).toEqual(
      Array.from({ length: 3 }, () => ({
        name: expect.any(String),
        changes: null,
        agent: { name: expect.any(String) },
      })),
    );
  });
});
