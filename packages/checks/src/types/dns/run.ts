import { Resolver } from 'node:dns/promises';
import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { clientErrorText } from '../../http-client/index.ts';
import { recordLookups } from './lookup.ts';
import type { DnsSpec } from './schema.ts';

const DEFAULT_PORT = 53;
const DEFAULT_TIMEOUT_S = 10;

/** Codes with which a server has answered: the name or the server is at fault, not the way to it. */
const ANSWERS = new Set(['ENODATA', 'ENOTFOUND', 'EFORMERR', 'ESERVFAIL', 'ENOTIMP', 'EREFUSED', 'EBADNAME', 'EINVAL']);

/** Asks a DNS server (contract checks §2.2). An error of the lookup is followed by an empty text, as in R. */
export async function runDns(context: CheckContext<DnsSpec>): Promise<CheckOutcome> {
  const { spec, clock } = context;
  const type = (spec.querytype || 'A').toUpperCase();
  if (!Object.hasOwn(recordLookups, type)) {
    return { pass: false, errors: [`unknown query type: ${spec.querytype}`], reached: false };
  }
  const startMs = clock.monotonic();
  const verdict = await ask(context, type);
  const durationMs = Math.max(1, Math.round(clock.monotonic() - startMs));
  const errors = [...verdict.errors];
  if (spec.thresholdMillis && durationMs > spec.thresholdMillis) {
    errors.push(`${durationMs}ms > ${spec.thresholdMillis}ms`);
  }
  return { pass: errors.length === 0, errors, durationMs, ...(verdict.cause ? { cause: verdict.cause } : {}) };
}

interface Verdict {
  errors: string[];
  cause?: unknown;
}

async function ask(context: CheckContext<DnsSpec>, type: string): Promise<Verdict> {
  const { spec } = context;
  const seconds = spec.timeout || DEFAULT_TIMEOUT_S;
  const limit = startLimit(seconds * 1000, context.signal);
  const resolver = new Resolver({ timeout: Math.ceil((seconds * 1000) / 2), tries: 2 });
  try {
    const found = await Promise.race([lookUp(context, resolver, type), limit.over]);
    return found === null
      ? { errors: [`timed out after ${seconds} seconds`], cause: timedOut() }
      : { errors: judge(spec, type, found) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const answered = ANSWERS.has(code) && spec.server !== undefined;
    return { errors: [clientErrorText(error), ''], ...(answered ? {} : { cause: causeOf(error, code, spec) }) };
  } finally {
    limit.end();
    resolver.cancel();
  }
}

/**
 * The resolver says ECONNREFUSED for any server that it could not send to, so a refusal proves no answer here: of a named
 * server it is silence, of the system's own it means that there is no resolver.
 */
function causeOf(error: unknown, code: string, { server }: DnsSpec): unknown {
  if (code === 'ETIMEOUT') return timedOut();
  if (code !== 'ECONNREFUSED') return error;
  return Object.assign(new Error('no server could be asked'), { code: server ? 'EHOSTUNREACH' : 'EAI_AGAIN' });
}

async function lookUp({ spec, egress }: CheckContext<DnsSpec>, resolver: Resolver, type: string): Promise<string[]> {
  if (spec.server) {
    const port = spec.port ?? DEFAULT_PORT;
    const { address, family } = await egress.resolve(spec.server, port);
    resolver.setServers([family === 6 ? `[${address}]:${port}` : `${address}:${port}`]);
  }
  const lookup = recordLookups[type];
  return lookup ? lookup(resolver, spec.query ?? '', !spec.server) : [];
}

/** The text of a wrong answer, none when it is right. A service that resolves is right whatever it holds. */
export function judge(spec: DnsSpec, type: string, found: string[]): string[] {
  if (type === 'SRV') return [];
  const subject = `${type} ${spec.query ?? ''} on ${spec.server ?? ''}`;
  const minimum = spec.minrecords ?? 0;
  if (found.length < minimum) return [`${subject}: returned ${found.length} results, expecting ${minimum}`];
  const expected = spec.exactreply ?? [];
  if (expected.length === 0) return [];
  const [got, wanted] = [normalized(found), normalized(expected)];
  const equal = got.length === wanted.length && got.every((text, index) => text === wanted[index]);
  return equal ? [] : [`${subject}: Got [${got.join(' ')}], expected [${wanted.join(' ')}]`];
}

function normalized(texts: string[]): string[] {
  return texts.map((text) => text.toLowerCase()).sort();
}

function timedOut(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}

function startLimit(timeoutMs: number, signal: AbortSignal): { over: Promise<null>; end(): void } {
  let end: () => void = () => undefined;
  const over = new Promise<null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), timeoutMs);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { over, end };
}
