import { describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { icmpCheck } from './index.ts';
import { PingError, ping } from './ping.ts';
import { runIcmp } from './run.ts';
import { icmpSchema } from './schema.ts';

describeCheckType(icmpCheck, {
  pass: { name: 'self', endpoint: 'localhost', thresholdMillis: 1000, packetCount: 2 },
  fail: { name: 'self', endpoint: 'localhost', packetCount: 1 },
});

describe('icmp by the ping program on loopback', () => {
  it('measures and passes', async () => {
    const spec = icmpSchema.parse({ name: 'x', endpoint: 'http://localhost/', thresholdMillis: 1000, packetCount: 3 });
    const outcome = await runIcmp(createTestContext(spec));
    expect(outcome).toMatchObject({ pass: true, errors: [], metrics: [{ value: 0, labels: { ip: '127.0.0.1' } }] });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(1);
  });

  it('counts its packets', async () => {
    const { signal } = new AbortController();
    expect(await ping('127.0.0.1', 4, signal)).toMatchObject({ sent: 4, received: 4, lossPercent: 0 });
  });

  it('reports an address that cannot be pinged', async () => {
    const { signal } = new AbortController();
    await expect(ping('255.255.255.255', 1, signal)).rejects.toBeInstanceOf(PingError);
  });

  it('ends with the signal', async () => {
    await expect(ping('127.0.0.1', 40, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
