import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { createTestEgress } from '../../testing/egress.ts';
import { tcpCheck } from './index.ts';
import { readEndpoint, runTcp } from './run.ts';
import { type TcpSpec, tcpSchema } from './schema.ts';

const server = createServer((socket) => socket.on('error', () => undefined));
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const probe = (spec: Partial<TcpSpec>, options: TestContextOptions = {}) =>
  runTcp(createTestContext(tcpSchema.parse({ name: 'x', ...spec }), options));

describeCheckType(tcpCheck, {
  pass: () => ({ name: 'open', endpoint: `127.0.0.1:${port}` }),
  fail: { name: 'closed', endpoint: '127.0.0.1:1' },
});

describe('runTcp', () => {
  it('passes when something listens', async () => {
    const outcome = await probe({ endpoint: `127.0.0.1:${port}` });
    expect(outcome).toMatchObject({ pass: true, variables: { timings: { tlsMs: null } } });
    expect(outcome.detail).toBeUndefined();
    expect(outcome.durationMs).toBeGreaterThanOrEqual(1);
  });

  it('fails with the error of the connection', async () => {
    const outcome = await probe({ endpoint: '127.0.0.1:1' });
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'ECONNREFUSED' } });
    expect(outcome.errors?.[0]).toMatch(/^Connection error: .*ECONNREFUSED/);
  });

  it.each([
    [undefined, 30_000],
    [0, 30_000],
    [250, 250],
  ])('limits the attempt: threshold %s means %d ms', async (thresholdMillis, expected) => {
    const limits: (number | undefined)[] = [];
    const egress = createTestEgress();
    const connect: typeof egress.connect = (options) => {
      limits.push(options.timeoutMs);
      return egress.connect(options);
    };
    await probe(
      { endpoint: `127.0.0.1:${port}`, ...(thresholdMillis === undefined ? {} : { thresholdMillis }) },
      {
        egress: { ...egress, connect },
      },
    );
    expect(limits).toEqual([expected]);
  });

  it.each(['example.com', '::1:80', 'http://example.com:80', ':80', 'a:', 'a:0', 'a:65536', 'a:b'])(
    'refuses %s',
    async (endpoint) => {
      expect(await probe({ endpoint })).toEqual({
        pass: false,
        errors: [`Incorrect endpoint format: ${endpoint} should be ADDRESS:PORT`],
      });
    },
  );

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 1, max: 65_535 }), (host, number) => {
        expect(readEndpoint(`${host}:${number}`)).toEqual({ host, port: number });
      }),
    );
  });

  it('names the host', () => {
    expect(tcpCheck.host?.(tcpSchema.parse({ name: 'x', endpoint: 'a.example:80' }))).toBe('a.example');
    expect(tcpCheck.host?.(tcpSchema.parse({ name: 'x', endpoint: 'wrong' }))).toBeUndefined();
  });
});
