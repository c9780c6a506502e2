import { createType1Message, createType3Message, parseType2Message } from 'httpntlm/ntlm.js';
import { HttpClientError } from './types.ts';

/** MS-NLMP §2.2.2.5: extended session security. With it and target information the library answers in version 2. */
const EXTENDED_SECURITY = 0x0008_0000;
const TYPE1_FLAGS_OFFSET = 12;
const TYPE3_FLAGS_OFFSET = 60;

/** Who logs in; `DOMAIN\user`, `DOMAIN/user` and `user@domain` carry the domain in the user name. */
export interface NtlmIdentity {
  username: string;
  domain: string;
  password: string;
}

/** Takes the domain out of a user name. */
export function ntlmIdentity(username: string, password: string): NtlmIdentity {
  const slash = /^([^\\/]+)[\\/](.+)$/.exec(username);
  if (slash) return { domain: slash[1] ?? '', username: slash[2] ?? '', password };
  const at = username.lastIndexOf('@');
  if (at > 0) return { domain: username.slice(at + 1), username: username.slice(0, at), password };
  return { domain: '', username, password };
}

/** The Authorization header that opens the handshake. Version 1 does not offer extended session security. */
export function ntlmNegotiate(version: 1 | 2, identity: NtlmIdentity): string {
  const header = createType1Message({ domain: identity.domain, workstation: '' });
  return version === 1 ? withoutExtendedSecurity(header, TYPE1_FLAGS_OFFSET) : header;
}

/** The challenge among the values of WWW-Authenticate, null when the server does not speak NTLM. */
export function ntlmChallenge(wwwAuthenticate: string[]): string | null {
  return wwwAuthenticate.find((value) => /^NTLM [A-Za-z0-9+/=]+$/.test(value.trim()))?.trim() ?? null;
}

/**
 * The Authorization header that answers a challenge. Throws {@link HttpClientError} `NTLM_CHALLENGE` when it cannot be
 * read, or when version 2 is wanted and the server sends no target information for it.
 */
export function ntlmAuthenticate(version: 1 | 2, challenge: string, identity: NtlmIdentity): string {
  const message = readChallenge(challenge);
  if (version === 1) {
    const plain = { ...message, negotiateFlags: message.negotiateFlags & ~EXTENDED_SECURITY };
    return withoutExtendedSecurity(createType3Message(plain, { ...identity, workstation: '' }), TYPE3_FLAGS_OFFSET);
  }
  if (!message.targetInfo) {
    throw new HttpClientError('NTLM_CHALLENGE', 'the server offers no target information, which NTLMv2 needs');
  }
  const extended = { ...message, negotiateFlags: message.negotiateFlags | EXTENDED_SECURITY };
  return createType3Message(extended, { ...identity, workstation: '' });
}

function readChallenge(challenge: string) {
  try {
    const message = parseType2Message(challenge, () => undefined);
    if (message && message.serverChallenge.length === 8) return message;
  } catch (cause) {
    throw new HttpClientError('NTLM_CHALLENGE', 'the NTLM challenge cannot be read', { cause });
  }
  throw new HttpClientError('NTLM_CHALLENGE', 'the NTLM challenge cannot be read');
}

function withoutExtendedSecurity(header: string, offset: number): string {
  const message = Buffer.from(header.slice('NTLM '.length), 'base64');
  message.writeUInt32LE((message.readUInt32LE(offset) & ~EXTENDED_SECURITY) >>> 0, offset);
  return `NTLM ${message.toString('base64')}`;
}
