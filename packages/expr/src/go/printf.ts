import { failure } from '../failure.ts';
import { isNumber } from '../values.ts';
import { formatFixed, formatFloat } from './number.ts';
import { goPrint } from './print.ts';

const VERB = /%([-+# 0]*)(\d+|\*)?(?:\.(\d+|\*)?)?([a-zA-Z%])/g;
const MAX_WIDTH = 10_000;

/** A text in quotes as Go's `%q` writes it. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

function hex(value: unknown): string {
  if (typeof value === 'bigint') return value.toString(16);
  if (typeof value === 'number') return Math.trunc(value).toString(16);
  return Buffer.from(goPrint(value)).toString('hex');
}

function asNumber(value: unknown): number | undefined {
  return isNumber(value) ? Number(value) : undefined;
}

function integer(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(BigInt(Math.trunc(value))) : undefined;
}

function exponent(value: number, digits: number): string {
  return value.toExponential(Math.min(digits, 100)).replace(/e([+-])(\d)$/, 'e$10$2');
}

function verbText(verb: string, value: unknown, precision: number | undefined): string | undefined {
  const number = asNumber(value);
  switch (verb) {
    case 'v':
    case 's': {
      const text = goPrint(value);
      return precision === undefined || verb === 'v' ? text : text.slice(0, precision);
    }
    case 'd':
      return integer(value);
    case 'f':
    case 'F':
      return number === undefined ? undefined : formatFixed(number, precision ?? 6);
    case 'e':
      return number === undefined ? undefined : exponent(number, precision ?? 6);
    case 'g':
      if (number === undefined) return undefined;
      return precision === undefined ? formatFloat(number) : formatFloat(Number(number.toPrecision(precision || 1)));
    case 'q':
      return quote(goPrint(value));
    case 't':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'x':
      return hex(value);
    case 'X':
      return hex(value).toUpperCase();
    case 'b':
    case 'o':
      return integer(value) === undefined ? undefined : BigInt(integer(value) ?? 0).toString(verb === 'b' ? 2 : 8);
    case 'c':
      return number === undefined || number < 0 || number > 0x10ffff ? undefined : String.fromCodePoint(number);
    case 'T':
      return typeof value;
    default:
      return undefined;
  }
}

function padTo(text: string, width: number, flags: string, numeric: boolean): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || !numeric) return text.padStart(width);
  const sign = /^[+-]/.test(text) ? text.slice(0, 1) : '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

/**
 * Formats as Go's fmt.Sprintf: verbs v s d f e g q t x X b o c T with flags `-`, `+`, `0`, width and precision. A verb
 * that does not fit its operand, a missing and a surplus operand are shown as Go shows them.
 */
export function sprintf(format: string, operands: readonly unknown[]): string {
  let next = 0;
  const take = () => operands[next++];
  const text = format.replace(
    VERB,
    (_all, flags: string, width: string | undefined, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      const size = width === '*' ? asNumber(take()) : width === undefined ? 0 : Number(width);
      const digits = precision === '*' ? asNumber(take()) : precision === undefined ? undefined : Number(precision);
      if ((size ?? 0) > MAX_WIDTH || (digits ?? 0) > MAX_WIDTH) throw failure('a width of the format is too large');
      if (next >= operands.length) return `%!${verb}(MISSING)`;
      const value = take();
      const done = verbText(verb, value, digits);
      if (done === undefined) return `%!${verb}(${typeof value}=${goPrint(value)})`;
      const numeric = isNumber(value);
      const signed = flags.includes('+') && numeric && !done.startsWith('-') ? `+${done}` : done;
      return padTo(signed, size ?? 0, flags, numeric);
    },
  );
  if (next >= operands.length) return text;
  return `${text}%!(EXTRA ${operands
    .slice(next)
    .map((v) => `${typeof v}=${goPrint(v)}`)
    .join(', ')})`;
}
