import type { Json } from '@quarterdeck/contract';

const MAX_DEPTH = 64;
const MAX_DETAIL_CHARS = 1_048_576;
const PREVIEW_CHARS = 4096;

/** Makes a text storable: PostgreSQL takes neither NUL nor half a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

function scalar(value: unknown): Json | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Error) return storableText(value.message);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return undefined;
}

function convert(value: unknown, above: ReadonlySet<object>): Json | undefined {
  const plain = scalar(value);
  if (plain !== undefined || typeof value !== 'object' || value === null) return plain;
  if (above.has(value)) return '[circular]';
  if (above.size >= MAX_DEPTH) return '[too deep]';
  const inside = new Set(above).add(value);
  if (Array.isArray(value)) return value.map((item) => convert(item, inside) ?? null);
  if (value instanceof Set) return [...value].map((item) => convert(item, inside) ?? null);
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), inside);
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  const kept = entries.flatMap(([key, item]): [string, Json][] => {
    const json = convert(item, inside);
    return json === undefined ? [] : [[storableText(String(key)), json]];
  });
  return Object.fromEntries(kept);
}

/**
 * Turns anything a runner hands back into JSON that can be stored: whole numbers beyond 2^53 become texts, dates RFC
 * 3339, maps objects, bytes base64, cycles and very deep parts a short mark; functions and `undefined` are left out.
 * More than a mebibyte is replaced by `{truncated: true, preview}`.
 */
export function jsonSafe(value: unknown): Json {
  const json = convert(value, new Set()) ?? null;
  const text = JSON.stringify(json);
  if (text.length <= MAX_DETAIL_CHARS) return json;
  return { truncated: true, preview: storableText(text.slice(0, PREVIEW_CHARS)) };
}

/** Cuts a text to a number of characters, the last three of which are then `...` (contract checks §3.3). */
export function cutText(text: string, maxChars: number): string {
  const clean = storableText(text);
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars - 3).toWellFormed()}...`;
}

/**
 * What may be shown of an endpoint (contract checks §1.5), or of a text with URLs in it: no user and password of a URL or
 * of a `user:pass@tcp(…)` address, no `git::` in front, and `password=…` up to the next `;` written as `password=###`.
 */
export function sanitiseEndpoint(endpoint: string): string {
  return endpoint
    .replace(/^git::/, '')
    .replace(/\/\/[^\s/?#]*@/g, '//')
    .replace(/:\/\/[^\s/@:]+:(?!\d+[/?#])[^\s@]*@/g, '://')
    .replace(/^[^\s/@:]+:[^\s/@]*@/, '')
    .replace(/password=[^;]*/gi, 'password=###');
}
