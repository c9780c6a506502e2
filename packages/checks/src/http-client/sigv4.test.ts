import { describe, expect, it } from 'vitest';
import { signV4 } from './sigv4.ts';

/** The examples of the Amazon S3 API reference, "Signature calculations: Authorization header, single chunk". */
const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
};
const host = 'examplebucket.s3.amazonaws.com';
const at = Date.UTC(2013, 4, 24);

function sign(method: string, path: string, headers: [string, string][] = [], body = '') {
  const request = { method, url: new URL(`https://${host}${path}`), headers: [['Host', host], ...headers], body };
  return Object.fromEntries(signV4(request as Parameters<typeof signV4>[0], credentials, at));
}

describe('signV4', () => {
  it.each([
    [
      'an object',
      'GET',
      '/test.txt',
      [['Range', 'bytes=0-9']],
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'a parameter without a value',
      'GET',
      '/?lifecycle',
      [],
      '',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'parameters',
      'GET',
      '/?max-keys=2&prefix=J',
      [],
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
    [
      'a body',
      'PUT',
      '/test%24file.text',
      [
        ['Date', 'Fri, 24 May 2013 00:00:00 GMT'],
        ['x-amz-storage-class', 'REDUCED_REDUNDANCY'],
      ],
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
  ] as [string, string, string, [string, string][], string, string][])(
    'signs %s as the reference does',
    (_, method, path, headers, body, signature) => {
      expect(sign(method, path, headers, body).Authorization).toContain(`Signature=${signature}`);
    },
  );

  it('names the scope and the signed headers, and leaves out what proxies change', () => {
    expect(sign('GET', '/', [['User-Agent', 'x']]).Authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, /,
    );
  });

  it('signs a session token', () => {
    const request = { method: 'GET', url: new URL('https://a/b c'), headers: [], body: '' };
    const signed = Object.fromEntries(signV4(request, { ...credentials, service: 'x', sessionToken: 'tok' }, at));
    expect(signed['X-Amz-Security-Token']).toBe('tok');
    expect(signed.Authorization).toContain('x-amz-security-token');
  });
});
