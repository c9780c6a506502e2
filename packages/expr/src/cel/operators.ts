import { failure } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import type { Env } from '../lib/env.ts';
import { int64 } from '../lib/numbers.ts';
import { compare, equals, isMap, isNumber, keyText, member, typeName } from '../values.ts';

type Operator = (left: unknown, right: unknown, env: Env) => unknown;

function noOverload(operator: string, left: unknown, right: unknown) {
  return failure(`no such overload: ${typeName(left)} ${operator} ${typeName(right)}`);
}

function arithmetic(
  operator: string,
  ints: (a: bigint, b: bigint) => bigint,
  doubles: (a: number, b: number) => number,
): Operator {
  return (left, right) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') return int64(ints(left, right));
    // Numbers from JSON are doubles; with an int literal they meet as doubles.
    if (isNumber(left) && isNumber(right)) return doubles(Number(left), Number(right));
    throw noOverload(operator, left, right);
  };
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw failure('division by zero');
  return value;
}

const addNumbers = arithmetic(
  '+',
  (a, b) => a + b,
  (a, b) => a + b,
);
const subtractNumbers = arithmetic(
  '-',
  (a, b) => a - b,
  (a, b) => a - b,
);

function shift(time: Date, by: bigint): Date {
  const shifted = new Date(time.getTime() + Number(by / 1_000_000n));
  if (Number.isNaN(shifted.getTime())) throw failure('the time is out of range');
  return shifted;
}

function add(left: unknown, right: unknown, env: Env): unknown {
  if (typeof left === 'string' && typeof right === 'string') {
    env.budget.chars(left.length + right.length);
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    env.budget.step(left.length + right.length);
    return [...left, ...right];
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    env.budget.chars(left.length + right.length);
    return new Uint8Array([...left, ...right]);
  }
  if (left instanceof GoDuration && right instanceof GoDuration)
    return new GoDuration(left.nanoseconds + right.nanoseconds);
  if (left instanceof Date && right instanceof GoDuration) return shift(left, right.nanoseconds);
  if (left instanceof GoDuration && right instanceof Date) return shift(right, left.nanoseconds);
  return addNumbers(left, right, env);
}

function subtract(left: unknown, right: unknown, env: Env): unknown {
  if (left instanceof GoDuration && right instanceof GoDuration)
    return new GoDuration(left.nanoseconds - right.nanoseconds);
  if (left instanceof Date && right instanceof GoDuration) return shift(left, -right.nanoseconds);
  if (left instanceof Date && right instanceof Date) return new GoDuration(left.getTime() - right.getTime());
  return subtractNumbers(left, right, env);
}

function contains(left: unknown, right: unknown, env: Env): boolean {
  if (Array.isArray(right)) {
    env.budget.step(right.length);
    return right.some((item) => equals(item, left));
  }
  if (isMap(right)) return member(right, keyText(left)) !== undefined;
  if (typeof right === 'string' && typeof left === 'string') return right.includes(left);
  if (right === null) return false;
  throw noOverload('in', left, right);
}

/** The binary operators of CEL that evaluate both sides. */
export const operators: Readonly<Record<string, Operator>> = {
  '==': (left, right) => equals(left, right),
  '!=': (left, right) => !equals(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '+': add,
  '-': subtract,
  '*': arithmetic(
    '*',
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  '/': arithmetic(
    '/',
    (a, b) => a / nonZero(b),
    (a, b) => a / b,
  ),
  '%': arithmetic(
    '%',
    (a, b) => a % nonZero(b),
    (a, b) => a % b,
  ),
  in: contains,
};
