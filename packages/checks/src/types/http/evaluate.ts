import { GoDuration } from '@quarterdeck/expr';
import { hasTemplate } from '../../engine/expressions.ts';
import type { HttpResponse } from '../../http-client/index.ts';
import type { HttpSpec } from './schema.ts';

/** What the expressions of a check see of its answer. */
export interface HttpVariables extends Record<string, unknown> {
  code: number;
  headers: Record<string, string>;
  elapsed: GoDuration;
  /** Until the leaf certificate expires; 0 without TLS. */
  sslAge: GoDuration;
  /** `{}` when the answer is no JSON. */
  json: unknown;
  content: string;
}

/** The verdict on one answer. Errors are in the order in which they were found. */
export interface HttpVerdict {
  errors: string[];
  variables: HttpVariables;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The variables before, or without, an answer. */
export function emptyVariables(): HttpVariables {
  const zero = new GoDuration(0);
  return { code: 0, headers: {}, elapsed: zero, sslAge: zero, json: {}, content: '' };
}

/**
 * Judges an answer in the order and with the texts of contract checks §2.1. Every failure ends the evaluation, except
 * a status outside the default set.
 */
export function evaluateResponse(response: HttpResponse, spec: HttpSpec, nowMs: number): HttpVerdict {
  const content = response.body.toString();
  const sslAgeMs = response.certificateExpiresMs === null ? null : response.certificateExpiresMs - nowMs;
  const json = readJson(response.headers['Content-Type'] ?? '', content);
  const variables: HttpVariables = {
    code: response.status,
    headers: response.headers,
    elapsed: new GoDuration(response.elapsedMs),
    sslAge: new GoDuration(sslAgeMs ?? 0),
    json: json.value,
    content,
  };
  return { errors: [...findFailures(response, spec, { content, sslAgeMs, jsonError: json.error })], variables };
}

function* findFailures(
  response: HttpResponse,
  spec: HttpSpec,
  found: { content: string; sslAgeMs: number | null; jsonError: string | null },
): Generator<string, void> {
  if (found.jsonError !== null && !hasTemplate(spec.test)) return yield `invalid json response: ${found.jsonError}`;

  const codes = spec.responseCodes ?? [];
  if (codes.length > 0) {
    if (!codes.includes(response.status)) return yield `expected ${response.status} to be in [${codes.join(' ')}]`;
  } else if (response.status < 200 || response.status > 298) {
    yield `expected ${response.status} to be 200..299`;
  }

  if (spec.thresholdMillis && response.elapsedMs > spec.thresholdMillis) {
    return yield `threshold exceeded ${Math.round(response.elapsedMs)}ms > ${spec.thresholdMillis}`;
  }
  if (spec.responseContent && !found.content.includes(spec.responseContent)) {
    return yield `expected ${spec.responseContent}, found ${found.content}`;
  }
  if (spec.maxSSLExpiry) {
    if (found.sslAgeMs === null) return yield 'No certificate found to check age';
    if (found.sslAgeMs < spec.maxSSLExpiry * DAY_MS) {
      return yield `SSL certificate expires soon ${ageText(found.sslAgeMs)} > ${spec.maxSSLExpiry}`;
    }
  }
}

function readJson(contentType: string, content: string): { value: unknown; error: string | null } {
  if (!contentType.includes('application/json')) return { value: {}, error: null };
  try {
    return { value: JSON.parse(content), error: null };
  } catch (error) {
    return { value: {}, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Days and hours, such as `5d2h`; an expired certificate has a negative age. */
function ageText(ms: number): string {
  const size = Math.abs(ms);
  const days = Math.floor(size / DAY_MS);
  const hours = Math.floor((size % DAY_MS) / HOUR_MS);
  return `${ms < 0 ? '-' : ''}${days}d${hours}h`;
}
