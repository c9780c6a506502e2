import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { clientErrorText } from '../../http-client/index.ts';
import type { TcpSpec } from './schema.ts';

/** R waits for ever without a threshold; a probe that never ends is of no use. */
const DEFAULT_LIMIT_MS = 30_000;

/**
 * Opens a TCP connection and closes it (contract checks §2.3). Exactly one colon is allowed in the endpoint, so it
 * takes neither an IPv6 address nor a URL.
 */
export async function runTcp({ spec, egress, clock, signal }: CheckContext<TcpSpec>): Promise<CheckOutcome> {
  const target = readEndpoint(spec.endpoint);
  if (!target) {
    return { pass: false, errors: [`Incorrect endpoint format: ${spec.endpoint} should be ADDRESS:PORT`] };
  }
  const startMs = clock.monotonic();
  const durationMs = () => Math.max(1, Math.round(clock.monotonic() - startMs));
  try {
    const timeoutMs = spec.thresholdMillis || DEFAULT_LIMIT_MS;
    const { socket, timings } = await egress.connect({ ...target, timeoutMs, signal });
    socket.destroy();
    return { pass: true, durationMs: durationMs(), variables: { timings } };
  } catch (error) {
    const text = `Connection error: ${clientErrorText(error)}`;
    return { pass: false, errors: [text], cause: error, durationMs: durationMs() };
  }
}

/** Host and port of `host:port`, null when it is anything else. */
export function readEndpoint(endpoint: string): { host: string; port: number } | null {
  const parts = /^([^:\s]+):(\d{1,5})$/.exec(endpoint.trim());
  const port = Number(parts?.[2]);
  return parts?.[1] && port > 0 && port <= 65_535 ? { host: parts[1], port } : null;
}
