/** Lower case of A to Z alone, so that every database and this process agree, whatever the locale. */
export function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());
}

/** Orders as PostgreSQL does in the collation "C": by code points. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const LAST = 0x10ffff;

/** The least text that is greater than all texts that begin with `prefix`; null when there is none. */
export function after(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // Surrogates are no characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** A number without exponent, as PostgreSQL prints it: 1e21 is 1000000000000000000000. */
export function decimalText(value: number): string {
  const written = String(value === 0 ? 0 : value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(written);
  if (match === null) return written;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/** The text of a JSON value that has one; null for objects, lists and null. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return decimalText(value);
  return typeof value === 'boolean' ? String(value) : null;
}
