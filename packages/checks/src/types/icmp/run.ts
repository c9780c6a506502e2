import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { clientErrorText } from '../../http-client/index.ts';
import { PingError, type PingStatistics, ping } from './ping.ts';
import type { IcmpSpec } from './schema.ts';

const DEFAULT_PACKETS = 5;

/** No ping program, or none that may open its socket: a fault of ours. */
const CANNOT_PING = new Set(['ENOENT', 'EPERM']);

/**
 * Sends echo requests to the first IPv4 address of a host (contract checks §2.4). `send` runs the series; without a
 * program that may do so the outcome is unknown.
 */
export async function runIcmp(context: CheckContext<IcmpSpec>, send: typeof ping = ping): Promise<CheckOutcome> {
  const { spec, egress, signal } = context;
  let address: string;
  try {
    ({ address } = await egress.resolve(hostOf(spec.endpoint), 0, { family: 4 }));
  } catch (error) {
    const denied = error instanceof Error && 'code' in error && error.code === 'EGRESS_DENIED';
    return {
      pass: false,
      errors: [denied ? clientErrorText(error) : `no IP found for ${spec.endpoint}`],
      cause: error,
    };
  }
  try {
    return judgePing(spec, address, await send(address, spec.packetCount ?? DEFAULT_PACKETS, signal));
  } catch (error) {
    const unable = error instanceof PingError && CANNOT_PING.has(error.code);
    return { pass: false, unknown: unable, errors: [clientErrorText(error)], cause: error };
  }
}

/** The outcome of one series. The loss is compared in percent; R multiplies it by 100 once too often. */
export function judgePing(spec: IcmpSpec, ip: string, statistics: PingStatistics): CheckOutcome {
  if (statistics.sent === 0) return { pass: false, errors: ['Failed to check icmp, no packets sent'], reached: false };
  const averageMs = Math.max(1, Math.round(statistics.averageMs));
  const loss = statistics.lossPercent;
  const threshold = spec.packetLossThreshold ?? 0;
  const errors: string[] = [];
  if (averageMs > (spec.thresholdMillis ?? 0)) errors.push(`timeout after ${averageMs} `);
  else if (loss > threshold) {
    const percent = Math.round(loss);
    errors.push(`${spec.endpoint} packet loss of ${percent}% > than threshold of ${threshold}%`);
  }
  const labels = { endpoint: spec.endpoint, ip };
  return {
    pass: errors.length === 0,
    errors,
    durationMs: averageMs,
    metrics: [{ name: 'canary_check_icmp_packetloss', type: 'gauge', value: loss, labels }],
    ...(statistics.received === 0 ? { cause: noAnswer(ip) } : {}),
  };
}

function noAnswer(ip: string): Error {
  return Object.assign(new Error(`no answer from ${ip}`), { code: 'ETIMEDOUT' });
}

/** The host of a URL, else the text itself. */
export function hostOf(endpoint: string): string {
  const text = endpoint.trim();
  if (!text.includes('://') || !URL.canParse(text)) return text;
  return new URL(text).hostname || text;
}
