import type { JobHistoryRow } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createDb, totalOfContentRange } from './db.ts';
import { createHttp } from './http.ts';
import { createQueryClient } from './query-client.ts';

function dbWith(body: unknown = [], headers: Record<string, string> = {}) {
  const fetch = vi.fn(async (_path: unknown, _init?: RequestInit) => new Response(JSON.stringify(body), { headers }));
  return { fetch, db: createDb(createHttp({ fetch: fetch as never, isOnline: () => true })) };
}

const sent = (fetch: ReturnType<typeof dbWith>['fetch']) => {
  const [path, init] = fetch.mock.calls[0] ?? [];
  return { path: decodeURIComponent(String(path).replaceAll('+', ' ')), init };
};

describe('the builder of requests', () => {
  it('writes the list of jobs as the contract has it', () => {
    const { db } = dbWith();
    const query = db('job_histories')
      .selectAs<JobHistoryRow>('*')
      .filter('name', 'a,!b')
      .filter('status', undefined)
      .where('and', '(created_at.gt.2026-11-01,created_at.lt.2026-11-02)')
      .gte('duration_millis', 5)
      .order('created_at', 'desc')
      .page(2, 150);
    expect(decodeURIComponent(query.path())).toBe(
      '/api/db/job_histories?select=*&name.filter=a,!b&and=(created_at.gt.2026-11-01,created_at.lt.2026-11-02)' +
        '&duration_millis=gte.5&order=created_at.desc&limit=150&offset=300',
    );
  });

  it('leaves earlier steps as they were, so that a request can be shared', () => {
    const base = dbWith().db('people').order('name');
    base.eq('id', '1');
    expect(base.path()).toBe('/api/db/people?order=name.asc');
    expect(decodeURIComponent(base.order('id', 'desc').path())).toBe('/api/db/people?order=name.asc,id.desc');
  });

  it('leaves paging out when there is none', () => {
    expect(dbWith().db('people').page(0, 0).path()).toBe('/api/db/people');
  });

  it('quotes what a list would read otherwise', () => {
    const path = dbWith().db('people').in('name', ['plain', 'a,b', 'say "no"', '']).path();
    expect(new URL(path, 'http://x').searchParams.get('name')).toBe('in.(plain,"a,b","say \\"no\\"","")');
  });

  it('carries any value to the server unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const path = dbWith().db('people').eq('name', value).path();
        const read = new URL(path, 'http://x').searchParams.get('name');
        // A lone surrogate cannot be carried by any address; the platform writes the replacement character.
        expect(read).toBe(`eq.${value.toWellFormed()}`);
      }),
    );
  });

  it('counts only where asked, instead of the other preference', async () => {
    const counted = dbWith([{ id: '1' }], { 'content-range': '0-0/12' });
    expect(await counted.db('people').count().list()).toEqual({ rows: [{ id: '1' }], total: 12 });
    expect(sent(counted.fetch).init?.headers).toMatchObject({ Prefer: 'count=exact' });
    const plain = dbWith([], { 'content-range': '*/*' });
    expect(await plain.db('people').list()).toEqual({ rows: [], total: undefined });
    expect(sent(plain.fetch).init?.headers).not.toHaveProperty('Prefer');
  });

  it('reads the first row, or that there is none', async () => {
    const { db, fetch } = dbWith([{ id: '1' }]);
    expect(await db('people').eq('id', '1').first()).toEqual({ id: '1' });
    expect(sent(fetch).path).toBe('/api/db/people?id=eq.1&limit=1');
    expect(await dbWith([]).db('people').first()).toBeNull();
  });

  it.each([
    ['insert', 'POST', '/api/db/properties'],
    ['patch', 'PATCH', '/api/db/properties?name=eq.a'],
    ['delete', 'DELETE', '/api/db/properties?name=eq.a'],
  ] as const)('%s sends %s and reads the rows back', async (act, method, path) => {
    const { db, fetch } = dbWith([{ name: 'a' }]);
    const table = db('properties');
    const rows = act === 'insert' ? table.insert({ name: 'a' }) : table.eq('name', 'a')[act]({ value: 'b' });
    expect(await rows).toEqual([{ name: 'a' }]);
    expect(sent(fetch)).toMatchObject({ path, init: { method } });
    expect(sent(fetch).init?.headers).toMatchObject({ Prefer: 'return=representation' });
  });

  it.each(['patch', 'delete'] as const)('refuses to %s every row', async (act) => {
    const { db, fetch } = dbWith();
    const all = db('properties').select('name').order('name').limit(1);
    await expect(async () => all[act]({ value: 'x' })).rejects.toThrow('names no rows');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('makes a query that names its tables', async () => {
    const { db } = dbWith([{ id: '1' }], { 'content-range': '0-0/1' });
    const options = db('canaries_with_status')
      .count()
      .options({ alsoOf: ['people'] });
    expect(options.meta).toEqual({ tables: ['canaries', 'job_history', 'people'], quiet: true });
    const client = createQueryClient(() => undefined);
    expect(await client.fetchQuery(options)).toEqual({ rows: [{ id: '1' }], total: 1 });
    expect(db('properties').options().meta).toMatchObject({ tables: ['properties'] });
  });
});

describe('totalOfContentRange', () => {
  it.each([
    ['0-49/1234', 1234],
    ['*/0', 0],
    ['0-49/*', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (header, total) => {
    expect(totalOfContentRange(header)).toBe(total);
  });
});
