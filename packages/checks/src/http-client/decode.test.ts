import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './decode.ts';

const encoders: [string, (data: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['identity', (data) => data],
];

describe('decodeBody', () => {
  it.each(encoders)('gives back what %s took', async (coding, encode) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const body = Buffer.from(bytes);
        // A bare deflate stream cannot always be told from a wrapped one; texts of one stored block can.
        fc.pre(encode !== deflateRawSync || ((encode(body)[0] ?? 0) & 0x0f) !== 8);
        expect(await decodeBody(encode(body), coding, 1000)).toEqual(body);
      }),
      { numRuns: 20 },
    );
  });

  it('undoes several codings, the last one first', async () => {
    const body = Buffer.from('hello');
    expect(await decodeBody(brotliCompressSync(gzipSync(body)), 'gzip, br', 1000)).toEqual(body);
  });

  it('stops at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000));
    await expect(decodeBody(bomb, 'gzip', 1000)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  it('reports a body that is not what it says', async () => {
    await expect(decodeBody(Buffer.from('plain'), 'gzip', 1000)).rejects.toMatchObject({ code: 'BODY_ENCODING' });
  });

  it('leaves an empty body alone', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 1000)).toHaveLength(0);
  });
});
