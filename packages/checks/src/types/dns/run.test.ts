import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { createTestEgress } from '../../testing/egress.ts';
import { dnsCheck } from './index.ts';
import { judge, runDns } from './run.ts';
import { type DnsSpec, dnsSchema } from './schema.ts';

const spec = (fields: Partial<DnsSpec>): DnsSpec =>
  dnsSchema.parse({ name: 'x', query: 'a.test', server: '1.1.1.1', ...fields });

describe('judge', () => {
  it('wants a number of records', () => {
    expect(judge(spec({ minrecords: 2 }), 'A', ['1.2.3.4'])).toEqual([
      'A a.test on 1.1.1.1: returned 1 results, expecting 2',
    ]);
    expect(judge(spec({ minrecords: 1 }), 'A', ['1.2.3.4'])).toEqual([]);
    expect(judge(spec({}), 'A', [])).toEqual([]);
  });

  it('compares the whole answer without case and order, duplicates included', () => {
    const exactreply = ['B.', 'a.', 'a.'];
    expect(judge(spec({ exactreply }), 'NS', ['A.', 'b.', 'a.'])).toEqual([]);
    expect(judge(spec({ exactreply }), 'NS', ['a.', 'b.'])).toEqual([
      'NS a.test on 1.1.1.1: Got [a. b.], expected [a. a. b.]',
    ]);
    expect(judge(spec({ exactreply }), 'NS', ['a.', 'b.', 'b.'])).toHaveLength(1);
  });

  it('takes any answer for a service', () => {
    expect(judge(spec({ minrecords: 9, exactreply: ['x'] }), 'SRV', [])).toEqual([]);
  });
});

describe('runDns', () => {
  const silent = createSocket('udp4');
  let port = 0;
  beforeAll(async () => {
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    port = silent.address().port;
  });
  afterAll(() => silent.close());

  const probe = (fields: Partial<DnsSpec>, options: TestContextOptions = {}) =>
    runDns(createTestContext(spec(fields), options));

  it('knows its types of records only', async () => {
    expect(await probe({ querytype: 'AXFR' })).toEqual({
      pass: false,
      errors: ['unknown query type: AXFR'],
      reached: false,
    });
    expect(await probe({ querytype: 'constructor' })).toMatchObject({ errors: ['unknown query type: constructor'] });
  });

  it('ends at its timeout, which is silence', async () => {
    const outcome = await probe({ server: '127.0.0.1', port, timeout: 0.05, thresholdMillis: 1 });
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'ETIMEDOUT' } });
    expect(outcome.errors?.[0]).toBe('timed out after 0.05 seconds');
    expect(outcome.errors?.[1]).toMatch(/^\d+ms > 1ms$/);
  });

  it('a server that cannot be asked is silent; the resolver hides why', async () => {
    const free = createSocket('udp4');
    free.bind(0, '127.0.0.1');
    await once(free, 'listening');
    const closedPort = free.address().port;
    await new Promise<void>((resolve) => free.close(resolve));
    const outcome = await probe({ server: '127.0.0.1', port: closedPort, timeout: 1 });
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'EHOSTUNREACH' } });
    expect(outcome.errors?.[0]).toMatch(/ECONNREFUSED/);
  });

  it('ends with the signal', async () => {
    const outcome = await probe({ server: '127.0.0.1', port }, { signal: AbortSignal.timeout(20) });
    expect(outcome).toMatchObject({ pass: false, cause: { name: 'TimeoutError' } });
  });

  it('asks only servers that may be reached', async () => {
    const egress = createTestEgress({ denies: (address, to) => address === '127.0.0.1' && to === port });
    const outcome = await probe({ server: '127.0.0.1', port }, { egress });
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'EGRESS_DENIED' } });
    expect(outcome.errors?.[1]).toBe('');
  });

  it('uses the resolver of the system without a server', async () => {
    const local = dnsSchema.parse({ name: 'x', query: 'localhost', minrecords: 1 });
    expect(await runDns(createTestContext(local))).toMatchObject({ pass: true });
  });

  it('names query and server', () => {
    expect(dnsCheck.endpoint(spec({}))).toBe('a.test@1.1.1.1');
    expect(dnsCheck.host?.(spec({}))).toBe('1.1.1.1');
  });
});
