import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemClock } from '@quarterdeck/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEgress } from '../egress/egress.ts';
import { createForwarder, type Forwarder } from './forward.ts';

let server: Server;
let connections: number;
let forwarder: Forwarder;
let url: URL;
const forwarderFor = (allow: string[]) =>
  createForwarder(createEgress({ settings: { privateRanges: 'deny', allow, deny: [] }, clock: systemClock }));

beforeEach(async () => {
  connections = 0;
  server = createServer(async (request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/moved') response.writeHead(302, { location: '/other' });
    response.end(`${request.method} ${request.url} ${request.headers['x-a']} ${await text(request)}`);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  forwarder = forwarderFor(['127.0.0.1']);
});
afterEach(async () => {
  forwarder.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const forward = (path: string, others: Partial<Parameters<Forwarder['forward']>[0]> = {}) =>
  forwarder.forward({
    method: 'GET',
    url: new URL(path, url),
    headers: {},
    body: null,
    signal: AbortSignal.timeout(10_000),
    ...others,
  });

it('passes on method, path, headers and body, over one connection', async () => {
  const first = await forward('/a?b=%2F', { method: 'POST', headers: { 'x-a': '1' }, body: 'text' });
  expect([first.status, await text(first.body)]).toEqual([200, 'POST /a?b=%2F 1 text']);
  expect(await text((await forward('/b')).body)).toBe('GET /b undefined ');
  expect(connections).toBe(1);
});

it('follows no redirect', async () => {
  expect(await forward('/moved')).toMatchObject({ status: 302, headers: { location: '/other' } });
});

it('asks again where a kept connection was closed meanwhile', async () => {
  await text((await forward('/a')).body);
  server.closeAllConnections();
  expect(await text((await forward('/b')).body)).toBe('GET /b undefined ');
});

it('ends with its signal', async () => {
  const ended = new AbortController();
  const waiting = forward('/silent', { signal: ended.signal });
  ended.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('goes nowhere that the guard refuses', async () => {
  forwarder.stop();
  forwarder = forwarderFor([]);
  await expect(forward('/a')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  expect(connections).toBe(0);
});
