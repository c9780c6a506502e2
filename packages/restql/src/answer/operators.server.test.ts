import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveSample } from '../testing/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serveSample();
  await served.test.database.pool.query(`
    create table sample.slots (
      id int primary key, name text, note text, open boolean, days int4range, marks int[], body jsonb, words tsvector);
    insert into sample.slots
      select n, 'slot ' || n, case n % 3 when 0 then null when 1 then 'Fat Cats' else 'a rat, the 50% cat' end,
        case n % 3 when 0 then null when 1 then true else false end, int4range(n, n + 3), array[n, n + 1],
        jsonb_build_object('n', n, 'list', jsonb_build_array(n, jsonb_build_object('k', 'v' || n)), 'none', null),
        to_tsvector('english', 'slot number ' || n || case when n % 2 = 0 then ' is running' else ' walks' end)
      from generate_series(1, 12) n`);
  await served.rest.reload();
});
afterAll(() => served.test.drop());

describe('every operator finds what the same comparison in SQL finds', () => {
  it.each([
    ['id=eq.3', 'id = 3'],
    ['id=neq.3', 'id <> 3'],
    ['id=gt.3', 'id > 3'],
    ['id=gte.3', 'id >= 3'],
    ['id=lt.3', 'id < 3'],
    ['id=lte.3', 'id <= 3'],
    ['id=not.lte.3', 'not id <= 3'],
    ['id=in.(1,"2",99)', 'id in (1, 2, 99)'],
    ['id=isdistinct.3', 'id is distinct from 3'],
    ['id=eq(any).{1,2}', 'id = any (array[1, 2])'],
    ['id=lt(all).{9,5}', 'id < all (array[9, 5])'],
    ['note=isdistinct.x', `note is distinct from 'x'`],
    ['note=not.isdistinct.x', `not (note is distinct from 'x')`],
    ['note=is.null', 'note is null'],
    ['note=not.is.null', 'note is not null'],
    ['open=is.true', 'open is true'],
    ['open=is.false', 'open is false'],
    ['open=is.unknown', 'open is unknown'],
    ['open=not.is.true', 'open is not true'],
    ['open=not.is.unknown', 'open is not unknown'],
    ['note=like.*cat', `note like '%cat'`],
    ['note=like.*50%25*', `note like '%50%%'`],
    ['note=ilike.fat*', `note ilike 'fat%'`],
    ['note=ilike(all).{*a*,*cats}', `note ilike all (array['%a%', '%cats'])`],
    ['note=not.like(any).{Fat*,x*}', `not (note like any (array['Fat%', 'x%']))`],
    ['note=match.^Fat', `note ~ '^Fat'`],
    ['note=imatch.^fat|rat', `note ~* '^fat|rat'`],
    ['note=imatch(any).{^fat,rat}', `note ~* any (array['^fat', 'rat'])`],
    ['note=fts.cats', `to_tsvector(note) @@ to_tsquery('cats')`],
    ['note=fts(english).cats%26fat', `to_tsvector(note) @@ to_tsquery('english', 'cats&fat')`],
    ['note=plfts(english).fat cats', `to_tsvector(note) @@ plainto_tsquery('english', 'fat cats')`],
    ['note=phfts(english).fat cats', `to_tsvector(note) @@ phraseto_tsquery('english', 'fat cats')`],
    ['words=wfts(english).running -"3"', `words @@ websearch_to_tsquery('english', 'running -"3"')`],
    ['words=not.fts(english).walk', `not words @@ to_tsquery('english', 'walk')`],
    ['marks=cs.{3}', `marks @> '{3}'`],
    ['marks=cd.{3,4,5}', `marks <@ '{3,4,5}'`],
    ['marks=ov.{1,12}', `marks && '{1,12}'`],
    ['days=cs.[5,6)', `days @> '[5,6)'`],
    ['days=ov.[1,3)', `days && '[1,3)'`],
    ['days=sl.[6,9)', `days << '[6,9)'`],
    ['days=sr.[1,4)', `days >> '[1,4)'`],
    ['days=nxr.[6,9)', `days &< '[6,9)'`],
    ['days=nxl.[6,9)', `days &> '[6,9)'`],
    ['days=adj.[6,9)', `days -|- '[6,9)'`],
    ['body=cs.{"n":3}', `body @> '{"n":3}'`],
    ['body->n=eq.3', `body -> 'n' = '3'`],
    ['body->>n=in.(3,4)', `body ->> 'n' in ('3', '4')`],
    ['body->list->1->>k=eq.v5', `body -> 'list' -> 1 ->> 'k' = 'v5'`],
    ['body->list->>-2=eq.7', `body -> 'list' ->> -2 = '7'`],
    ['body->>none=is.null', `body ->> 'none' is null`],
    ['body->none=is.null', `body -> 'none' is null`],
    [
      'or=(id.lt.3,and(id.gt.5,not.or(open.is.true,note.is.null)))',
      'id < 3 or (id > 5 and not (open is true or note is null))',
    ],
    ['and=(id.not.in.(1,2),or(id.eq.1,id.eq.5))', 'id not in (1, 2) and (id = 1 or id = 5)'],
    ['not.and=(id.gt.3,id.lt.9)', 'not (id > 3 and id < 9)'],
    ['note=ilike(any).{"*a rat, the*",none}', `note ilike any (array['%a rat, the%', 'none'])`],
    ['id=gt.3&id=lt.6', 'id > 3 and id < 6'],
  ])('%s', async (query, where) => {
    const { status, json } = await served.ask('GET', `slots?select=id&order=id&${query.replaceAll(' ', '%20')}`);
    const { rows } = await served.test.database.pool.query(`select id from sample.slots where ${where} order by id`);
    expect([status, json]).toEqual([200, rows]);
  });
});

it('a value that the type of the column does not have is refused', async () => {
  const answer = await served.ask('GET', 'slots?days=cs.5');
  expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: '22P02' })]);
});

describe('the schema that a request names', () => {
  it('is answered when it is the served one', async () => {
    const read = await served.ask('GET', 'slots?select=id&limit=1', { headers: { 'accept-profile': 'sample' } });
    expect([read.status, read.headers['content-profile']]).toEqual([200, 'sample']);
    const write = await served.ask('PATCH', 'slots?id=eq.0', {
      body: { name: 'x' },
      headers: { 'content-profile': 'sample' },
    });
    expect(write.status).toBe(204);
    const unnamed = await served.ask('GET', 'slots?select=id&limit=1');
    expect(unnamed.headers['content-profile']).toBeUndefined();
  });

  it.each([
    ['GET', 'accept-profile'],
    ['POST', 'content-profile'],
    ['DELETE', 'content-profile'],
  ])('is refused when it is another: %s', async (method, header) => {
    const answer = await served.ask(method, 'slots?id=eq.0', { body: {}, headers: { [header]: 'pg_catalog' } });
    expect([answer.status, answer.json]).toEqual([406, expect.objectContaining({ code: 'PGRST106' })]);
  });

  it('is not asked of the header for the other kind of request', async () => {
    const answer = await served.ask('GET', 'slots?select=id&limit=1', { headers: { 'content-profile': 'pg_catalog' } });
    expect(answer.status).toBe(200);
  });
});

describe('methods that mean nothing', () => {
  it.each([
    ['TRACE', 'slots', 'PGRST117', 405],
    ['DELETE', 'rpc/add', 'PGRST101', 405],
    ['PATCH', 'rpc/add', 'PGRST101', 405],
  ])('%s %s', async (method, path, code, status) => {
    const answer = await served.ask(method, path);
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })]);
  });
});
