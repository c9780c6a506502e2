import { tmpdir } from 'node:os';
import { silentLog } from '@quarterdeck/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { openAccess } from '../../testing/identify.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createHttpServer, type HttpServer } from './server.ts';

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.close();
});

/** Who a server with these trusted proxies takes a request for, which came from `peer` with these headers. */
async function seen(trustedProxies: string[], peer: string, headers: Record<string, string>) {
  server = createHttpServer({
    access: openAccess,
    config: { host: '0.0.0.0', port: 0, trustedHosts: [], trustedProxies, publicEndpoint: null, corsOrigin: null },
    log: silentLog,
    telemetry: createTelemetry({ version: '0', labelsAllowlist: [] }),
    console: null,
    stopping: () => false,
  });
  server.route({
    method: 'GET',
    url: '/seen',
    access: 'public',
    handler: ({ ip, protocol }) => ({ ip, protocol }),
  });
  const answer = await server.inject({ url: '/seen', remoteAddress: peer, headers });
  return answer.json<{ ip: string; protocol: string }>();
}

const FORGED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', forwarded: 'for=203.0.113.9' };

describe('the address of a caller', () => {
  it.each([
    ['nobody is trusted', [], '198.51.100.1'],
    ['another proxy is trusted', ['10.0.0.0/8'], '198.51.100.1'],
    ['another proxy is trusted, by IPv6', ['fd00::/8', '10.0.0.1'], '2001:db8::1'],
  ])('is that of the socket where %s', async (_case, trusted, peer) => {
    expect(await seen(trusted, peer, FORGED)).toEqual({ ip: peer, protocol: 'http' });
  });

  it.each([
    ['10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '198.51.100.66, 203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '127.0.0.1, 10.9.9.9, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['::ffff:10.1.2.3', '2001:db8::9', '2001:db8::9'],
    ['10.1.2.3', 'no address, 203.0.113.9', '203.0.113.9'],
  ])('is what the trusted proxy %s added last to %j', async (peer, forwarded, ip) => {
    expect((await seen(['10.0.0.0/8'], peer, { 'x-forwarded-for': forwarded })).ip).toBe(ip);
  });

  it('is that of the proxy when it says nothing', async () => {
    expect(await seen(['10.0.0.0/8'], '10.1.2.3', {})).toEqual({ ip: '10.1.2.3', protocol: 'http' });
  });
});

describe('QD_TRUSTED_PROXIES', () => {
  const read = (value: string) => loadConfig({ QD_TRUSTED_PROXIES: value }, {}, tmpdir(), false).trustedProxies;

  it.each(['10.0.0.1', '10.0.0.0/8, fd00::/8', '::1', ''])('takes %j', (value) => {
    expect(read(value)).toEqual(value.split(', ').filter(Boolean));
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', 'fd00::/129', '10.0.0.0/8/8', 'true'])(
    'refuses %j',
    (value) => {
      expect(() => read(value)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
    },
  );
});
