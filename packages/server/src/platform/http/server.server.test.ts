import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { AppError } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '../../testing/identify.ts';
import { createDatabaseContact } from '../contact/contact.ts';
import { createProperties } from '../properties/properties.ts';
import { readProperties } from '../properties/property-store.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { openConsole } from './console.ts';
import { sendJsonText } from './encode.ts';
import { createHttpServer, type HttpServer } from './server.ts';
import { registerSystemRoutes } from './system-routes.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const big = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index, name: 'a check' })));
const telemetry = createTelemetry({ version: '0', labelsAllowlist: [], processMetrics: false });
let test: TestDatabase;
let server: HttpServer;
let port = 0;
let stopping = false;
/** Errors of the log: the text, and the route that they are about. */
const logged: unknown[] = [];
let isUp = true;
const contact = createDatabaseContact(systemClock, silentLog);
const DATABASE_DOWN = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
    );
  });
  call.on('error', reject);
  call.end(body);
  return promise;
}

const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, headers);
const json = (answer: Answer): Record<string, unknown> => JSON.parse(answer.body.toString());

function consoleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qd-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Quarterdeck</title><script>theme()</script>');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'console.info(1)');
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync('console.info(1)'));
  return folder;
}

beforeAll(async () => {
  test = await createTestDatabase();
  const page = openConsole(consoleFolder());
  server = createHttpServer({
    access: openAccess,
    config: {
      host: '127.0.0.1',
      port: 0,
      trustedHosts: [],
      trustedProxies: [],
      publicEndpoint: null,
      corsOrigin: 'https://ops.test',
    },
    log: { ...silentLog, error: (fields, message) => void logged.push([message, fields.route]) },
    telemetry,
    console: page,
    stopping: () => stopping,
  });
  const properties = createProperties({
    file: null,
    rows: () => readProperties(test.database.pool),
    onRowsChanged: () => () => undefined,
    log: silentLog,
  });
  registerSystemRoutes({
    server,
    database: test.database,
    properties,
    contact: {
      ...contact,
      attempt: (work, limitMs) => contact.attempt(isUp ? work : () => Promise.reject(DATABASE_DOWN), limitMs),
    },
    telemetry,
    live: { attach: () => Promise.reject(new AppError('SHUTTING_DOWN')) },
    documentErrors: () => [{ file: 'bad.yaml', line: 3, code: 'DOCUMENT_SYNTAX', message: 'no' }],
    bootstrap: {
      mode: 'standalone',
      console_version: '',
      features: { registration: false, outbox: false, query_login: false },
    },
    stopping: () => stopping,
    hasConsole: true,
  });
  server.route({
    method: 'GET',
    url: '/api/big',
    access: 'public',
    handler: (_request, reply) => sendJsonText(reply, big),
  });
  server.route({ method: 'POST', url: '/api/echo', access: 'public', handler: ({ body }) => ({ body }) });
  server.route({ method: 'GET', url: '/about', access: 'public', handler: () => ({ Version: '1' }) });
  server.route({
    method: 'GET',
    url: '/api/fail/:how',
    access: { object: 'canaries', resource: 'canaries', action: 'read' },
    handler: ({ params }) => {
      const { how } = params as { how: string };
      if (how === 'known') throw new AppError('CHECK_NOT_FOUND', { details: { id: 'x' } });
      if (how === 'away') throw DATABASE_DOWN;
      throw new Error('a secret of the inside');
    },
  });
  port = Number((await server.listen()).port);
});

afterAll(async () => {
  await server.close();
  await test.drop();
});

describe('errors', () => {
  it('are problem bodies with the members that the console reads', async () => {
    const answer = await get('/api/fail/known');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(json(answer)).toMatchObject({ code: 'CHECK_NOT_FOUND', status: 404, details: { id: 'x' } });
    expect(json(answer).error).toBe(json(answer).message);
  });

  it('are in the log when they are unexpected, not when all requests fail for a cause that it tells once', async () => {
    logged.length = 0;
    expect((await get('/api/fail/away')).status).toBe(503);
    expect((await get('/api/fail/known')).status).toBe(404);
    expect(logged).toEqual([]);
    expect((await get('/api/fail/other')).status).toBe(500);
    expect(logged).toEqual([['request failed', '/api/fail/:how']]);
  });

  it('say nothing of the inside', async () => {
    const answer = await get('/api/fail/unknown');
    expect([answer.status, json(answer).code]).toEqual([500, 'INTERNAL']);
    expect(answer.body.toString()).not.toContain('secret');
  });

  it.each([
    ['an unknown path', 'GET', '/api/none', {}, undefined, 404, 'ROUTE_NOT_FOUND'],
    [
      'an unknown path asked for by a page',
      'GET',
      '/api/none',
      { accept: 'text/html' },
      undefined,
      404,
      'ROUTE_NOT_FOUND',
    ],
    ['a missing asset', 'GET', '/assets/none.js', { accept: 'text/html' }, undefined, 404, 'ROUTE_NOT_FOUND'],
    ['a broken URL', 'GET', '/api/%zz', {}, undefined, 400, 'REQUEST_INVALID'],
    ['bad JSON', 'POST', '/api/echo', { 'content-type': 'application/json' }, '{', 400, 'REQUEST_INVALID'],
    [
      'a poisoned key',
      'POST',
      '/api/echo',
      { 'content-type': 'application/json' },
      '{"__proto__":{}}',
      400,
      'REQUEST_INVALID',
    ],
    [
      'a body that is too large',
      'POST',
      '/api/echo',
      { 'content-type': 'text/plain' },
      'x'.repeat(1_100_000),
      413,
      'REQUEST_INVALID',
    ],
    ['another method', 'DELETE', '/api/echo', {}, undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['another host', 'GET', '/api/big', { host: 'evil.test' }, undefined, 403, 'ACCESS_DENIED'],
    ['another site', 'POST', '/api/echo', { 'sec-fetch-site': 'cross-site' }, undefined, 403, 'ACCESS_DENIED'],
  ])('answer %s', async (_what, method, path, headers, body, status, code) => {
    const answer = await send(method, path, headers, body);
    expect([answer.status, json(answer).code]).toEqual([status, code]);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  });
});

describe('bodies', () => {
  it('are JSON, nothing, or text', async () => {
    const type = { 'content-type': 'application/json' };
    expect(json(await send('POST', '/api/echo', type, '{"a":1}'))).toEqual({ body: { a: 1 } });
    expect(json(await send('POST', '/api/echo', type))).toEqual({ body: null });
    expect(json(await send('POST', '/api/echo', { 'content-type': 'application/xml' }, '<a/>'))).toEqual({
      body: '<a/>',
    });
  });
});

describe('paths', () => {
  it.each(['/api/about', '/about', '/canary/about', '/api/canary/about', '//api//canary/about', '/about/'])(
    '%s is the route /about',
    async (path) => {
      expect(json(await get(path))).toEqual({ Version: '1' });
    },
  );

  it.each(['/api/big', '/canary/api/big', '/api/canary/api/big'])('%s is the route /api/big', async (path) => {
    expect((await get(path)).body.toString()).toBe(big);
  });
});

describe('compression and entity tags', () => {
  it('compresses what is large, as the caller takes it', async () => {
    const br = await get('/api/big', { 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers.vary).toContain('Accept-Encoding');
    expect(brotliDecompressSync(br.body).toString()).toBe(big);
    const gz = await get('/api/big', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gz.body).toString()).toBe(big);
    expect((await get('/api/about', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it('answers 304 when the caller has it', async () => {
    const first = await get('/api/big');
    const again = await get('/api/big', { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'br' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get('/api/big', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD without a body and OPTIONS with the methods', async () => {
    const head = await send('HEAD', '/api/big');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const options = await send('OPTIONS', '/api/echo');
    expect([options.status, options.headers.allow]).toEqual([204, 'POST, OPTIONS']);
    expect((await send('OPTIONS', '/canary/api/big')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

describe('another origin', () => {
  it('may call when it is the configured one', async () => {
    const preflight = await send('OPTIONS', '/api/echo', { origin: 'https://ops.test' });
    expect(preflight.headers['access-control-allow-origin']).toBe('https://ops.test');
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    const call = await send('POST', '/api/echo', { origin: 'https://ops.test', 'sec-fetch-site': 'cross-site' });
    expect(call.status).toBe(200);
    const other = await get('/api/big', { origin: 'https://evil.test' });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('console', () => {
  const accept = 'text/html,application/xhtml+xml';

  it.each(['/', '/health', '/health/x.y?a=1', '/settings/feature-flags'])('answers %s with the page', async (path) => {
    const answer = await get(path, { accept });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain('<title>Quarterdeck</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
  });

  it('sends hashed assets compressed beforehand, to be kept for ever', async () => {
    const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(answer.body).toString()).toBe('console.info(1)');
    expect((await get('/assets/main-1a2b.js')).body.toString()).toBe('console.info(1)');
  });

  it('gives no file outside its folder', async () => {
    const answer = await get('/assets/../../../../etc/hostname');
    expect([403, 404]).toContain(answer.status);
    const encoded = await get('/assets/..%2f..%2f..%2fetc%2fpasswd');
    expect(encoded.status).toBeGreaterThanOrEqual(400);
    expect(encoded.body.toString()).not.toContain('root:');
  });
});

describe('routes of the platform', () => {
  it('answers probes', async () => {
    expect(json(await get('/healthz'))).toEqual({ status: 'ok' });
    expect(json(await get('/api/_health'))).toEqual({ health: 'ok' });
    expect((await get('/health')).body.toString()).toBe('OK');
    expect((await get('/api/canary/health')).body.toString()).toBe('OK');
  });

  it('is ready with bad documents, and names them', async () => {
    const answer = await get('/readyz');
    expect(answer.status).toBe(200);
    expect(json(answer)).toMatchObject({
      status: 'ready',
      checks: { database: { status: 'up' }, documents: { status: 'errors', errors: [{ file: 'bad.yaml', line: 3 }] } },
    });
  });

  it('is not ready without the database or while it stops', async () => {
    isUp = false;
    const down = await get('/readyz');
    expect([down.status, (await get('/healthz')).status]).toEqual([503, 200]);
    expect(JSON.parse(down.body.toString())).toMatchObject({
      status: 'not ready',
      checks: { database: { status: 'down', reason: 'connect ECONNREFUSED', since: expect.stringMatching(/Z$/) } },
    });
    isUp = true;
    stopping = true;
    expect((await get('/readyz')).status).toBe(503);
    stopping = false;
    expect((await get('/readyz')).status).toBe(200);
  });

  it('exports metrics of requests by route, never by address', async () => {
    await get('/api/fail/known');
    const text = (await get('/metrics')).body.toString();
    expect(text).toContain('route="/api/fail/:how",status="404"');
    expect(text).not.toContain('fail/known');
  });

  it('lists the properties', async () => {
    const before = (await get('/api/properties')).body.toString();
    expect(before).toBe('[]');
    await test.database.pool.query("insert into properties (name, value) values ('logs.disable', 'true')");
    expect(JSON.parse((await get('/api/properties')).body.toString())).toEqual([
      { name: 'logs.disable', value: 'true', description: '', source: 'db', type: '' },
    ]);
  });
});
