import { failure } from '../failure.ts';
import { parseBool } from '../go/bool.ts';
import { GoDuration, parseGoDuration } from '../go/duration.ts';
import { celToString } from '../go/print.ts';
import { sprintf } from '../go/printf.ts';
import { formatRfc3339 } from '../go/time.ts';
import { flatten, sortedKeys, unique } from '../lib/coll.ts';
import { dataFns } from '../lib/data.ts';
import { duration, type Env, type Fn, type Fns, list, map, str, text, time, whole } from '../lib/env.ts';
import { sharedFns } from '../lib/library.ts';
import { toDouble, toInt } from '../lib/numbers.ts';
import { matches } from '../lib/regexp.ts';
import { replaceText, splitN } from '../lib/strings.ts';
import { equals, isMap, NONE, Optional, typeName } from '../values.ts';
import { timeGetters } from './time-getters.ts';

function size(value: unknown): bigint {
  if (typeof value === 'string') return BigInt([...value].length);
  if (value === null) return 0n;
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length);
  if (isMap(value)) return BigInt(Object.keys(value).length);
  throw failure(`no such overload: size(${typeName(value)})`);
}

/** CEL's `string()`: RFC 3339 for timestamps, seconds for durations, else as Go prints. */
function toText(value: unknown): string {
  if (value instanceof Date) return formatRfc3339(value);
  if (value instanceof GoDuration) return value.toSecondsText();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return celToString(value);
}

function bound(index: unknown, length: number): number {
  const at = whole(index);
  if (at < 0 || at > length) throw failure(`index out of range: ${at}`);
  return at;
}

function indexOf(value: unknown, part: unknown, from: unknown): bigint {
  if (Array.isArray(value)) return BigInt(value.findIndex((item) => equals(item, part)));
  const chars = [...str(value)];
  const start = from === undefined ? 0 : bound(from, chars.length);
  const at = chars.slice(start).join('').indexOf(str(part));
  return at < 0 ? -1n : BigInt(start + [...chars.slice(start).join('').slice(0, at)].length);
}

function lastIndexOf(value: unknown, part: unknown, from: unknown): bigint {
  const chars = [...str(value)];
  const most = from === undefined ? chars.length : bound(from, chars.length);
  // A part that begins at the last place allowed may reach beyond it.
  const end = chars.slice(0, most + [...str(part)].length).join('');
  const at = end.lastIndexOf(str(part));
  return at < 0 ? -1n : BigInt([...end.slice(0, at)].length);
}

function substring(value: unknown, from: unknown, to: unknown): string {
  const chars = [...str(value)];
  const [start, end] = [bound(from, chars.length), to === undefined ? chars.length : bound(to, chars.length)];
  if (start > end) throw failure(`invalid substring range: ${start} to ${end}`);
  return chars.slice(start, end).join('');
}

function slice(value: unknown, from: unknown, to: unknown): unknown {
  if (typeof value === 'string') return substring(value, from, to);
  const items = list(value);
  return items.slice(bound(from, items.length), to === undefined ? items.length : bound(to, items.length));
}

function join(env: Env, items: unknown, separator: unknown): string {
  const texts = list(items).map(text);
  const joint = separator === undefined ? '' : text(separator);
  env.budget.chars(texts.reduce((sum, item) => sum + item.length + joint.length, 0));
  return texts.join(joint);
}

function split(env: Env, value: unknown, separator: unknown, limit: unknown): string[] {
  const parts = splitN(str(value), str(separator), limit === undefined ? -1 : whole(limit));
  env.budget.step(parts.length);
  return parts;
}

function charAt(value: unknown, index: unknown): string {
  const chars = [...str(value)];
  return chars[bound(index, chars.length)] ?? '';
}

function bool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const read = typeof value === 'string' ? parseBool(value) : null;
  if (read !== null) return read;
  throw failure(`cannot make a bool of a ${typeName(value)}`);
}

function values(env: Env, value: unknown): unknown[] {
  env.budget.step();
  return sortedKeys(value).map((key) => map(value)[key]);
}

function optional(value: unknown): Optional {
  if (value instanceof Optional) return value;
  return value === null ? NONE : new Optional(true, value);
}

function required(value: unknown): unknown {
  const given = optional(value);
  if (!given.present) throw failure('the optional has no value');
  return given.value;
}

/** The number of a list that stands before all others. */
function most(operands: unknown[], isBefore: (a: number, b: number) => boolean): unknown {
  const items = operands.flat();
  if (items.length === 0) throw failure('the list has no items');
  return items.reduce((a, b) => (isBefore(toDouble(a), toDouble(b)) ? a : b));
}

const format: Fn = (env, pattern, operands) => {
  const out = sprintf(str(pattern), list(operands));
  env.budget.chars(out.length);
  return out;
};

/** The functions and methods of CEL expressions; a method's receiver is the first operand. */
export const celFns: Fns = {
  ...sharedFns,
  ...timeGetters,
  Duration: (_env, value) => duration(value),
  bool: (_env, value) => bool(value),
  bytes: (_env, value) => (value instanceof Uint8Array ? value : new TextEncoder().encode(str(value))),
  charAt: (_env, value, index) => charAt(value, index),
  contains: (_env, value, part) =>
    Array.isArray(value) ? value.some((item) => equals(item, part)) : str(value).includes(str(part)),
  distinct: (env, items) => unique(env, list(items)),
  double: (_env, value) => toDouble(value),
  duration: (_env, value) => (value instanceof GoDuration ? value : parseGoDuration(str(value))),
  dyn: (_env, value) => value,
  endsWith: (_env, value, part) => str(value).endsWith(str(part)),
  first: (_env, items) => (list(items).length > 0 ? new Optional(true, list(items)[0]) : NONE),
  flatten: (env, items, depth) => flatten(env, list(items), depth === undefined ? -1 : whole(depth)),
  format,
  hasValue: (_env, value) => optional(value).present,
  indexOf: (_env, value, part, from) => indexOf(value, part, from),
  int: (_env, value) => toInt(value),
  join,
  keys: (env, value) => {
    env.budget.step();
    return sortedKeys(value);
  },
  last: (_env, items) => (list(items).length > 0 ? new Optional(true, list(items).at(-1)) : NONE),
  lastIndexOf: (_env, value, part, from) => lastIndexOf(value, part, from),
  lowerAscii: (_env, value) => str(value).replace(/[A-Z]/g, (char) => char.toLowerCase()),
  matches: (env, value, pattern) => matches(env, str(value), pattern),
  max: (_env, ...items) => most(items, (a, b) => a >= b),
  min: (_env, ...items) => most(items, (a, b) => a <= b),
  or: (_env, value, other) => (optional(value).present ? value : other),
  orValue: (_env, value, fallback) => (optional(value).present ? optional(value).value : fallback),
  quote: (_env, value) => JSON.stringify(str(value)),
  replace: (env, value, from, to, limit) =>
    replaceText(env, str(value), str(from), str(to), limit === undefined ? -1 : whole(limit)),
  size: (_env, value) => size(value),
  slice: (_env, value, from, to) => slice(value, from, to),
  split,
  startsWith: (_env, value, part) => str(value).startsWith(str(part)),
  string: (env, value) => {
    const out = toText(value);
    env.budget.chars(out.length);
    return out;
  },
  substring: (_env, value, from, to) => substring(value, from, to),
  timestamp: (_env, value) => time(typeof value === 'string' || value instanceof Date ? value : toInt(value)),
  toJSONPretty: (env, value, indent) =>
    indent === undefined ? dataFns.ToJSONPretty?.(env, value) : dataFns.ToJSONPretty?.(env, indent, value),
  trim: (_env, value) => str(value).trim(),
  trimPrefix: (_env, value, part) => (str(value).startsWith(str(part)) ? str(value).slice(str(part).length) : value),
  trimSuffix: (_env, value, part) =>
    str(part) !== '' && str(value).endsWith(str(part)) ? str(value).slice(0, -str(part).length) : value,
  type: (_env, value) => typeName(value),
  uint: (_env, value) => toInt(value),
  upperAscii: (_env, value) => str(value).replace(/[a-z]/g, (char) => char.toUpperCase()),
  value: (_env, value) => required(value),
  values,
};
