import type { Budget } from '../budget.ts';
import { failure } from '../failure.ts';
import { GoDuration, parseGoDuration } from '../go/duration.ts';
import { goPrint } from '../go/print.ts';
import { parseTimestamp } from '../go/time.ts';
import { isMap, typeName, type ValueMap } from '../values.ts';

/** What the functions of the library need of the world. */
export interface Env {
  readonly budget: Budget;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a query of a language that cannot be interrupted in this thread. */
  query(language: 'jq' | 'jsonpath', expression: string, data: unknown): unknown;
}

/** A function of the library. As a method, the receiver is the first operand. */
export type Fn = (env: Env, ...operands: unknown[]) => unknown;

/** Functions by name. */
export type Fns = Readonly<Record<string, Fn>>;

/** An operand as text, printed as Go prints it; null is empty. */
export function text(value: unknown): string {
  return value === null || value === undefined ? '' : goPrint(value);
}

/** An operand that must be a text. */
export function str(value: unknown): string {
  if (typeof value === 'string') return value;
  throw failure(`expected a string, got ${typeName(value)}`);
}

/** An operand as a list; null is the empty list. */
export function list(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw failure(`expected a list, got ${typeName(value)}`);
}

/** An operand as a map; null is the empty map. */
export function map(value: unknown): ValueMap {
  if (value === null || value === undefined) return {};
  if (isMap(value)) return value;
  throw failure(`expected a map, got ${typeName(value)}`);
}

/** An operand as a number; texts of numbers count. */
export function num(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isNaN(read)) throw failure(`expected a number, got ${JSON.stringify(text(value).slice(0, 50))}`);
  return read;
}

/** An operand as a whole number for indexes and counts. */
export function whole(value: unknown): number {
  return Math.trunc(num(value));
}

/** An operand as a duration: a duration, a text like `1h30m`, or a number of the given milliseconds. */
export function duration(value: unknown, unitMs = 1000): GoDuration {
  if (value instanceof GoDuration) return value;
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return parseGoDuration(value);
  return new GoDuration(num(value) * unitMs);
}

/** An operand as an instant: a timestamp, an RFC 3339 text, or seconds since the epoch. */
export function time(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === 'string') return parseTimestamp(value);
  const date = new Date(num(value) * 1000);
  if (Number.isNaN(date.getTime())) throw failure('the time is out of range');
  return date;
}

/** Whether a value counts as true in a template condition: not null, false, zero or empty. */
export function truthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '' || value === 0 || value === 0n)
    return false;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
  if (value instanceof GoDuration) return value.nanoseconds !== 0n;
  return isMap(value) ? Object.keys(value).length > 0 : true;
}
