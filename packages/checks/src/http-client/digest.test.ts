import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestAuthorization, digestChallenge } from './digest.ts';

/** The example of RFC 7616 §3.9.1. */
const offers = ['SHA-256', 'MD5'].map(
  (algorithm) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
);
const request = {
  method: 'GET',
  path: '/dir/index.html',
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

function answer(values: string[]): string {
  const challenge = digestChallenge(values);
  if (!challenge) throw new Error('no challenge');
  return digestAuthorization(challenge, request);
}

describe('digest', () => {
  it('computes the responses of the RFC', () => {
    expect(answer(offers.slice(1))).toContain('response="8ca523f5e9506fed4657c9700eebdbec"');
    expect(answer(offers.slice(0, 1))).toContain(
      'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
    );
  });

  it('answers the strongest offer', () => {
    expect(answer([...offers].reverse())).toContain('algorithm=SHA-256');
  });

  it('works without qop (RFC 2617 §3.2.2.1) and repeats the opaque value', () => {
    const header = answer(['Digest realm="r", nonce="n", opaque="o"']);
    expect(header).toContain('opaque="o"');
    expect(header).not.toContain('qop');
  });

  it('binds session variants to the nonces', () => {
    const plain = answer(['Digest realm="r", nonce="n", qop="auth"']);
    const session = answer(['Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess']);
    expect(/response="(\w+)"/.exec(session)?.[1]).not.toBe(/response="(\w+)"/.exec(plain)?.[1]);
    expect(session).toContain('algorithm=MD5-sess');
  });

  it.each([
    'Basic realm="r"',
    'Digest realm="r"',
    'Digest nonce="n", algorithm=WHIRLPOOL',
    'Digest nonce="n", qop="auth-int"',
  ])('does not answer %s', (value) => {
    expect(digestChallenge([value])).toBeNull();
  });

  it('reads a challenge that follows another scheme in one value, and quoted quotes', () => {
    expect(digestChallenge(['Basic realm="a", Digest realm="say \\"hi\\"", nonce="n"'])).toMatchObject({
      realm: 'say "hi"',
      nonce: 'n',
    });
  });

  it('survives any value', () => {
    fc.assert(fc.property(fc.string(), (text) => digestChallenge([`Digest ${text}`]) !== undefined));
  });
});
