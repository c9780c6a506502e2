import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { silentLog } from '@quarterdeck/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { openAccess } from '../../testing/identify.ts';
import { openConsole } from './console.ts';
import { sendJsonText } from './encode.ts';
import { createHttpServer, type HttpServer } from './server.ts';

const servers: HttpServer[] = [];

const rowsText = (many: number) =>
  JSON.stringify(Array.from({ length: many }, (_, n) => ({ n, name: `row ${(n * 7919) % 1009}`, at: n ** 3 })));

async function serverWith(folder: string | null): Promise<HttpServer> {
  const server = createHttpServer({
    access: openAccess,
    config: {
      host: '127.0.0.1',
      port: 0,
      trustedHosts: [],
      trustedProxies: [],
      publicEndpoint: null,
      corsOrigin: null,
    },
    log: silentLog,
    telemetry: { httpRequest: () => undefined },
    console: openConsole(folder),
    stopping: () => false,
  });
  servers.push(server);
  server.route({
    method: 'GET',
    url: '/api/text',
    access: 'public',
    handler: (_request, reply) => sendJsonText(reply, JSON.stringify('x'.repeat(5000))),
  });
  server.route({
    method: 'GET',
    url: '/api/rows',
    access: 'public',
    handler: (request, reply) => sendJsonText(reply, rowsText(Number((request.query as { many: string }).many))),
  });
  server.route({
    method: 'GET',
    url: '/api/page',
    access: 'public',
    handler: (_request, reply) => server.sendPage(reply),
  });
  await server.listen();
  return server;
}

function build(page = '<title>console</title>'): string {
  const folder = mkdtempSync(join(tmpdir(), 'qd-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'a-1.css'), 'body{}');
  return folder;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe('openConsole', () => {
  it('is nothing where the console was not built', () => {
    expect(openConsole(null)).toBeNull();
    expect(openConsole(mkdtempSync(join(tmpdir(), 'qd-console-')))).toBeNull();
  });

  it('lets the inline scripts of the page run, and only those', () => {
    expect(
      openConsole(build('<script>a()</script><script>b()</script><script src="x.js"></script>'))?.scriptHashes,
    ).toHaveLength(2);
    expect(openConsole(build())?.scriptHashes).toEqual([]);
  });
});

describe('a server with the console', () => {
  const accept = 'text/html';

  it('keeps hashed assets for ever and asks again for the rest', async () => {
    const server = await serverWith(build());
    const cacheOf = async (url: string) => (await server.inject({ url, headers: { accept } })).headers['cache-control'];
    expect(await cacheOf('/assets/a-1.css')).toContain('immutable');
    expect(await cacheOf('/favicon.svg')).toBe('no-cache');
    expect(await cacheOf('/')).toBe('no-cache');
    expect(await cacheOf('/some/page')).toBe('no-cache');
  });

  it('answers a conditional request for the page with 304', async () => {
    const server = await serverWith(build());
    const first = await server.inject({ url: '/', headers: { accept } });
    const again = await server.inject({ url: '/', headers: { accept, 'if-none-match': String(first.headers.etag) } });
    expect([first.statusCode, again.statusCode]).toEqual([200, 304]);
  });

  it('gives the page only to who asks for pages', async () => {
    const server = await serverWith(build());
    expect((await server.inject({ url: '/some/page', headers: { accept: 'application/json' } })).statusCode).toBe(404);
    expect((await server.inject({ method: 'POST', url: '/some/page', headers: { accept } })).statusCode).toBe(404);
    expect((await server.inject({ method: 'HEAD', url: '/some/page', headers: { accept } })).statusCode).toBe(200);
    expect((await server.inject({ url: '/api/page' })).body).toContain('<title>console</title>');
  });
});

describe('a server without the console', () => {
  it('says that there is no page', async () => {
    const server = await serverWith(null);
    const answers = await Promise.all(
      ['/', '/api/page'].map((url) => server.inject({ url, headers: { accept: 'text/html' } })),
    );
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' });
  });

  it('compresses text that is JSON already', async () => {
    const server = await serverWith(null);
    const answer = await server.inject({ url: '/api/text', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toHaveLength(5000);
    expect(answer.rawPayload.length).toBeLessThan(500);
  });

  it('takes less care to compress a page of rows than a long list', async () => {
    const server = await serverWith(null);
    const packed = (text: string, quality: number) =>
      brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
      });
    for (const [many, quality] of [
      [1000, 4],
      [5000, 6],
    ] as const) {
      const text = rowsText(many);
      const answer = await server.inject({ url: `/api/rows?many=${many}`, headers: { 'accept-encoding': 'br' } });
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(text);
      expect(answer.rawPayload.equals(packed(text, quality))).toBe(true);
    }
  });

  it('takes a request id that is one, and makes its own otherwise', async () => {
    const server = await serverWith(null);
    const idOf = async (id: string) =>
      (await server.inject({ url: '/api/text', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await idOf('trace-12345678')).toBe('trace-12345678');
    expect(await idOf('a b\tc<script>')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  });
});
