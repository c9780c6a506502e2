import { createHash, timingSafeEqual } from 'node:crypto';

const MAX_CONTENT_BYTES = 10_240;

/** What the expressions of a webhook check see as `results` (contract checks §2.31). */
export interface WebhookDetail {
  headers: Record<string, string>;
  json?: unknown;
  content?: string;
}

/** Header that carries the token, and headers that could hold another secret. */
const SECRET_HEADERS = ['webhook-token', 'authorization', 'cookie'];

/** Shapes a call: `json` for a body of exactly application/json, else the first 10,240 bytes as text. */
export function webhookDetail(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: unknown,
): WebhookDetail {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || SECRET_HEADERS.includes(name)
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  const shown = Object.fromEntries(kept);
  if (headers['content-type'] === 'application/json' && !isText(body)) return { headers: shown, json: body };
  const bytes = isText(body)
    ? Buffer.from(body)
    : Buffer.from(body === undefined || body === null ? '' : JSON.stringify(body));
  return { headers: shown, content: bytes.subarray(0, MAX_CONTENT_BYTES).toString('utf8') };
}

function isText(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Compares tokens in a time that does not depend on where they differ. No token of the webhook: every caller may. */
export function isTokenRight(expected: string, given: string): boolean {
  if (expected === '') return true;
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
