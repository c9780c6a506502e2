import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLoadClient, wholeStatus, wireRequest } from './support/load-client.ts';

let server: Server;
let port = 0;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (request.url === '/refused') response.writeHead(400);
    if (request.url === '/chunks') response.write('["a"');
    request.resume().on('end', () => response.end(request.url === '/chunks' ? ',"b"]' : 'whole'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

it('knows when an answer is whole', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
  const status = (text: string) => wholeStatus(Buffer.from(text));
  expect(status('HTTP/1.1 200 OK\r\nContent-Le')).toBeNull();
  expect(status(`${head}abc`)).toBeNull();
  expect(status(`${head}abcd`)).toBe(200);
  const chunked = 'HTTP/1.1 206 Partial\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(status(`${chunked}2\r\n[]\r\n`)).toBeNull();
  expect(status(`${chunked}2\r\n[]\r\n0\r\n\r\n`)).toBe(206);
  expect(status(`${chunked}0\r\n\r\n`)).toBe(206);
  expect(status('HTTP/1.1 204 No Content\r\n\r\n')).toBe(204);
});

it('sends requests in turn over its connections and counts the answers', async () => {
  const client = await openLoadClient(port, 3);
  const requests = ['/one', '/chunks'].map((path) => wireRequest({ path }));
  const posted = wireRequest({ method: 'POST', path: '/posted', body: 'é' });
  expect(await client.rate([...requests, posted], 30)).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set(['GET /one', 'GET /chunks', 'POST /posted']));
  client.close();
});

it('rejects a round with an answer that is a refusal', async () => {
  const client = await openLoadClient(port, 1);
  await expect(client.rate([wireRequest({ path: '/refused' })], 30)).rejects.toThrow('400');
  client.close();
});
