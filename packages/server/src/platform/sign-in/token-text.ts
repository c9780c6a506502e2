import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '@quarterdeck/contract';

const SECRET_BYTES = 32;
const TOKEN = new RegExp(
  `^${TOKEN_PREFIX}_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\\w-]{43})$`,
);

/** A token as it is stored: its id, and SHA-256 of its secret in hexadecimal digits. */
export interface TokenProof {
  id: string;
  hash: string;
}

/** A new token of an id: the text that is shown once, `mct_<id>_<secret of 256 bits>`, and what is kept of it. */
export function newToken(id: string): { text: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { text: `${TOKEN_PREFIX}_${id.replaceAll('-', '')}_${secret}`, hash: hashOf(secret) };
}

/** Whether a text says of itself that it is a token. */
export function isToken(text: string): boolean {
  return text.startsWith(`${TOKEN_PREFIX}_`);
}

/** What a text proves; null: it is no token. */
export function readToken(text: string): TokenProof | null {
  const [, ...parts] = TOKEN.exec(text) ?? [];
  const secret = parts.pop();
  return secret === undefined ? null : { id: parts.join('-'), hash: hashOf(secret) };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * The token of an `Authorization` header: `Bearer <token>`, or Basic of the user `token`, whose password is the rest after
 * the first colon (RFC 7617 §2). Null: anything else.
 */
export function tokenOf(authorization: string): string | null {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return null;
  const [user = '', ...rest] = Buffer.from(credentials, 'base64').toString().split(':');
  return user.toLowerCase() === 'token' && rest.length > 0 ? rest.join(':') : null;
}
