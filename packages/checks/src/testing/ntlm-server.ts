import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { create_NT_hashed_password } from 'httpntlm/ntlm.js';

/** How the server is set up. `version` is the only one that it takes. */
export interface NtlmServerOptions {
  version: 1 | 2;
  username: string;
  password: string;
  domain: string;
}

const UNICODE = 0x0000_0001;
const NTLM = 0x0000_0200;
const EXTENDED_SECURITY = 0x0008_0000;
const TARGET_INFO = 0x0080_0000;

/**
 * A protocol fake of an NTLM server, as none can be had from a package: it issues a random challenge per connection and
 * verifies the response of the type 3 message by the formulas of MS-NLMP §3.3 (version 1 by DES, version 2 by
 * HMAC-MD5). Anything else is answered 401.
 */
export function createNtlmHandler(options: NtlmServerOptions) {
  const challenges = new WeakMap<Socket, Buffer>();
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    const message = Buffer.from((request.headers.authorization ?? '').replace(/^NTLM /, ''), 'base64');
    const kind = message.length > 12 ? message.readUInt32LE(8) : 0;
    const challenge = challenges.get(request.socket);
    if (kind === 1 && offers(message, options.version)) {
      const fresh = randomBytes(8);
      challenges.set(request.socket, fresh);
      const value = `NTLM ${challengeMessage(fresh, options.version).toString('base64')}`;
      response.writeHead(401, { 'WWW-Authenticate': value }).end('who are you');
    } else if (kind === 3 && challenge && verify(message, challenge, options)) {
      response.writeHead(200, { 'X-User': field(message, 36).toString('utf16le') }).end('welcome');
    } else {
      response.writeHead(401, { 'WWW-Authenticate': 'NTLM' }).end('go away');
    }
  };
}

function offers(negotiate: Buffer, version: 1 | 2): boolean {
  const extended = (negotiate.readUInt32LE(12) & EXTENDED_SECURITY) !== 0;
  return extended === (version === 2);
}

function challengeMessage(challenge: Buffer, version: 1 | 2): Buffer {
  const info = version === 2 ? targetInfo('TEST') : Buffer.alloc(0);
  const message = Buffer.alloc(48);
  message.write('NTLMSSP\0', 0, 'latin1');
  message.writeUInt32LE(2, 8);
  message.writeUInt32LE(48, 16);
  message.writeUInt32LE(UNICODE | NTLM | (version === 2 ? EXTENDED_SECURITY | TARGET_INFO : 0), 20);
  challenge.copy(message, 24);
  message.writeUInt16LE(info.length, 40);
  message.writeUInt16LE(info.length, 42);
  message.writeUInt32LE(48, 44);
  return Buffer.concat([message, info]);
}

/** One name pair (NetBIOS domain) and the end mark. */
function targetInfo(domain: string): Buffer {
  const name = Buffer.from(domain, 'utf16le');
  const head = Buffer.alloc(4);
  head.writeUInt16LE(2, 0);
  head.writeUInt16LE(name.length, 2);
  return Buffer.concat([head, name, Buffer.alloc(4)]);
}

function field(message: Buffer, at: number): Buffer {
  const start = message.readUInt32LE(at + 4);
  return message.subarray(start, start + message.readUInt16LE(at));
}

function verify(message: Buffer, challenge: Buffer, options: NtlmServerOptions): boolean {
  const answer = field(message, 20);
  const username = field(message, 36).toString('utf16le');
  const domain = field(message, 28).toString('utf16le');
  if (username !== options.username || domain !== options.domain.toUpperCase()) return false;
  const hash = create_NT_hashed_password(options.password);
  if (options.version === 1) return answer.length === 24 && timingSafeEqual(answer, desResponse(hash, challenge));
  if (answer.length <= 24) return false;
  const key = createHmac('md5', hash)
    .update(Buffer.from(username.toUpperCase() + domain, 'utf16le'))
    .digest();
  const proof = createHmac('md5', key).update(challenge).update(answer.subarray(16)).digest();
  return timingSafeEqual(answer.subarray(0, 16), proof);
}

/** Three DES encryptions; DES alone is EDE with one key three times. */
function desResponse(hash: Buffer, challenge: Buffer): Buffer {
  const padded = Buffer.concat([hash, Buffer.alloc(5)]);
  const parts = [0, 7, 14].map((start) => {
    const key = desKey(padded.subarray(start, start + 7));
    const cipher = createCipheriv('des-ede3', Buffer.concat([key, key, key]), null).setAutoPadding(false);
    return cipher.update(challenge);
  });
  return Buffer.concat(parts);
}

function desKey(seven: Buffer): Buffer {
  const bits = [...seven].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const bytes = Array.from({ length: 8 }, (_, index) => Number.parseInt(`${bits.slice(index * 7, index * 7 + 7)}0`, 2));
  return Buffer.from(bytes);
}
