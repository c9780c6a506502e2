import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestEgress } from '../testing/egress.ts';
import { startHttpServer, type TestServer } from '../testing/http-server.ts';
import { createNtlmHandler } from '../testing/ntlm-server.ts';
import { createHttpClient } from './client.ts';
import { createTokenCache } from './oauth.ts';
import type { HttpRequest } from './types.ts';

const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/echo': async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, rawHeaders } = request;
    response.end(JSON.stringify({ method, rawHeaders, body: Buffer.concat(chunks).toString() }));
  },
  '/gzip': (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('packed')),
  '/br': (_, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync('packed')),
  '/big': (_, response) => response.end(Buffer.alloc(5000)),
  '/twice': (_, response) =>
    response
      .writeHead(
        200,
        [
          ['x-a', '1'],
          ['X-A', '2'],
        ].flat(),
      )
      .end(),
  '/to-echo': (_, response) => response.writeHead(302, { Location: '/echo' }).end(),
  '/loop': (_, response) => response.writeHead(302, { Location: '/loop' }).end(),
  '/to-other': (_, response) => response.writeHead(307, { Location: `http://other.test:${server.port}/echo` }).end(),
  '/silent': () => undefined,
  '/half': (_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 10);
  },
  '/hang-up': (request) => request.socket.destroy(),
  '/digest': (request, response) => {
    const uri = '/digest';
    const given = request.headers.authorization ?? '';
    const part = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(given)?.[1] ?? '';
    const hash = (text: string) => createHash('md5').update(text).digest('hex');
    const wanted = hash(
      [hash('me:place:secret'), 'n1', part('nc'), part('cnonce'), 'auth', hash(`GET:${uri}`)].join(':'),
    );
    if (given.startsWith('Digest ') && part('response') === wanted) return response.end('in');
    return response.writeHead(401, { 'WWW-Authenticate': 'Digest realm="place", nonce="n1", qop="auth"' }).end();
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    const route = routes[request.url?.split('?')[0] ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
});
afterAll(() => server.close());

const egress = createTestEgress({ hosts: { 'other.test': '127.0.0.1' } });
const send = (path: string, request: Partial<HttpRequest> = {}, way = egress) =>
  createHttpClient({ egress: way, clock: systemClock, tokens: createTokenCache() }).request({
    url: path.startsWith('http') ? path : server.url + path,
    ...request,
  });

async function echo(path: string, request: Partial<HttpRequest> = {}) {
  const answer = JSON.parse((await send(path, request)).body.toString());
  const names: string[] = answer.rawHeaders.filter((_: string, index: number) => index % 2 === 0);
  const values: string[] = answer.rawHeaders.filter((_: string, index: number) => index % 2 === 1);
  const header = (name: string) => values[names.findIndex((found) => found.toLowerCase() === name)];
  return { ...answer, names, header };
}

describe('request', () => {
  it('sends method, headers with their spelling, and body', async () => {
    const answer = await echo('/echo', { method: 'put', headers: [['x-ODD', '1']], body: 'dätä' });
    expect(answer).toMatchObject({ method: 'PUT', body: 'dätä' });
    expect(answer.names).toContain('x-ODD');
    expect(answer.header('content-length')).toBe('6');
    expect(answer.header('host')).toBe(`127.0.0.1:${server.port}`);
  });

  it('sends no Authorization header and no body without being told', async () => {
    const answer = await echo('/echo');
    expect(answer.header('authorization')).toBeUndefined();
    expect(answer.header('content-length')).toBeUndefined();
    expect(answer.header('transfer-encoding')).toBeUndefined();
  });

  it('keeps the framing to itself', async () => {
    const headers: [string, string][] = [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '999'],
      ['Connection', 'upgrade'],
    ];
    const answer = await echo('/echo', { headers, method: 'POST', body: 'x' });
    expect(answer).toMatchObject({ body: 'x' });
    expect(answer.header('connection')).toBe('close');
  });

  it('lets a document set the host header', async () => {
    expect((await echo('/echo', { headers: [['Host', 'virtual.test']] })).header('host')).toBe('virtual.test');
  });

  it('refuses a header that would split the request', async () => {
    await expect(send('/echo', { headers: [['X-A', 'a\r\nX-B: b']] })).rejects.toMatchObject({
      code: 'ERR_INVALID_CHAR',
    });
  });

  it('decodes compressed bodies', async () => {
    expect((await send('/gzip')).body.toString()).toBe('packed');
    expect((await send('/br')).body.toString()).toBe('packed');
  });

  it('spells header names canonically and joins repeated ones', async () => {
    expect((await send('/twice')).headers['X-A']).toBe('1, 2');
  });

  it('limits the body', async () => {
    await expect(send('/big', { maxBytes: 4999 })).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect((await send('/big', { maxBytes: 5000 })).body).toHaveLength(5000);
  });

  it('measures its phases', async () => {
    const { timings, elapsedMs, certificateExpiresMs } = await send('/echo');
    expect(timings.tlsMs).toBeNull();
    expect(timings.tcpMs).toBeGreaterThan(0);
    expect(timings.firstByteMs).toBeGreaterThan(0);
    expect(timings.totalMs).toBeGreaterThanOrEqual(elapsedMs);
    expect(certificateExpiresMs).toBeNull();
  });
});

describe('redirects', () => {
  it('are followed and counted', async () => {
    expect(await send('/to-echo')).toMatchObject({ status: 200, redirects: 1, url: `${server.url}/echo` });
  });

  it('stop after the limit, and are handed back when none may be followed', async () => {
    await expect(send('/loop', { maxRedirects: 3 })).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS' });
    expect(await send('/loop', { maxRedirects: 0 })).toMatchObject({ status: 302, redirects: 0 });
  });

  it('send credentials to the same origin only', async () => {
    const auth = { kind: 'basic', username: 'u', password: 'p' } as const;
    expect((await echo('/to-echo', { auth })).header('authorization')).toBe('Basic dTpw');
    expect((await echo('/to-other', { auth })).header('authorization')).toBeUndefined();
  });

  it('go through the egress at each hop', async () => {
    const seen: number[] = [];
    const strict = createTestEgress({
      hosts: { 'other.test': '127.0.0.1' },
      denies: (_, port) => seen.push(port) > 1,
    });
    await expect(send('/to-other', {}, strict)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    expect(strict.connected).toEqual([`127.0.0.1:${server.port}`, `other.test:${server.port}`]);
  });
});

describe('failures', () => {
  it('pass on the code of the system', async () => {
    await expect(send('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('tell a server that does not answer from a host that stays silent', async () => {
    await expect(send('/silent', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'RESPONSE_TIMEOUT' });
    const mute = createServer();
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    await expect(send(`https://127.0.0.1:${port}/`, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    mute.close();
  });

  it('end with the signal', async () => {
    const abort = new AbortController();
    const attempt = send('/silent', { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('stop')), 20);
    await expect(attempt).rejects.toThrow('stop');
    await expect(send('/echo', { signal: abort.signal })).rejects.toThrow('stop');
  });

  it.each(['/hang-up', '/half'])('report a connection that is cut: %s', async (path) => {
    await expect(send(path)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('report an answer that is no HTTP', async () => {
    const wrong = createServer((socket) => socket.end('SSH-2.0-x\r\n'));
    wrong.listen(0, '127.0.0.1');
    await once(wrong, 'listening');
    const { port } = wrong.address() as AddressInfo;
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    wrong.close();
  });
});

describe('authentication', () => {
  it('takes credentials out of the URL', async () => {
    const answer = await echo(`${server.url.replace('://', '://me:p%40ss@')}/echo`);
    expect(answer.header('authorization')).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it('replaces an Authorization header of the document', async () => {
    const headers: [string, string][] = [['authorization', 'mine']];
    const answer = await echo('/echo', { headers, auth: { kind: 'bearer', token: 't' } });
    expect(answer.names.filter((name: string) => name.toLowerCase() === 'authorization')).toHaveLength(1);
    expect(answer.header('authorization')).toBe('Bearer t');
  });

  it('answers a Digest challenge', async () => {
    const auth = { kind: 'digest', username: 'me', password: 'secret' } as const;
    expect((await send('/digest', { auth })).status).toBe(200);
    expect((await send('/digest', { auth: { ...auth, password: 'wrong' } })).status).toBe(401);
    expect((await send('/echo', { auth })).status).toBe(200);
  });

  it('signs for AWS', async () => {
    const auth = { kind: 'awsSigV4', accessKey: 'A', secretKey: 'S', region: 'r', service: 's' } as const;
    expect((await echo('/echo?b=2&a=1', { auth })).header('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=A\//);
  });

  it.each([1, 2] as const)('logs in by NTLM version %d on one connection', async (version) => {
    const identity = { username: 'user', password: 'secret', domain: 'CORP' };
    const ntlm = await startHttpServer(createNtlmHandler({ version, ...identity }));
    const auth = { kind: 'ntlm', version, username: 'CORP\\user', password: 'secret' } as const;
    const way = createTestEgress();
    expect(await send(`${ntlm.url}/`, { auth, method: 'POST', body: 'x' }, way)).toMatchObject({
      status: 200,
      headers: { 'X-User': 'user' },
    });
    expect(way.connected).toHaveLength(1);
    expect((await send(ntlm.url, { auth: { ...auth, password: 'wrong' } })).status).toBe(401);
    expect((await send(ntlm.url, { auth: { ...auth, version: version === 1 ? 2 : 1 } })).status).toBe(401);
    await ntlm.close();
  });

  it('fails when the server ends the connection between the NTLM messages', async () => {
    const handler = createNtlmHandler({ version: 2, username: 'u', password: 'p', domain: '' });
    const ntlm = await startHttpServer((request, response) => {
      response.setHeader('Connection', 'close');
      handler(request, response);
    });
    const auth = { kind: 'ntlm', version: 2, username: 'u', password: 'p' } as const;
    await expect(send(ntlm.url, { auth })).rejects.toMatchObject({ code: 'ECONNRESET' });
    await ntlm.close();
  });

  it('hands back the answer of a server that does not speak NTLM', async () => {
    const auth = { kind: 'ntlm', version: 2, username: 'u', password: 'p' } as const;
    expect((await send('/echo', { auth })).status).toBe(200);
  });
});
