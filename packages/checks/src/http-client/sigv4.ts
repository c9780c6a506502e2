import { createHash, createHmac } from 'node:crypto';
import type { SigV4Credentials } from './types.ts';

/** What is signed. Header names in any case; `host` must be among them. */
export interface SignableRequest {
  method: string;
  url: URL;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
}

/**
 * The headers that sign a request with AWS Signature Version 4 (AWS General Reference, "Create a signed AWS API
 * request"): X-Amz-Date, X-Amz-Content-Sha256, X-Amz-Security-Token where there is a token, and Authorization.
 */
export function signV4(request: SignableRequest, credentials: SigV4Credentials, nowMs: number): [string, string][] {
  const timestamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = timestamp.slice(0, 8);
  const bodyHash = sha256(request.body);
  const added: [string, string][] = [
    ['X-Amz-Date', timestamp],
    ['X-Amz-Content-Sha256', bodyHash],
  ];
  if (credentials.sessionToken) added.push(['X-Amz-Security-Token', credentials.sessionToken]);
  const signed = canonicalHeaders([...request.headers, ...added]);
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    canonicalPath(request.url.pathname, credentials.service),
    canonicalQuery(request.url.searchParams),
    signed.map(([name, value]) => `${name}:${value}\n`).join(''),
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${credentials.region}/${credentials.service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = [day, credentials.region, credentials.service, 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${credentials.secretKey}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  added.push([
    'Authorization',
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  ]);
  return added;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Headers that proxies may change are left out of the signature. */
const UNSIGNED = new Set(['authorization', 'user-agent', 'connection', 'accept-encoding']);

function canonicalHeaders(headers: [string, string][]): [string, string][] {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (UNSIGNED.has(lower)) continue;
    const known = values.get(lower) ?? [];
    known.push(value.trim().replace(/\s+/g, ' '));
    values.set(lower, known);
  }
  return [...values].map(([name, all]): [string, string] => [name, all.join(',')]).sort(byName);
}

function byName(a: [string, string], b: [string, string]): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] < b[1] ? -1 : Number(a[1] > b[1]);
}

/** Every service but S3 encodes the path's segments once more. */
function canonicalPath(path: string, service: string): string {
  if (service === 's3') return path;
  return path.split('/').map(encode).join('/');
}

function canonicalQuery(parameters: URLSearchParams): string {
  const pairs = [...parameters].map(([name, value]): [string, string] => [encode(name), encode(value)]);
  return pairs
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
