import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../testing/certificates.ts';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { startTcpBridge } from '../../testing/servers.ts';
import { type SqlSpec, sqlSchema } from '../sql.ts';
import { parsePostgresAddress } from './address.ts';
import { postgresCheck } from './index.ts';

let database: TestDatabase;
let bridge: Awaited<ReturnType<typeof startTcpBridge>>;
let url: string;
let user: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const address = parsePostgresAddress(database.url);
  user = address.user;
  bridge = await startTcpBridge(`${address.host}/.s.PGSQL.5432`);
  url = `postgres://$(username)@127.0.0.1:${bridge.port}/${address.database}?sslmode=disable`;
});

afterAll(async () => {
  await bridge.stop();
  await database.drop();
});

async function run(spec: Partial<SqlSpec>, options?: TestContextOptions) {
  const parsed = sqlSchema.parse({ name: 'query', url, username: { value: user }, ...spec });
  const outcome = await postgresCheck.run(createTestContext(parsed, options));
  if (Array.isArray(outcome)) throw new Error('one outcome was expected');
  return outcome;
}

async function listen(server: Server, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that speaks TLS alone: it refuses a start message without, as `hostssl` in pg_hba.conf does. */
async function startTlsServer(socketPath: string, address?: string) {
  const { cert, key, remove } = await makeCertificate(2);
  const refusal = 'SFATAL\0C28000\0Mno pg_hba.conf entry for host, no encryption\0\0';
  const server = createServer((inbound) => {
    inbound.on('error', () => undefined);
    inbound.once('data', (first) => {
      // The request for TLS is the number 80877103 after the length.
      if (first.length !== 8 || first.readInt32BE(4) !== 80_877_103) {
        const head = Buffer.from('E\0\0\0\0');
        head.writeInt32BE(refusal.length + 4, 1);
        inbound.end(Buffer.concat([head, Buffer.from(refusal)]));
        return;
      }
      inbound.write('S');
      const secure = new TLSSocket(inbound, { isServer: true, cert, key });
      const outbound = connect(socketPath);
      const end = () => {
        secure.destroy();
        outbound.destroy();
      };
      secure.on('error', end).on('close', end).pipe(outbound);
      outbound.on('error', end).on('close', end).pipe(secure);
    });
  });
  const port = await listen(server, address);
  return {
    port,
    cert,
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await remove();
    },
  };
}

describeCheckType(postgresCheck, {
  pass: () => ({ name: 'query', url, username: { value: user }, test: { expr: 'results.count == 1' } }),
  fail: () => ({ name: 'query', url, username: { value: user }, query: 'SELECT 1', results: 2 }),
});

describe('postgres', () => {
  it('selects 1 when no query is named', async () => {
    expect(await run({})).toMatchObject({ pass: true, detail: { rows: [{ '?column?': 1 }], count: 1 } });
  });

  it('maps the types of the contract', async () => {
    const query = `select 9007199254740993::int8 - 2 as big, 1.50::numeric as price, 2.5::float8 as ratio, true as yes,
      '{"a":[1]}'::jsonb as doc, '7f000001-0000-4000-8000-000000000001'::uuid as id, null as nothing,
      timestamptz '2026-01-02 03:04:05+00' as at, 'abc'::bytea as raw`;
    const outcome = await run({ query });
    const { rows } = outcome.detail as { rows: Record<string, unknown>[] };
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      price: 1.5,
      ratio: 2.5,
      yes: true,
      doc: { a: [1] },
      id: '7f000001-0000-4000-8000-000000000001',
      nothing: null,
      at: new Date('2026-01-02T03:04:05Z'),
      raw: 'abc',
    });
  });

  it('asks for at least the given number of rows', async () => {
    const three = 'select generate_series(1, 3)';
    expect(await run({ query: three, results: 2 })).toMatchObject({ pass: true });
    expect(await run({ query: three, results: 4 })).toMatchObject({
      pass: false,
      errors: ['Query returned 3 rows, expected 4'],
    });
  });

  it('tells an empty result from none', async () => {
    const empty = 'select 1 where false';
    expect(await run({ query: empty })).toMatchObject({ pass: true, detail: { rows: null, count: 0 } });
    expect(await run({ query: empty, markFailOnEmpty: true })).toMatchObject({
      pass: false,
      errors: ['Query returned empty result'],
    });
  });

  it('fails with a wrong query and names the server error', async () => {
    const outcome = await run({ query: 'select * from nowhere' });
    expect(outcome.pass).toBe(false);
    expect(outcome.errors?.[0]).toMatch(/^failed to query db: relation "nowhere" does not exist/);
  });

  it('fails when nobody listens and hands over the cause', async () => {
    const outcome = await run({ url: `postgres://ann@127.0.0.1:${await freePort()}/shop?sslmode=disable` });
    expect(outcome.errors?.[0]).toMatch(/^failed to connect to postgres db: /);
    expect(outcome.cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('fails when the server speaks no TLS though the address asks for it', async () => {
    const outcome = await run({ url: url.replace('sslmode=disable', 'sslmode=require') });
    expect(outcome).toMatchObject({ pass: false });
    expect(outcome.errors?.[0]).toMatch(/SSL/);
  });

  it('takes what the server takes when the address leaves it open', async () => {
    const tls = await startTlsServer(`${parsePostgresAddress(database.url).host}/.s.PGSQL.5432`);
    try {
      const secure = url.replace(String(bridge.port), String(tls.port)).replace('127.0.0.1', 'localhost');
      for (const mode of ['prefer', 'allow']) {
        expect(await run({ url: url.replace('disable', mode) }), `${mode} without TLS`).toMatchObject({ pass: true });
        expect(await run({ url: secure.replace('disable', mode) }), `${mode} with TLS`).toMatchObject({ pass: true });
      }
      expect(await run({ url: secure.replace('?sslmode=disable', '') })).toMatchObject({ pass: true });
      expect(await run({ url: secure.replace('disable', 'require') })).toMatchObject({ pass: true });
      expect((await run({ url: secure })).errors).toEqual([
        'failed to connect to postgres db: no pg_hba.conf entry for host, no encryption',
      ]);
      for (const mode of ['verify-ca', 'verify-full']) {
        expect((await run({ url: secure.replace('disable', mode) })).errors?.[0]).toMatch(/self-signed certificate/);
      }
    } finally {
      await tls.stop();
    }
  });

  it('verifies the authority, and for verify-full the name or address of the server', async () => {
    const socket = `${parsePostgresAddress(database.url).host}/.s.PGSQL.5432`;
    const [named, other] = await Promise.all([startTlsServer(socket), startTlsServer(socket, '127.0.0.2')]);
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, named.cert, other.cert]);
    const at = (host: string, port: number, mode: string) =>
      run({ url: url.replace(`127.0.0.1:${bridge.port}`, `${host}:${port}`).replace('disable', mode) });
    try {
      for (const host of ['localhost', '127.0.0.1']) {
        expect(await at(host, named.port, 'verify-full'), host).toMatchObject({ pass: true });
      }
      expect(await at('127.0.0.2', other.port, 'verify-ca')).toMatchObject({ pass: true });
      expect((await at('127.0.0.2', other.port, 'verify-full')).errors).toEqual([
        'failed to connect to postgres db: the certificate of the server is not for 127.0.0.2',
      ]);
    } finally {
      setDefaultCACertificates(known);
      await Promise.all([named.stop(), other.stop()]);
    }
  });

  it('takes a password of a connection with signs of a URL in it', async () => {
    const connections = { 'connection://shop/db': { url, username: user, password: 'p@ss/w:rd#?' } };
    const address = url.replace('$(username)@', '$(username):$(password)@');
    expect(
      await run({ url: address, username: undefined, connection: 'connection://shop/db' }, { connections }),
    ).toMatchObject({ pass: true });
  });

  it('tells a server that takes the connection and stays silent from none, and ends at once when aborted', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    const port = await listen(silent);
    const address = `postgres://ann@127.0.0.1:${port}/shop`;
    const late = await run({ url: address, timeout: 0.2 });
    expect(late).toMatchObject({ pass: false, cause: { code: 'RESPONSE_TIMEOUT' } });
    const abort = new AbortController();
    silent.once('connection', () => abort.abort(new Error('stopped')));
    await expect(run({ url: address }, { signal: abort.signal })).rejects.toThrow('stopped');
    await new Promise((resolve) => silent.close(resolve));
  });

  it('gives up after its timeout', async () => {
    const outcome = await run({ query: 'select pg_sleep(30)', timeout: 0.2 });
    expect(outcome).toMatchObject({ pass: false });
    expect(outcome.errors?.[0]).toMatch(/timeout/);
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const running = run({ query: 'select pg_sleep(30)' }, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('stopped')), 100);
    await expect(running).rejects.toThrow('stopped');
  });

  it('takes address and credentials from a connection, and the address from a bare one', async () => {
    const connections = { 'connection://shop/db': { url, username: user } };
    expect(
      await run({ url: undefined, username: undefined, connection: 'connection://shop/db' }, { connections }),
    ).toMatchObject({ pass: true });
    expect(await run({ url: undefined, connection: url })).toMatchObject({ pass: true });
  });

  it('templates the query unless the canary says not to', async () => {
    const render: TestContextOptions['render'] = async (text, extra = {}) =>
      text.replace('$(n)', '7').replace('$(username)', String(extra.username));
    expect(await run({ query: 'select $(n) as n' }, { render })).toMatchObject({ detail: { rows: [{ n: 7 }] } });
    const metadata = { name: 'c', namespace: 'default', labels: {}, annotations: { template: 'false' } };
    expect(await run({ query: "select '$(n)' as n" }, { render, canary: { metadata } })).toMatchObject({
      detail: { rows: [{ n: '$(n)' }] },
    });
  });

  it('shows no credential as endpoint', () => {
    expect(postgresCheck.endpoint({ name: '', url: 'postgres://ann:secret@db/shop' })).toBe('postgres://db/shop');
  });
});
