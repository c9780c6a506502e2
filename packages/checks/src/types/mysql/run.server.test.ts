import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '../../testing/certificates.ts';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { startMariadb, type TestServer } from '../../testing/servers.ts';
import { type SqlSpec, sqlSchema } from '../sql.ts';
import { mysqlCheck } from './index.ts';

const PASSWORD = 'p@ss/w:rd';
let server: TestServer;
let certificate: TestCertificate;

beforeAll(async () => {
  certificate = await makeCertificate(2);
  const options = [`--ssl-cert=${certificate.certFile}`, `--ssl-key=${certificate.keyFile}`];
  server = await startMariadb('ann', PASSWORD, { options });
});

afterAll(async () => {
  await server.stop();
  await certificate.remove();
});

async function run(spec: Partial<SqlSpec>, options?: TestContextOptions) {
  const parsed = sqlSchema.parse({
    name: 'query',
    url: `mysql://$(username):$(password)@tcp(127.0.0.1:${server.port})/shop`,
    username: { value: 'ann' },
    password: { value: PASSWORD },
    ...spec,
  });
  const outcome = await mysqlCheck.run(createTestContext(parsed, options));
  if (Array.isArray(outcome)) throw new Error('one outcome was expected');
  return outcome;
}

const documentOf = (password: string, fields: object = {}) => ({
  name: 'query',
  url: `mysql://$(username):$(password)@tcp(127.0.0.1:${server.port})/shop`,
  username: { value: 'ann' },
  password: { value: password },
  ...fields,
});

describeCheckType(mysqlCheck, {
  pass: () => documentOf(PASSWORD, { test: { expr: 'results.count == 1' } }),
  fail: () => documentOf('not the password'),
  secrets: [PASSWORD, 'not the password'],
});

describe('mysql', () => {
  it('passes with the default query', async () => {
    expect(await run({ results: 1 })).toMatchObject({ pass: true, detail: { rows: [{ '1': 1 }], count: 1 } });
  });

  it('gives numbers as numbers, times as times and null as null', async () => {
    const outcome = await run({
      query:
        "select cast(1.5 as decimal(4,2)) as price, timestamp'2026-01-02 03:04:05' as at, null as nothing, 'x' as word",
    });
    const { rows } = outcome.detail as { rows: Record<string, unknown>[] };
    expect(rows[0]).toMatchObject({ price: 1.5, nothing: null, word: 'x' });
    expect(rows[0]?.at).toBeInstanceOf(Date);
  });

  it('fails with too few rows', async () => {
    expect(await run({ query: 'select 1 from dual where 1 = 0', results: 1 })).toMatchObject({
      pass: false,
      errors: ['Query returned 0 rows, expected 1'],
    });
  });

  it('fails with a wrong password without repeating it', async () => {
    const outcome = await run({ password: { value: 'wrong-secret' } });
    expect(outcome.errors?.[0]).toMatch(/^failed to connect to mysql db: Access denied/);
    expect(outcome.errors?.[0]).not.toContain('wrong-secret');
  });

  it('fails with a wrong query', async () => {
    expect((await run({ query: 'select * from nowhere' })).errors?.[0]).toMatch(/^failed to query db: /);
  });

  it('fails when nobody listens', async () => {
    const outcome = await run({ url: `ann@tcp(127.0.0.1:${await freePort()})/shop` });
    expect(outcome.errors?.[0]).toMatch(/^failed to connect to mysql db: /);
    expect(outcome.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('speaks TLS when the address asks for it, and trusts a known authority alone unless told not to check', async () => {
    const url = `$(username):$(password)@tcp(localhost:${server.port})/shop`;
    const query = "show session status like 'Ssl_version'";
    expect(await run({ url: `${url}?tls=skip-verify`, query })).toMatchObject({
      pass: true,
      detail: { rows: [{ Value: expect.stringMatching(/^TLSv1/) }] },
    });
    expect(await run({ url, query })).toMatchObject({ pass: true, detail: { rows: [{ Value: '' }] } });
    const untrusted = await run({ url: `${url}?tls=true`, query });
    expect(untrusted.errors?.[0]).toMatch(/^failed to connect to mysql db: self-signed certificate/);
  });

  it('takes credentials of a connection into a URL and into the Go form', async () => {
    const connectionOf = (url: string) => ({
      username: undefined,
      password: undefined,
      url: undefined,
      connection: 'connection://shop',
      options: { connections: { 'connection://shop': { url, username: 'ann', password: PASSWORD } } },
    });
    for (const url of [
      `mysql://$(username):$(password)@127.0.0.1:${server.port}/shop`,
      `mysql://$(username):$(password)@tcp(127.0.0.1:${server.port})/shop`,
    ]) {
      const { options, ...spec } = connectionOf(url);
      expect(await run(spec, options), url).toMatchObject({ pass: true });
    }
  });

  it('ends before it asks anything when it is aborted while it connects', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const abort = new AbortController();
    silent.once('connection', () => abort.abort(new Error('stopped')));
    const running = run({ url: `ann@tcp(127.0.0.1:${port})/shop` }, { signal: abort.signal });
    await expect(running).rejects.toThrow('stopped');
    await new Promise((resolve) => silent.close(resolve));
  });

  it('gives up after its timeout, and stops when aborted', async () => {
    expect(await run({ query: 'select sleep(30)', timeout: 0.3 })).toMatchObject({ pass: false });
    const abort = new AbortController();
    const running = run({ query: 'select sleep(30)' }, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('stopped')), 200);
    await expect(running).rejects.toThrow('stopped');
  });
});
