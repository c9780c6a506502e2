import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { HttpClientError } from './types.ts';

const inflaters = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };
const inflateZlib = promisify(inflate);
const inflateBare = promisify(inflateRaw);

/**
 * Undoes a Content-Encoding (gzip, br, deflate; several are undone last first). Other codings are handed back as they
 * are. Throws {@link HttpClientError} `BODY_TOO_LARGE` or `BODY_ENCODING`.
 */
export async function decodeBody(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  let decoded = body;
  for (const coding of encoding.toLowerCase().split(',').reverse()) {
    decoded = await decodeOne(decoded, coding.trim(), maxBytes);
  }
  return decoded;
}

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  if (body.length === 0) return body;
  const options = { maxOutputLength: maxBytes };
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return await inflaters.gzip(body, options);
    if (coding === 'br') return await inflaters.br(body, options);
    if (coding === 'deflate') {
      // RFC 9110 §8.4.1.2: some servers send the bare stream without the zlib wrapper.
      const wrapped = ((body[0] ?? 0) & 0x0f) === 8;
      return wrapped ? await inflateZlib(body, options) : await inflateBare(body, options);
    }
    return body;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new HttpClientError('BODY_ENCODING', `cannot decode the ${coding} body`, { cause: error });
  }
}

/** The error of a body over the limit. */
export function tooLarge(maxBytes: number): HttpClientError {
  return new HttpClientError('BODY_TOO_LARGE', `response body is larger than ${maxBytes} bytes`);
}
