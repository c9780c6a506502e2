import { describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { createTestEgress } from '../../testing/egress.ts';
import { icmpCheck } from './index.ts';
import { PingError } from './ping.ts';
import { hostOf, judgePing, runIcmp } from './run.ts';
import { type IcmpSpec, icmpSchema } from './schema.ts';

const spec = (fields: Partial<IcmpSpec> = {}): IcmpSpec =>
  icmpSchema.parse({ name: 'x', endpoint: 'host.test', ...fields });
const series = (averageMs: number, lossPercent = 0) => ({
  sent: 4,
  received: lossPercent < 100 ? 2 : 0,
  lossPercent,
  averageMs,
});
const judge = (fields: Partial<IcmpSpec>, averageMs: number, loss = 0) =>
  judgePing(spec(fields), '192.0.2.1', series(averageMs, loss));

describe('judgePing', () => {
  it('fails without a threshold, as any average is at least 1 ms', () => {
    expect(judge({}, 0.02)).toMatchObject({ pass: false, errors: ['timeout after 1 '], durationMs: 1 });
  });

  it('wants the average within the threshold', () => {
    expect(judge({ thresholdMillis: 1 }, 0.02)).toMatchObject({ pass: true, errors: [] });
    expect(judge({ thresholdMillis: 20 }, 20.4)).toMatchObject({ pass: true, durationMs: 20 });
    expect(judge({ thresholdMillis: 20 }, 20.6)).toMatchObject({ pass: false, errors: ['timeout after 21 '] });
  });

  it('compares the loss in percent', () => {
    expect(judge({ thresholdMillis: 9, packetLossThreshold: 10 }, 1, 5)).toMatchObject({ pass: true });
    expect(judge({ thresholdMillis: 9, packetLossThreshold: 10 }, 1, 50)).toMatchObject({
      pass: false,
      errors: ['host.test packet loss of 50% > than threshold of 10%'],
    });
    expect(judge({ thresholdMillis: 9 }, 1, 25).pass).toBe(false);
  });

  it('exports the loss', () => {
    expect(judge({ thresholdMillis: 9 }, 1, 25).metrics).toEqual([
      {
        name: 'canary_check_icmp_packetloss',
        type: 'gauge',
        value: 25,
        labels: { endpoint: 'host.test', ip: '192.0.2.1' },
      },
    ]);
  });

  it('calls it silence when nothing comes back', () => {
    expect(judge({ thresholdMillis: 9 }, 0, 100)).toMatchObject({ pass: false, cause: { code: 'ETIMEDOUT' } });
    expect(judge({ thresholdMillis: 9 }, 1, 50).cause).toBeUndefined();
  });

  it('fails when nothing was sent', () => {
    const nothing = { sent: 0, received: 0, lossPercent: 0, averageMs: 0 };
    expect(judgePing(spec(), '192.0.2.1', nothing).errors).toEqual(['Failed to check icmp, no packets sent']);
  });
});

describe('runIcmp', () => {
  it('fails without an address', async () => {
    const outcome = await runIcmp(createTestContext(spec({ endpoint: 'does-not-exist.invalid' })));
    expect(outcome).toMatchObject({ pass: false, errors: ['no IP found for does-not-exist.invalid'] });
    expect(outcome.cause).toBeInstanceOf(Error);
  });

  it.each([
    ['ENOENT', true],
    ['EPERM', true],
    ['PING_FAILED', false],
  ])('a ping program that ends in %s could not probe: %s', async (code, unknown) => {
    const outcome = await runIcmp(createTestContext(spec({ endpoint: '127.0.0.1' })), () =>
      Promise.reject(new PingError(code, 'no')),
    );
    expect(outcome).toMatchObject({ pass: false, unknown, errors: ['no'], cause: { code } });
  });

  it('pings only what may be reached', async () => {
    const egress = createTestEgress({ denies: () => true });
    const outcome = await runIcmp(createTestContext(spec({ endpoint: '127.0.0.1' }), { egress }));
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'EGRESS_DENIED' } });
  });
});

describe('hostOf', () => {
  it.each([
    ['host.test', 'host.test'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['https://host.test:8443/x', 'host.test'],
    ['https://u:p@host.test', 'host.test'],
    ['://', '://'],
  ])('%s', (endpoint, host) => {
    expect(hostOf(endpoint)).toBe(host);
  });

  it('is what the engine limits by; the endpoint shows no credentials', () => {
    const url = spec({ endpoint: 'https://u:p@host.test' });
    expect(icmpCheck.host?.(url)).toBe('host.test');
    expect(icmpCheck.endpoint(url)).toBe('https://host.test');
  });
});
