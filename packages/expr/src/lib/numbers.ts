import { failure } from '../failure.ts';
import { parseBool } from '../go/bool.ts';
import { GoDuration } from '../go/duration.ts';
import { formatFloat } from '../go/number.ts';
import { compare, isNumber, typeName } from '../values.ts';
import { type Fn, type Fns, list, num, text, truthy, whole } from './env.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/** Checks that an int fits 64 bits, as CEL and Go have it. */
export function int64(value: bigint): bigint {
  if (value > MAX_INT || value < MIN_INT) throw failure('integer overflow');
  return value;
}

/** CEL's `int()`: of a double cut towards zero, of a text read, of a timestamp its epoch seconds. */
export function toInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof Date) return BigInt(Math.floor(value.getTime() / 1000));
  if (value instanceof GoDuration) return value.nanoseconds;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string') {
    const [, sign, digits] = /^([+-]?)(\d{1,19}|0x[0-9a-f]{1,16})$/i.exec(value.trim()) ?? [];
    if (digits === undefined) throw failure(`cannot read ${JSON.stringify(value.slice(0, 50))} as an int`);
    return int64(sign === '-' ? -BigInt(digits) : BigInt(digits));
  }
  const number = num(value);
  if (!Number.isFinite(number)) throw failure('cannot make an int of this number');
  return int64(BigInt(Math.trunc(number)));
}

/** CEL's `double()`. */
export function toDouble(value: unknown): number {
  if (typeof value === 'string') {
    const named: Record<string, number> = { NaN: Number.NaN, Inf: Infinity, '+Inf': Infinity, '-Inf': -Infinity };
    return (Object.hasOwn(named, value) ? named[value] : undefined) ?? num(value);
  }
  if (isNumber(value) || typeof value === 'boolean') return num(value);
  throw failure(`cannot make a double of a ${typeName(value)}`);
}

function integral(operands: unknown[]): bigint[] | undefined {
  const ints = operands.map((item) => {
    if (typeof item === 'bigint') return item;
    return typeof item === 'string' && /^-?\d{1,18}$/.test(item) ? BigInt(item) : undefined;
  });
  return ints.every((item) => item !== undefined) ? ints : undefined;
}

function fold(ints: (a: bigint, b: bigint) => bigint, doubles: (a: number, b: number) => number): Fn {
  return (_env, ...operands) => {
    const items = operands.flat();
    const whole = integral(items);
    return whole ? int64(whole.reduce(ints)) : items.map(num).reduce(doubles);
  };
}

function power(base: unknown, exponent: unknown): number | bigint {
  const result = num(base) ** num(exponent);
  return integral([base, exponent]) && num(exponent) >= 0 && Number.isSafeInteger(result) ? BigInt(result) : result;
}

function extreme(sign: number): Fn {
  return (_env, ...operands) => {
    const items = operands.flat();
    if (items.length === 0) throw failure('expected at least one operand');
    const numbers = items.map((item) => (typeof item === 'string' ? num(item) : item));
    return numbers.reduce((best, item) => (compare(item, best) * sign > 0 ? item : best));
  };
}

function rounding(round: (value: number) => number): Fn {
  return (_env, value) => (typeof value === 'bigint' ? value : round(num(value)));
}

const abs: Fn = (_env, value) => (typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(num(value)));
const ceil = rounding(Math.ceil);
const floor = rounding(Math.floor);
/** Halves go away from zero. */
const round = rounding((value) => Math.sign(value) * Math.round(Math.abs(value)));
const sqrt: Fn = (_env, value) => Math.sqrt(num(value));

/** `math.*` of gomplate; CEL's own spellings (`math.greatest`) are here too. */
export const mathFns: Fns = {
  Abs: abs,
  Add: fold(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  Ceil: ceil,
  Div: (_env, a, b) => {
    if (num(b) === 0) throw failure('division by zero');
    return num(a) / num(b);
  },
  Floor: floor,
  IsFloat: (_env, value) =>
    typeof value === 'number' || (typeof value === 'string' && /^-?\d*\.\d+(e[+-]?\d+)?$/i.test(value)),
  IsInt: (_env, value) => typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value)),
  IsNum: (_env, value) =>
    isNumber(value) || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))),
  Max: extreme(1),
  Min: extreme(-1),
  Mul: fold(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  Pow: (_env, a, b) => power(a, b),
  Rem: (_env, a, b) => {
    if (num(b) === 0) throw failure('division by zero');
    return toInt(a) % toInt(b);
  },
  Round: round,
  Sqrt: sqrt,
  Sub: fold(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  greatest: extreme(1),
  least: extreme(-1),
  abs,
  ceil,
  floor,
  round,
  sqrt,
  trunc: rounding(Math.trunc),
  sign: (_env, value) => (typeof value === 'bigint' ? BigInt(compare(value, 0n)) : Math.sign(num(value))),
  isNaN: (_env, value) => Number.isNaN(num(value)),
  isInf: (_env, value) => Math.abs(num(value)) === Infinity,
  isFinite: (_env, value) => Number.isFinite(num(value)),
};

const TRUE_WORDS = new Set(['t', 'true', 'yes']);

/** A text of a number may have commas between its thousands. */
function plainNumber(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(',', '') : value;
}

function toBool(value: unknown): boolean {
  if (typeof value === 'string') {
    return TRUE_WORDS.has(value.toLowerCase()) || (value.trim() !== '' && Number(value) === 1);
  }
  return isNumber(value) ? num(value) === 1 : value === true;
}

/** Whole numbers of texts are read digit by digit, as a double would lose some of them. */
function toWhole(value: unknown): bigint {
  const plain = plainNumber(value);
  const exact = typeof plain === 'bigint' || (typeof plain === 'string' && /^[+-]?(\d+|0x[0-9a-f]+)$/i.test(plain));
  return exact ? toInt(plain) : BigInt(whole(plain));
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** An int in a base from 2 to 36; base 0 takes it from a prefix such as 0x. */
function parseInteger(value: unknown, base: unknown): bigint {
  const [, sign = '', prefix = '', body = ''] = /^([+-]?)(0x|0o|0b)?(.*)$/s.exec(text(value).toLowerCase()) ?? [];
  const wanted = base === undefined ? 10 : whole(base);
  const radix = wanted === 0 ? ({ '0x': 16, '0o': 8, '0b': 2 }[prefix] ?? 10) : wanted;
  const digits = wanted === 0 ? body : prefix + body;
  const allowed = DIGITS.slice(0, radix);
  if (
    radix < 2 ||
    radix > 36 ||
    digits === '' ||
    digits.length > 64 ||
    [...digits].some((digit) => !allowed.includes(digit))
  ) {
    throw failure('cannot read the text as an int');
  }
  const size = [...digits].reduce((sum, digit) => sum * BigInt(radix) + BigInt(DIGITS.indexOf(digit)), 0n);
  return int64(sign === '-' ? -size : size);
}

function strictBool(value: unknown): boolean {
  const read = parseBool(text(value));
  if (read === null) throw failure('cannot read the text as a bool');
  return read;
}

/** `conv.*` of gomplate. */
export const convFns: Fns = {
  Atoi: (_env, value) => toInt(value),
  Bool: (_env, value) => toBool(value),
  Default: (_env, fallback, value) => (truthy(value) ? value : fallback),
  Join: (_env, items, separator) => list(items).map(text).join(text(separator)),
  ParseBool: (_env, value) => strictBool(value),
  ParseFloat: (_env, value) => num(value),
  ParseInt: (_env, value, base) => parseInteger(value, base),
  Slice: (_env, ...items) => items,
  ToBool: (_env, value) => toBool(value),
  ToBools: (_env, ...values) => values.flat().map(toBool),
  ToFloat64: (_env, value) => num(plainNumber(value)),
  ToFloat64s: (_env, ...values) => values.flat().map((value) => num(plainNumber(value))),
  ToInt: (_env, value) => toWhole(value),
  ToInt64: (_env, value) => toWhole(value),
  ToInt64s: (_env, ...values) => values.flat().map(toWhole),
  ToInts: (_env, ...values) => values.flat().map(toWhole),
  ToString: (_env, value) => (typeof value === 'number' ? formatFloat(value) : text(value)),
  ToStrings: (_env, ...values) => values.flat().map(text),
  URL: (_env, value) => {
    const url = new URL(text(value));
    return {
      Scheme: url.protocol.slice(0, -1),
      Host: url.host,
      Path: url.pathname,
      RawQuery: url.search.slice(1),
      Fragment: url.hash.slice(1),
    };
  },
};
