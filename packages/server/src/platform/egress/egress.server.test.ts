import { execFileSync } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { mkdtempSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from './egress.ts';
import type { EgressSettings } from './policy.ts';

const open: EgressSettings = { privateRanges: 'allow', allow: [], deny: [] };
const servers: Server[] = [];
let port = 0;
let tlsPort = 0;
let certificate = '';

function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

function egressTo(hosts: Record<string, string[]> = {}, settings = open) {
  const asked: string[] = [];
  const resolver = async (host: string, family: 0 | 4 | 6): Promise<LookupAddress[]> => {
    asked.push(host);
    const found = hosts[host];
    if (found === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found
      .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      .filter((address) => family === 0 || address.family === family);
  };
  return { egress: createEgress({ settings, clock: systemClock, resolver }), asked };
}

beforeAll(async () => {
  port = await listen(
    createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi'),
    ),
  );
  const folder = mkdtempSync(join(tmpdir(), 'qd-egress-'));
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
      '/CN=secure.test',
      '-addext',
      'subjectAltName=DNS:secure.test',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  certificate = readFileSync(cert, 'utf8');
  tlsPort = await listen(
    createTlsServer({ key: readFileSync(key), cert: certificate }, (socket) => void socket.end('hi')),
  );
});

afterAll(() => {
  for (const server of servers) server.close();
});

describe('connect', () => {
  it('connects to the checked address and times the phases', async () => {
    const { egress, asked } = egressTo({ 'web.test': ['127.0.0.1'] });
    const { socket, timings } = await egress.connect({ host: 'web.test', port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(asked).toEqual(['web.test']);
    expect(timings).toEqual({ dnsMs: expect.any(Number), tcpMs: expect.any(Number), tlsMs: null });
    socket.destroy();
  });

  it('asks no resolver for an address, however it is spelled', async () => {
    const { egress, asked } = egressTo();
    const { socket, timings } = await egress.connect({ host: '0x7f.1', port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(timings.dnsMs).toBeNull();
    expect(asked).toEqual([]);
    socket.destroy();
  });

  it('tries the next address when one refuses', async () => {
    const { egress } = egressTo({ 'web.test': ['::1', '127.0.0.1'] });
    const { socket } = await egress.connect({ host: 'web.test', port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('leaves out the addresses that are denied', async () => {
    const { egress } = egressTo({ 'web.test': ['169.254.169.254', '127.0.0.1'] });
    const { socket } = await egress.connect({ host: 'web.test', port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('refuses a name that only resolves to denied addresses', async () => {
    const { egress } = egressTo({ 'evil.test': ['169.254.169.254', '::ffff:a9fe:a9fe'] });
    await expect(egress.connect({ host: 'evil.test', port: 80 })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(egress.connect({ host: '2852039166', port: 80 })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });

  it('keeps a name from changing between check and connect', async () => {
    let turn = 0;
    const resolver = async () => [{ address: turn++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    const egress = createEgress({ settings: open, clock: systemClock, resolver });
    const { socket } = await egress.connect({ host: 'rebind.test', port });
    expect(turn).toBe(1);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('carries the system code of a refusal', async () => {
    const { egress } = egressTo({ 'web.test': ['127.0.0.1'] });
    const closed = createServer();
    const free = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    await expect(egress.connect({ host: 'web.test', port: free })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(egress.connect({ host: 'none.test', port })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(egress.connect({ host: 'a b', port })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('keeps the own ports closed but for the product itself', async () => {
    const { egress } = egressTo({ 'self.test': ['127.0.0.1'] });
    egress.protectPort(port);
    await expect(egress.connect({ host: 'self.test', port })).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(egress.resolve('127.0.0.1', port)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    const { socket } = await egress.internal().connect({ host: 'self.test', port });
    expect(socket.remotePort).toBe(port);
    socket.destroy();
  });

  it('ends at the limit and at an abort', async () => {
    const never = () => new Promise<LookupAddress[]>(() => undefined);
    const egress = createEgress({ settings: open, clock: systemClock, resolver: never });
    await expect(egress.connect({ host: 'slow.test', port, timeoutMs: 5 })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
    const controller = new AbortController();
    const attempt = egress.connect({ host: 'slow.test', port, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
    await expect(egress.connect({ host: '127.0.0.1', port, signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('connect with TLS', () => {
  it('verifies the name and times the handshake', async () => {
    const { egress } = egressTo({ 'secure.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    const { socket, timings } = await egress.connect({ host: 'secure.test', port: tlsPort, tls: { ca: certificate } });
    expect(timings.tlsMs).toBeGreaterThan(0);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    const wrong = egress.connect({ host: 'other.test', port: tlsPort, tls: { ca: certificate } });
    await expect(wrong).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const untrusted = egress.connect({ host: 'secure.test', port: tlsPort, tls: {} });
    await expect(untrusted).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('verifies nothing when told so', async () => {
    const { egress } = egressTo();
    const { socket } = await egress.connect({ host: '127.0.0.1', port: tlsPort, tls: { rejectUnauthorized: false } });
    expect('encrypted' in socket && socket.encrypted).toBe(true);
    socket.destroy();
  });

  it('fails when the other side speaks no TLS or says nothing', async () => {
    const { egress } = egressTo();
    await expect(egress.connect({ host: '127.0.0.1', port, tls: {} })).rejects.toMatchObject({
      code: expect.any(String),
    });
    const silent = await listen(createServer((socket) => void socket.on('error', () => undefined)));
    const attempt = egress.connect({ host: '127.0.0.1', port: silent, tls: {}, timeoutMs: 100 });
    await expect(attempt).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const short = egress.connect({ host: '127.0.0.1', port: silent, tls: {}, handshakeTimeoutMs: 50 });
    await expect(short).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});

describe('lookup', () => {
  it('serves clients that take a lookup function', async () => {
    const { egress } = egressTo({ 'web.test': ['127.0.0.1'] });
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    get({ host: 'web.test', port, lookup: egress.lookup }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', reject);
    expect(await promise).toBe(200);
  });

  it('refuses what the policy refuses', async () => {
    const { egress } = egressTo({ 'evil.test': ['169.254.169.254'] });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    get({ host: 'evil.test', port, lookup: egress.lookup }).on('error', resolve);
    expect(await promise).toMatchObject({ code: 'EGRESS_DENIED' });
  });
});

describe('resolve', () => {
  it('answers one checked address of the family asked for', async () => {
    const { egress } = egressTo({ 'web.test': ['::1', '127.0.0.1'] });
    expect(await egress.resolve('web.test', 0, { family: 4 })).toEqual({ address: '127.0.0.1', family: 4 });
    expect(await egress.resolve('web.test', 0)).toEqual({ address: '::1', family: 6 });
    await expect(egress.resolve('127.0.0.1', 0, { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('shares a lookup that is under way', async () => {
    const { egress, asked } = egressTo({ 'web.test': ['127.0.0.1'] });
    await Promise.all([egress.resolve('web.test', 1), egress.resolve('web.test', 2)]);
    expect(asked).toEqual(['web.test']);
  });

  it('uses the system resolver by default', async () => {
    const egress = createEgress({ settings: open, clock: systemClock });
    expect(['127.0.0.1', '::1']).toContain((await egress.resolve('localhost', 0)).address);
  });
});
