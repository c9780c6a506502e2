import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestEgress } from './egress.ts';

describe('createTestEgress', () => {
  const server = createServer((socket) => socket.on('error', () => undefined));
  let port = 0;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  it('opens a connection and measures its phases', async () => {
    const egress = createTestEgress({ hosts: { 'app.test': '127.0.0.1' } });
    const { socket, timings } = await egress.connect({ host: 'app.test', port });
    socket.destroy();
    expect(timings.tcpMs).toBeGreaterThanOrEqual(0);
    expect(timings.tlsMs).toBeNull();
    expect(egress.connected).toEqual([`app.test:${port}`]);
  });

  it('refuses what the policy denies, before connecting', async () => {
    const egress = createTestEgress({ denies: (address) => address === '127.0.0.1' });
    await expect(egress.connect({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });

  it("passes on the system's error code", async () => {
    await expect(createTestEgress().connect({ host: '127.0.0.1', port: 1 })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('ends a handshake that never comes at its own limit', async () => {
    const attempt = createTestEgress().connect({ host: '127.0.0.1', port, tls: {}, handshakeTimeoutMs: 30 });
    await expect(attempt).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('ends an attempt at the limit of all phases and when aborted', async () => {
    const egress = createTestEgress();
    const slow = { host: '127.0.0.1', port, tls: {} };
    await expect(egress.connect({ ...slow, timeoutMs: 30 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const abort = new AbortController();
    const attempt = egress.connect({ ...slow, signal: abort.signal });
    abort.abort();
    await expect(attempt).rejects.toMatchObject({ name: 'AbortError' });
  });
});
