import { createHash } from 'node:crypto';

/** A Digest challenge (RFC 7616 §3.3). */
export interface DigestChallenge {
  realm: string;
  nonce: string;
  algorithm: string;
  opaque?: string;
  /** The server takes `qop=auth`. */
  qopAuth: boolean;
}

const HASHES: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };

/**
 * The strongest Digest challenge among the values of WWW-Authenticate that can be answered here, null when there is
 * none. Node joins repeated headers only when asked, so each value holds one challenge as a rule.
 */
export function digestChallenge(wwwAuthenticate: string[]): DigestChallenge | null {
  const challenges = wwwAuthenticate
    .map(readChallenge)
    .filter((challenge): challenge is DigestChallenge => challenge !== null)
    .sort((a, b) => b.algorithm.length - a.algorithm.length);
  return challenges[0] ?? null;
}

function readChallenge(value: string): DigestChallenge | null {
  const start = /(?:^|,)\s*Digest\s+/i.exec(value);
  if (!start) return null;
  const parameters = new Map<string, string>();
  for (const match of value
    .slice(start.index + start[0].length)
    .matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)) {
    parameters.set((match[1] ?? '').toLowerCase(), match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  const nonce = parameters.get('nonce');
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  if (nonce === undefined || !HASHES[algorithm.replace(/-SESS$/, '')]) return null;
  const qop = parameters.get('qop');
  const offered = qop?.split(',').map((option) => option.trim().toLowerCase());
  if (offered && !offered.includes('auth')) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    algorithm,
    ...(parameters.has('opaque') ? { opaque: parameters.get('opaque') ?? '' } : {}),
    qopAuth: offered !== undefined,
  };
}

/** What a Digest answer is computed over. */
export interface DigestRequest {
  method: string;
  /** Path with query, as on the request line. */
  path: string;
  username: string;
  password: string;
  /** The client's nonce: random hex. */
  cnonce: string;
}

/** The Authorization header that answers a challenge (RFC 7616 §3.4). */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const hash = HASHES[challenge.algorithm.replace(/-SESS$/, '')] ?? 'md5';
  const digest = (text: string) => createHash(hash).update(text).digest('hex');
  const { realm, nonce } = challenge;
  const count = '00000001';
  let secret = digest(`${request.username}:${realm}:${request.password}`);
  if (challenge.algorithm.endsWith('-SESS')) secret = digest(`${secret}:${nonce}:${request.cnonce}`);
  const target = digest(`${request.method}:${request.path}`);
  const response = challenge.qopAuth
    ? digest(`${secret}:${nonce}:${count}:${request.cnonce}:auth:${target}`)
    : digest(`${secret}:${nonce}:${target}`);
  const parts = [
    `username=${quote(request.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.path)}`,
    `response="${response}"`,
    `algorithm=${challenge.algorithm.replace(/-SESS$/, '-sess')}`,
  ];
  if (challenge.qopAuth || challenge.algorithm.endsWith('-SESS')) parts.push(`cnonce="${request.cnonce}"`);
  if (challenge.qopAuth) parts.push('qop=auth', `nc=${count}`);
  if (challenge.opaque !== undefined) parts.push(`opaque=${quote(challenge.opaque)}`);
  return `Digest ${parts.join(', ')}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
