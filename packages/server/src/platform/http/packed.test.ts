import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { encodeAnswer } from './encode.ts';
import { packJson, sendPacked, unpackJson } from './packed.ts';

const TEXT = JSON.stringify({ rows: Array.from({ length: 200 }, (_, index) => ({ id: index, name: 'ä check' })) });

function appOf(packed: Buffer) {
  const app = fastify();
  app.addHook('onSend', encodeAnswer);
  app.get('/', (request, reply) => sendPacked(request, reply, packed));
  app.post('/', (request, reply) => sendPacked(request, reply, packed));
  return app;
}

it('gives back the parts in their order, whatever they are and whatever size was expected', async () => {
  const parts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(), async (texts, expected) => {
      expect(await unpackJson(await packJson(texts, expected))).toBe(texts.join(''));
    }),
    { numRuns: 50 },
  );
});

it('packs more than it holds at a time, and passes on what a part throws', async () => {
  const lengths = fc.array(fc.nat(150_000), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lengths, async (sizes) => {
      const texts = sizes.map((size, index) => 'xyzä€'.charAt(index % 5).repeat(size));
      expect((await unpackJson(await packJson(texts, 0))) === texts.join('')).toBe(true);
    }),
    { numRuns: 20 },
  );
  const part = 'x'.repeat(100_000);
  const broken = (function* () {
    yield part;
    throw new RangeError('no more');
  })();
  await expect(packJson(broken, 0)).rejects.toThrow(RangeError);
});

it('sends the packed bytes to who takes Brotli, and unpacks them for others', async () => {
  const packed = await packJson([TEXT], TEXT.length);
  const app = appOf(packed);
  const get = (encoding?: string) => app.inject({ url: '/', headers: encoding ? { 'accept-encoding': encoding } : {} });

  const br = await get('gzip, br');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(br.rawPayload.equals(packed)).toBe(true);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TEXT);

  const gzip = await get('gzip');
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(TEXT);

  const plain = await get();
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(plain.body).toBe(TEXT);
});

it('answers 304 to who has it, but never to a POST', async () => {
  const app = appOf(await packJson([TEXT], TEXT.length));
  const headers = { 'accept-encoding': 'br' };
  const first = await app.inject({ url: '/', headers });
  const tag = String(first.headers.etag);
  expect(first.headers['cache-control']).toBe('no-cache');
  const again = await app.inject({ url: '/', headers: { ...headers, 'if-none-match': tag } });
  expect(again.statusCode).toBe(304);
  expect(again.headers['content-encoding']).toBeUndefined();
  expect(again.body).toBe('');
  const post = await app.inject({ method: 'POST', url: '/', headers: { ...headers, 'if-none-match': tag } });
  expect(post.statusCode).toBe(200);
  expect(post.headers.etag).toBeUndefined();
});
