import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestPolicy } from '../policy.ts';
import { sql } from '../sql.ts';
import { OPEN, type Served, serveSample } from '../testing/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serveSample({ maxRows: 10 });
});
afterAll(() => served.test.drop());

const get = (address: string, headers: Record<string, string> = {}) => served.ask('GET', `rpc/${address}`, { headers });
const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
  served.ask('POST', `rpc/${address}`, { body, headers: { 'content-type': 'application/json', ...headers } });

describe('a function by GET', () => {
  it.each([
    ['add?a=1', 2],
    ['add?a=1&b=5', 6],
    ['numbers?upto=3', [1, 2, 3]],
    ['numbers?upto=30&limit=2&offset=1', [2, 3]],
    ['joined?words=a&words=b%2Cc', 'a-b,c'],
    ['one_person?pid=1&select=id,name', { id: 1, name: 'p1' }],
    ['one_person?pid=99&select=id', { id: null }],
    ['one_person?pid=1&name=eq.zz', null],
    [
      'pair',
      [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
    ],
    ['pair?select=v&k=eq.b', [{ v: 2 }]],
    ['all_people?select=id&id=gt.3&limit=2', [{ id: 4 }, { id: 5 }]],
    [
      'all_people?select=id,initials,tasks(id)&id=eq.3&tasks.order=id&tasks.limit=1',
      [{ id: 3, initials: 'p', tasks: [{ id: 2 }] }],
    ],
    ['all_people?select=id&order=id.desc&limit=1', [{ id: 12 }]],
  ])('%s', async (address, expected) => {
    const answer = await get(address);
    expect([answer.status, answer.json]).toEqual([200, expected]);
  });

  it('bounds and counts its rows', async () => {
    expect((await get('all_people?select=id')).json).toHaveLength(10);
    const counted = await get('all_people?select=id&limit=2&id=gt.3', { prefer: 'count=exact' });
    expect([counted.status, counted.headers['content-range']]).toEqual([206, '0-1/9']);
    const numbers = await get('numbers?upto=25', { prefer: 'count=exact' });
    expect([numbers.status, numbers.headers['content-range']]).toEqual([206, '0-9/25']);
  });

  it('answers a table, or one row', async () => {
    expect((await get('pair', { accept: 'text/csv' })).body).toBe('k,v\na,1\nb,2');
    expect((await get('add?a=1', { accept: 'text/csv' })).body).toBe('pgrst_scalar\n2');
    const accept = 'application/vnd.pgrst.object+json';
    expect((await get('all_people?id=eq.1&select=id', { accept })).json).toEqual({ id: 1 });
    expect((await get('pair', { accept })).json).toMatchObject({ code: 'PGRST116' });
  });

  it('never writes', async () => {
    const answer = await get('rename?pid=1&name=x');
    expect([answer.status, answer.json]).toMatchObject([405, { code: '25006' }]);
  });

  it.each([
    ['nothing', 404, 'PGRST202'],
    ['add?b=1', 404, 'PGRST202'],
    ['add?a=1&b=2&c=3', 404, 'PGRST202'],
    ['add?a=x', 400, '22P02'],
    ['add?a=1&select=x', 400, '42703'],
    ['numbers?upto=3&order=numbers', 400, '42703'],
    ['numbers?upto=3&x=eq.1', 400, '42703'],
    ['fails', 400, 'P0001'],
    ['teapot', 418, 'PT418'],
  ])('%s is refused', async (address, status, code) => {
    const answer = await get(address);
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([status, code]);
  });

  it('passes on what a function says of its failure', async () => {
    expect((await get('fails')).json).toEqual({ code: 'P0001', details: 'd', hint: 'h', message: 'no' });
  });
});

describe('a function by POST', () => {
  it('takes arguments from the body', async () => {
    expect((await post('add', { a: 1, b: 5 })).json).toBe(6);
    expect((await post('numbers', { upto: 2 })).json).toEqual([1, 2]);
    expect((await post('joined', { words: ['x', 'y'] })).json).toBe('x-y');
    expect((await post('one_person?select=name', { pid: 2 })).json).toEqual({ name: 'p2' });
    expect((await post('all_people?select=id&limit=1&order=id.desc', '')).json).toEqual([{ id: 12 }]);
    expect((await post('add', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' })).json).toBe(3);
  });

  it('takes the body whole where the parameter has no name, or it is asked to', async () => {
    expect((await post('echo', { a: [1] })).json).toEqual({ a: [1] });
    const single = await post('echo', { a: 1 }, { prefer: 'params=single-object' });
    expect([single.json, single.headers['preference-applied']]).toEqual([{ a: 1 }, 'params=single-object']);
  });

  it('answers nothing where nothing is returned, and can be undone', async () => {
    const name = async () => (await served.ask('GET', 'people?id=eq.1&select=name')).json;
    const undone = await post('rename', { pid: 1, name: 'x' }, { prefer: 'tx=rollback' });
    expect([undone.status, undone.body, await name()]).toEqual([204, null, [{ name: 'p1' }]]);
    await post('rename', { pid: 1, name: 'y' });
    expect(await name()).toEqual([{ name: 'y' }]);
  });

  it('counts what it returns', async () => {
    const counted = await post('all_people?select=id&limit=2', {}, { prefer: 'count=exact' });
    expect([counted.status, counted.headers['content-range']]).toEqual([206, '0-1/12']);
  });

  it('is the only other method', async () => {
    const answer = await served.ask('DELETE', 'rpc/add');
    expect([answer.status, answer.json]).toMatchObject([405, { code: 'PGRST101' }]);
  });
});

describe('the policy of functions', () => {
  it('narrows the rows of the result', async () => {
    const policy: RestPolicy = {
      ...OPEN,
      routine: () => ({ kind: 'allowed', rows: (row) => sql`${row('id')} < ${3}` }),
    };
    const { json, headers } = await served.ask('GET', 'rpc/all_people?select=id', {
      policy,
      headers: { prefer: 'count=exact' },
    });
    expect([json, headers['content-range']]).toEqual([[{ id: 1 }, { id: 2 }], '0-1/2']);
    const below = await served.ask('GET', 'people?select=id,reports(id)&id=eq.1', { policy });
    expect(below.json).toEqual([{ id: 1, reports: [] }]);
  });

  it('refuses and hides', async () => {
    const denied: RestPolicy = {
      ...OPEN,
      routine: () => ({ kind: 'denied', object: 'o', action: 'read', rule: null }),
    };
    expect((await served.ask('GET', 'rpc/add?a=1', { policy: denied })).status).toBe(403);
    expect((await served.ask('GET', 'people?select=initials', { policy: denied })).status).toBe(403);
    expect((await served.ask('GET', 'people?select=reports(id)', { policy: denied })).status).toBe(403);
    const unknown: RestPolicy = { ...OPEN, routine: () => ({ kind: 'unknown' }) };
    expect(await served.ask('POST', 'rpc/add', { policy: unknown, body: {} })).toMatchObject({
      status: 404,
      body: null,
    });
    expect((await served.ask('OPTIONS', 'rpc/add', { policy: unknown })).status).toBe(404);
  });
});
