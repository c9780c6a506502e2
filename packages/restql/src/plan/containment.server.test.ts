import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveSample } from '../testing/serve.ts';

const MEMBERS = [
  '"1"',
  '1',
  '1.0',
  '"1.0"',
  '-2.50',
  'true',
  '"true"',
  'null',
  '{"a": 1}',
  '[1]',
  '"x y"',
  '""',
  '"ü"',
];
const BODIES = [...MEMBERS.map((member) => `{"k": ${member}, "other": 1}`), '{}', '["k"]', '"k"', 'null', null];
const ASKED = ['1', '1.0', '-2.50', '-2.5', 'true', 'null', '{"a": 1}', '[1]', 'x y', '', 'ü', '1e400', '01'];

let served: Served;
const idsOf = (list: unknown) => (Array.isArray(list) ? list.map((row: { id: unknown }) => Number(row.id)) : list);

beforeAll(async () => {
  served = await serveSample();
  await served.test.database.pool.query('delete from sample.tasks');
  await served.test.database.pool.query(
    "insert into sample.tasks (title, body) select 'body', b::jsonb from unnest($1::text[]) b",
    [BODIES],
  );
});
afterAll(() => served.test.drop());

/** The tasks whose member is the text as PostgreSQL sees it, without any help of an index. */
async function told(condition: string, text: string): Promise<unknown> {
  const { rows } = await served.test.database.pool.query(`select id from sample.tasks where ${condition} order by id`, [
    text,
  ]);
  return idsOf(rows);
}

async function asked(query: string): Promise<unknown> {
  const { json } = await served.ask('GET', `tasks?select=id&order=id&${query}`);
  return idsOf(json);
}

describe('a member of a jsonb column that equals a text', () => {
  it.each(ASKED)('is found whatever its kind is: %s', async (text) => {
    expect(await asked(`body->>k=eq.${encodeURIComponent(text)}`)).toEqual(await told(`body ->> 'k' = $1`, text));
  });

  it.each(ASKED)('is told apart from what is unknown, under a negation: %s', async (text) => {
    const quoted = encodeURIComponent(`"${text.replaceAll('"', '\\"')}"`);
    const expected = await told(`not (body ->> 'k' = $1)`, text);
    expect(await asked(`not.and=(body->>k.eq.${quoted})`)).toEqual(expected);
    expect(await asked(`body->>k=not.eq.${encodeURIComponent(text)}`)).toEqual(expected);
    expect(await asked(`or=(and(body->>k.eq.${quoted}))`)).toEqual(await told(`body ->> 'k' = $1`, text));
  });

  it('is looked up in an index on the column where it stands alone', async () => {
    const before = served.statements.length;
    await asked('body->>k=eq.1');
    await asked('body->>k=not.eq.1');
    await asked('body->>k=like.1');
    expect(served.statements.slice(before).map(({ text }) => text.includes('@> '))).toEqual([true, false, false]);
  });
});
