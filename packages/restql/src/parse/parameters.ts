import { RestError } from '../errors.ts';

/** A query string is not longer than this, in characters. */
const MAX_QUERY_LENGTH = 131_072;

/** One parameter, decoded; `value` is null when there is no `=`. */
export interface Parameter {
  name: string;
  value: string | null;
}

/**
 * Takes a query string apart as the URL standard does: `&` between parameters, `+` is a blank, `%` and two hexadecimal
 * digits a byte of UTF-8. A `%` that begins nothing is meant as itself; bytes that are no UTF-8 become U+FFFD. NUL,
 * which the database cannot hold, is refused.
 */
export function decodeParameters(query: string, maxLength: number = MAX_QUERY_LENGTH): Parameter[] {
  if (query.length > maxLength) {
    throw new RestError('PGRST100', { status: 414, message: 'The query string is too long' });
  }
  const text = query.startsWith('?') ? query.slice(1) : query;
  const parameters: Parameter[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    parameters.push(
      equals < 0
        ? { name: decode(part), value: null }
        : { name: decode(part.slice(0, equals)), value: decode(part.slice(equals + 1)) },
    );
  }
  return parameters;
}

function decode(part: string): string {
  const text = part.includes('+') ? part.replaceAll('+', ' ') : part;
  const decoded = text.includes('%') ? decodePercent(text) : text;
  if (decoded.includes('\0')) throw new RestError('PGRST100', { message: 'The query string holds a NUL character' });
  return decoded.isWellFormed() ? decoded : decoded.toWellFormed();
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return decodeBytes(text);
  }
}

/** The slow way, for texts that are not percent-encoded throughout. */
function decodeBytes(text: string): string {
  const from = Buffer.from(text, 'utf8');
  const to = Buffer.allocUnsafe(from.length);
  let length = 0;
  for (let at = 0; at < from.length; at += 1) {
    const byte = from[at] ?? 0;
    const code = byte === 0x25 ? hexPair(from[at + 1], from[at + 2]) : -1;
    to[length] = code < 0 ? byte : code;
    length += 1;
    if (code >= 0) at += 2;
  }
  return to.toString('utf8', 0, length);
}

function hexPair(high: number | undefined, low: number | undefined): number {
  const values = [hexDigit(high), hexDigit(low)] as const;
  return values[0] < 0 || values[1] < 0 ? -1 : values[0] * 16 + values[1];
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
