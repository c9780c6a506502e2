import { execFileSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { serverFolder, startRedis, startServer, type TestServer } from '../../testing/servers.ts';
import { redisCheck } from './index.ts';
import { type RedisSpec, redisSchema } from './schema.ts';

let open: TestServer;
let closed: TestServer;

beforeAll(async () => {
  [open, closed] = await Promise.all([startRedis(), startRedis('hidden word')]);
});

afterAll(async () => {
  await Promise.all([open.stop(), closed.stop()]);
});

async function run(spec: Omit<RedisSpec, 'name'>, options?: TestContextOptions) {
  const outcome = await redisCheck.run(createTestContext(redisSchema.parse({ name: 'ping', ...spec }), options));
  if (Array.isArray(outcome)) throw new Error('one outcome was expected');
  return outcome;
}

describeCheckType(redisCheck, {
  pass: () => ({ name: 'ping', addr: `127.0.0.1:${closed.port}`, password: { value: 'hidden word' } }),
  fail: () => ({ name: 'ping', addr: `127.0.0.1:${closed.port}`, password: { value: 'other word' } }),
  secrets: ['hidden word', 'other word'],
});

describe('redis', () => {
  it('passes when the server answers, named by addr or url, in any database', async () => {
    expect(await run({ addr: `127.0.0.1:${open.port}`, db: 0 })).toMatchObject({ pass: true });
    expect(await run({ url: `redis://127.0.0.1:${open.port}/3` })).toMatchObject({ pass: true });
  });

  it('signs in with the password, and fails without or with a wrong one', async () => {
    const addr = `127.0.0.1:${closed.port}`;
    expect(await run({ addr, password: { value: 'hidden word' } })).toMatchObject({ pass: true });
    expect((await run({ addr })).errors?.[0]).toMatch(/^failed to execute query NOAUTH/);
    const wrong = await run({ addr, password: { value: 'other word' } });
    expect(wrong.errors?.[0]).toMatch(/^failed to execute query WRONGPASS/);
    expect(wrong.errors?.[0]).not.toContain('other word');
  });

  it('takes address, password and database from a connection', async () => {
    const connections = {
      'connection://cache': { url: `127.0.0.1:${closed.port}`, password: 'hidden word', properties: { db: '2' } },
    };
    expect(await run({ connection: 'connection://cache' }, { connections })).toMatchObject({ pass: true });
  });

  it('reads a password with signs of a URL from a connection, and passes over what is no reference', async () => {
    const connections = {
      'connection://cache': { url: `redis://:$(password)@127.0.0.1:${closed.port}`, password: 'hidden word' },
    };
    expect(await run({ connection: 'connection://cache' }, { connections })).toMatchObject({ pass: true });
    expect(await run({ addr: `127.0.0.1:${open.port}`, connection: 'cache' })).toMatchObject({ pass: true });
  });

  it('expects PONG', async () => {
    const stranger = createServer((socket) =>
      socket.on('data', (data) => {
        for (const _ of data.toString().matchAll(/^\*\d+\r\n/gm)) socket.write('+HELLO\r\n');
      }),
    );
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    expect(await run({ addr: `127.0.0.1:${port}` })).toMatchObject({
      pass: false,
      errors: ['expected PONG as result, got HELLO'],
    });
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('fails with a database that the server does not have', async () => {
    expect(await run({ addr: `127.0.0.1:${open.port}`, db: 99 })).toMatchObject({ pass: false });
  });

  it('fails when nobody listens and hands over the cause', async () => {
    expect(await run({ addr: `127.0.0.1:${await freePort()}` })).toMatchObject({
      pass: false,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('speaks TLS, with a certificate that it trusts or is told not to check', async () => {
    const folder = await serverFolder('redis-tls');
    const port = await freePort();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const args = [
      '--port',
      '0',
      '--tls-port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      folder,
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-auth-clients',
      'no',
    ];
    const pem = execFileSync('cat', [cert], { encoding: 'utf8' });
    const server = await startServer('redis-server', args, port, folder);
    try {
      expect(await run({ addr: `localhost:${port}`, tlsConfig: { ca: { value: pem } } })).toMatchObject({ pass: true });
      expect(await run({ url: `rediss://localhost:${port}`, tlsConfig: { insecureSkipVerify: true } })).toMatchObject({
        pass: true,
      });
      expect(await run({ url: `rediss://localhost:${port}` })).toMatchObject({ pass: false });
    } finally {
      await server.stop();
    }
  });

  it('refuses an address that is none', async () => {
    await expect(run({ addr: '' })).rejects.toMatchObject({ code: 'DOCUMENT_FIELD' });
  });

  it('shows no credential as endpoint', () => {
    expect(redisCheck.endpoint({ name: 'x', url: 'redis://ann:secret@cache:6379' })).toBe('redis://cache:6379');
  });
});
