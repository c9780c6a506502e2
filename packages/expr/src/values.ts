import { failure } from './failure.ts';
import { GoDuration } from './go/duration.ts';

/**
 * The values that expressions and templates work on: null, booleans, bigint (int), number (double), string,
 * Uint8Array (bytes), Date (timestamp), {@link GoDuration}, arrays, and objects as maps with text keys. Numbers that
 * come from JSON are doubles, as in Go; a caller passes a bigint where a value must print as an integer of any size.
 */
export type ValueMap = Record<string, unknown>;

/** A value that may be absent, as CEL's optional types make them. */
export class Optional {
  readonly present: boolean;
  readonly value: unknown;

  constructor(present: boolean, value: unknown) {
    this.present = present;
    this.value = value;
  }
}

/** The optional without a value. */
export const NONE = new Optional(false, null);

export type TypeName =
  | 'null_type'
  | 'bool'
  | 'int'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'optional'
  | 'function';

/** The CEL name of a value's type. */
export function typeName(value: unknown): TypeName {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    case 'function':
      return 'function';
    case 'object':
      if (value === null) return 'null_type';
      if (Array.isArray(value)) return 'list';
      if (value instanceof Date) return 'timestamp';
      if (value instanceof GoDuration) return 'duration';
      if (value instanceof Uint8Array) return 'bytes';
      if (value instanceof Optional) return 'optional';
      return 'map';
    default:
      return 'null_type';
  }
}

export function isMap(value: unknown): value is ValueMap {
  return typeName(value) === 'map';
}

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A map without a prototype, so that no key of it can mean anything. */
export function emptyMap(): ValueMap {
  return Object.create(null) as ValueMap;
}

/** Makes a map from pairs; any key, even `__proto__`, is only a key. */
export function mapOf(entries: Iterable<readonly [string, unknown]>): ValueMap {
  const map = emptyMap();
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** Reads an own member; undefined when there is none. Never reaches a prototype or a method. */
export function member(map: ValueMap, key: string): unknown {
  return Object.hasOwn(map, key) ? (map[key] ?? null) : undefined;
}

/** The text that a map key is stored under. Ints and bools may be keys, as in CEL. */
export function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  if (isNumber(key) || typeof key === 'boolean') return String(key);
  throw failure(`a ${typeName(key)} cannot be a map key`);
}

/** Equality across numeric types, deep for lists and maps. Values of other differing types are unequal. */
export function equals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  // The comparisons of a bigint with a number are exact, unlike a conversion of either.
  if (isNumber(left) && isNumber(right)) return left <= right && left >= right;
  const type = typeName(left);
  if (type !== typeName(right)) return false;
  if (type === 'null_type') return true;
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  if (left instanceof GoDuration && right instanceof GoDuration) return left.nanoseconds === right.nanoseconds;
  if (left instanceof Optional && right instanceof Optional) {
    return left.present === right.present && equals(left.value, right.value);
  }
  if (Array.isArray(left) && Array.isArray(right)) return equalLists(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return equalLists([...left], [...right]);
  return isMap(left) && isMap(right) && equalMaps(left, right);
}

function equalLists(left: unknown[], right: unknown[]): boolean {
  return left.length === right.length && left.every((item, i) => equals(item, right[i]));
}

function equalMaps(left: ValueMap, right: ValueMap): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equals(left[key], right[key]));
}

/**
 * Orders two values of one type (numbers of any type); NaN when one of them is NaN, so that no comparison holds. Throws
 * EXPRESSION_FAILED for values without an order.
 */
export function compare(left: unknown, right: unknown): number {
  if (isNumber(left) && isNumber(right)) return left < right ? -1 : left > right ? 1 : left >= right ? 0 : Number.NaN;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  if (left instanceof GoDuration && right instanceof GoDuration) return compare(left.nanoseconds, right.nanoseconds);
  throw failure(`cannot compare ${typeName(left)} with ${typeName(right)}`);
}

/**
 * A copy that plain JavaScript understands: ints become numbers when that is exact (else texts), absent optionals null,
 * bytes text. Dates and durations stay.
 */
export function toNative(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Optional) return value.present ? toNative(value.value) : null;
  if (Array.isArray(value)) return value.map(toNative);
  if (isMap(value)) {
    const copy: ValueMap = {};
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(copy, key, { value: toNative(item), enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
  if (typeof value === 'function' || value === undefined) return null;
  return value;
}
