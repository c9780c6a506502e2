import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ntlmAuthenticate, ntlmChallenge, ntlmIdentity, ntlmNegotiate } from './ntlm.ts';

const identity = { username: 'user', domain: 'CORP', password: 'secret' };

describe('ntlmIdentity', () => {
  it.each([
    ['CORP\\user', 'CORP', 'user'],
    ['CORP/user', 'CORP', 'user'],
    ['user@corp.example', 'corp.example', 'user'],
    ['user', '', 'user'],
    ['@user', '', '@user'],
  ])('%s', (text, domain, username) => {
    expect(ntlmIdentity(text, 'p')).toEqual({ domain, username, password: 'p' });
  });
});

describe('ntlmNegotiate', () => {
  it('offers extended session security for version 2 only', () => {
    const flags = (header: string) => Buffer.from(header.slice(5), 'base64').readUInt32LE(12);
    expect(flags(ntlmNegotiate(2, identity)) & 0x80000).not.toBe(0);
    expect(flags(ntlmNegotiate(1, identity)) & 0x80000).toBe(0);
  });
});

describe('ntlmChallenge', () => {
  it('finds the challenge among the offers', () => {
    expect(ntlmChallenge(['Negotiate', 'NTLM', 'NTLM TlRMTQ=='])).toBe('NTLM TlRMTQ==');
    expect(ntlmChallenge(['Basic realm="x"', 'NTLM'])).toBeNull();
  });
});

describe('ntlmAuthenticate', () => {
  it('refuses what is no challenge', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const header = `NTLM ${Buffer.from(bytes).toString('base64')}`;
        fc.pre(!(bytes.length >= 32 && bytes[8] === 2 && bytes[9] === 0));
        expect(() => ntlmAuthenticate(2, header, identity)).toThrow(
          expect.objectContaining({ code: 'NTLM_CHALLENGE' }),
        );
      }),
    );
  });

  it('refuses version 2 without target information', () => {
    const message = Buffer.alloc(48);
    message.write('NTLMSSP\0');
    message.writeUInt32LE(2, 8);
    const header = `NTLM ${message.toString('base64')}`;
    expect(() => ntlmAuthenticate(2, header, identity)).toThrow(expect.objectContaining({ code: 'NTLM_CHALLENGE' }));
    expect(ntlmAuthenticate(1, header, identity)).toMatch(/^NTLM /);
  });
});
