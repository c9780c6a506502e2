import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange, type WireRequest } from './exchange.ts';

/** Raw sockets on both sides, so that every byte of the wire is the test's own. */
let server: Server | undefined;
let received = '';
afterEach(() => {
  server?.close();
  server = undefined;
});

async function openTo(answer: (socket: Socket, data: string) => void): Promise<Socket> {
  received = '';
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received += data.toString();
      answer(socket, data.toString());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const wire: WireRequest = {
  method: 'GET',
  path: '/a?b',
  headers: [['Host', 'h']],
  body: undefined,
  keepAlive: false,
  maxBytes: 1000,
};
const run = (socket: Socket, request: Partial<WireRequest> = {}) =>
  exchange(socket, { ...wire, ...request }, () => performance.now());

describe('exchange', () => {
  it('writes the request as it is given, and nothing else', async () => {
    const socket = await openTo((peer) => peer.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    await run(socket, {
      headers: [
        ['Host', 'h'],
        ['x-ODD', '1'],
        ['X-Odd', '2'],
      ],
    });
    expect(received).toBe('GET /a?b HTTP/1.1\r\nHost: h\r\nx-ODD: 1\r\nX-Odd: 2\r\nConnection: close\r\n\r\n');
  });

  it('reads status, headers in turn, and body', async () => {
    const socket = await openTo((peer) => peer.end('HTTP/1.1 404 Not Here\r\nX-a: 1\r\nx-A: 2\r\n\r\nuntil the end'));
    const answer = await run(socket);
    expect(answer).toMatchObject({ status: 404, statusText: 'Not Here', rawHeaders: ['X-a', '1', 'x-A', '2'] });
    expect(answer.body.toString()).toBe('until the end');
    expect(answer.headersMs).toBeGreaterThanOrEqual(answer.sentMs);
    expect(socket.destroyed).toBe(true);
  });

  it('puts a body together however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 6 }), async (parts) => {
        const socket = await openTo((peer) => {
          peer.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
          for (const part of parts) peer.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
          peer.end('0\r\n\r\n');
        });
        expect((await run(socket)).body.toString()).toBe(parts.join(''));
        server?.close();
      }),
      { numRuns: 20 },
    );
  });

  it('passes over interim answers', async () => {
    const socket = await openTo((peer) =>
      peer.end('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    );
    expect((await run(socket)).status).toBe(200);
  });

  it('lets a socket be used once more', async () => {
    const socket = await openTo((peer, data) => {
      const path = /^GET (\S+)/.exec(data)?.[1] ?? '';
      peer.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
    });
    expect((await run(socket, { path: '/1', keepAlive: true })).body.toString()).toBe('/1');
    expect(socket.destroyed).toBe(false);
    expect((await run(socket, { path: '/22', keepAlive: true })).body.toString()).toBe('/22');
    expect((await run(socket, { path: '/333' })).body.toString()).toBe('/333');
    expect(socket.writable).toBe(false);
    if (!socket.closed) await once(socket, 'close');
    await expect(run(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('closes a socket at once when the server answers before it has read the request', async () => {
    const socket = await openTo((peer) => {
      peer.pause();
      peer.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
    });
    const answer = await run(socket, { method: 'POST', body: 'x'.repeat(50_000_000) });
    expect(answer.status).toBe(413);
    expect(socket.destroyed).toBe(true);
  });

  it.each([
    ['a connection that ends before the answer', ''],
    ['headers that break off', 'HTTP/1.1 200 OK\r\nX-'],
    ['a body that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
    ['a chunk that breaks off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf'],
  ])('fails on %s', async (_, text) => {
    const socket = await openTo((peer) => peer.end(text));
    await expect(run(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(socket.destroyed).toBe(true);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a wrong chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('fails on %s', async (_, text) => {
    const socket = await openTo((peer) => peer.end(text));
    await expect(run(socket)).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    expect(socket.destroyed).toBe(true);
  });

  it('fails on headers without end', async () => {
    const socket = await openTo((peer) => peer.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`));
    await expect(run(socket)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' });
  });

  it('refuses another protocol', async () => {
    const socket = await openTo((peer) =>
      peer.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    await expect(run(socket)).rejects.toMatchObject({ code: 'PROTOCOL' });
  });

  it('closes the socket at the limit of the body', async () => {
    const socket = await openTo((peer) =>
      peer.write(`HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(1001)}`),
    );
    await expect(run(socket)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect(socket.destroyed).toBe(true);
  });

  it('expects no body after HEAD, 204 and 304', async () => {
    const lengthOnly = (status: string) => (peer: Socket) =>
      peer.write(`HTTP/1.1 ${status}\r\nContent-Length: 9\r\n\r\n`);
    expect((await run(await openTo(lengthOnly('200 OK')), { method: 'HEAD' })).body).toHaveLength(0);
    server?.close();
    expect((await run(await openTo(lengthOnly('304 Not Modified')))).body).toHaveLength(0);
    server?.close();
    expect((await run(await openTo((peer) => peer.write('HTTP/1.1 204 No Content\r\n\r\n')))).body).toHaveLength(0);
  });
});
