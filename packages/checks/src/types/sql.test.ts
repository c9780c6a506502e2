import { describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../testing/context.ts';
import { runSql, SqlFailure, type SqlRequest, type SqlRow, type SqlSpec, sqlEndpoint, sqlSchema } from './sql.ts';

/** Runs a check whose driver answers with these rows; gives the outcome and what the driver was asked. */
async function run(fields: Partial<SqlSpec>, options: TestContextOptions = {}, rows: SqlRow[] | Error = [{ n: 1 }]) {
  let asked: SqlRequest | undefined;
  const context = createTestContext(sqlSchema.parse({ name: 'query', ...fields }), options);
  const outcome = await runSql(context, async (_, request) => {
    asked = request;
    if (rows instanceof Error) throw rows;
    return rows;
  });
  return { outcome, asked };
}

const annotated = (template: string): TestContextOptions => ({
  canary: { metadata: { name: 'c', namespace: 'ns', labels: {}, annotations: { template } } },
});

describe('the request', () => {
  it('has a query, a limit and the address as it is written', async () => {
    expect((await run({ url: 'postgres://h/db' })).asked).toEqual({
      url: 'postgres://h/db',
      query: 'SELECT 1',
      timeoutMs: 60_000,
    });
    const { asked } = await run({ connection: 'user=a host=h', query: 'select 2', timeout: 1.5 });
    expect(asked).toEqual({ url: 'user=a host=h', query: 'select 2', timeoutMs: 1500 });
  });

  it.each([
    ['postgres://$(username):$(password)@h/db', 'postgres://a%40corp.test:p%40s%2Fs@h/db'],
    ['user=$(username) password=$(password)', 'user=a@corp.test password=p@s/s'],
    ['$(username):$(password)@tcp(h:1)/db', 'a@corp.test:p@s/s@tcp(h:1)/db'],
    ['mysql://$(username):$(password)@tcp(h:1)/db', 'mysql://a@corp.test:p@s/s@tcp(h:1)/db'],
    ['$(domain)/$(name)/$(namespace)', 'corp.test/db/shop'],
  ])('fills the credentials of a connection into %s', async (url, expected) => {
    const stored = { url, username: 'a@corp.test', password: 'p@s/s', name: 'db', namespace: 'shop' };
    const { asked } = await run(
      { connection: 'connection://shop/db' },
      { connections: { 'connection://shop/db': stored } },
    );
    expect(asked?.url).toBe(expected);
  });

  it('takes the inline address before that of the connection', async () => {
    const connections = { 'connection://db': { url: 'postgres://stored/db', username: 'a' } };
    const { asked } = await run(
      { connection: 'connection://db', url: 'postgres://$(username)@inline/db' },
      { connections },
    );
    expect(asked?.url).toBe('postgres://a@inline/db');
  });

  it('renders the query unless the canary says not to', async () => {
    const render: TestContextOptions['render'] = async (text) => text.replace('$(n)', '7');
    expect((await run({ query: 'select $(n)' }, { render })).asked?.query).toBe('select 7');
    expect((await run({ query: 'select $(n)' }, { render, ...annotated('true') })).asked?.query).toBe('select 7');
    expect((await run({ query: 'select $(n)' }, { render, ...annotated('false') })).asked?.query).toBe('select $(n)');
  });
});

describe('the verdict', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

  it.each([
    [{}, 0, []],
    [{ results: 2 }, 2, []],
    [{ results: 2 }, 3, []],
    [{ results: 2 }, 1, ['Query returned 1 rows, expected 2']],
    [{ results: 2, markFailOnEmpty: true }, 0, ['Query returned empty result']],
    [{ markFailOnEmpty: true }, 1, []],
  ])('%j with %d rows', async (fields, count, errors) => {
    const { outcome } = await run(fields, {}, rows(count));
    expect(outcome).toMatchObject({
      pass: errors.length === 0,
      detail: { rows: count === 0 ? null : rows(count), count },
    });
    expect(outcome.errors ?? []).toEqual(errors);
  });

  it('tells a failed connection from a failed query, without credentials, and hands over the cause', async () => {
    const cause = new Error('no way to postgres://a:hidden@h/db');
    expect((await run({}, {}, new SqlFailure('connect', 'postgres', cause))).outcome).toEqual({
      pass: false,
      errors: ['failed to connect to postgres db: no way to postgres://h/db'],
      cause,
    });
    expect((await run({}, {}, new SqlFailure('query', 'mysql', new Error('no table')))).outcome.errors).toEqual([
      'failed to query db: no table',
    ]);
  });

  it('names every address that could not be reached', async () => {
    const cause = new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]);
    expect((await run({}, {}, new SqlFailure('connect', 'mysql', cause))).outcome.errors).toEqual([
      'failed to connect to mysql db: refused by ::1, refused by 127.0.0.1',
    ]);
  });

  it('leaves other errors, and those of a run that ended, to the engine', async () => {
    await expect(run({}, {}, new TypeError('a fault of ours'))).rejects.toThrow('a fault of ours');
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(run({}, { signal }, new SqlFailure('query', 'mysql', new Error('cut')))).rejects.toThrow('cut');
  });
});

describe('the endpoint', () => {
  it.each([
    [{ name: 'n', description: 'd', url: 'postgres://h' }, 'n'],
    [{ name: '', description: 'd', url: 'postgres://h' }, 'd'],
    [{ name: '', url: 'postgres://a:b@h/db' }, 'postgres://h/db'],
    [{ name: '', connection: 'server=h;password=b;port=1' }, 'server=h;password=###;port=1'],
    [{ name: '', connection: 'a:b@tcp(h)/db' }, 'tcp(h)/db'],
    [{ name: '', connection: 'connection://shop/db' }, ''],
  ])('of %j', (spec, expected) => {
    expect(sqlEndpoint(spec)).toBe(expected);
  });
});
