import type { ASTNode } from '@marcbachmann/cel-js';
import { AppError } from '@quarterdeck/contract';
import { failure, isAbsorbable } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import { int64 } from '../lib/numbers.ts';
import { isMap, isNumber, keyText, mapOf, member, NONE, Optional, typeName } from '../values.ts';
import { compileCall, compileMethod } from './calls.ts';
import type { Run } from './macros.ts';
import { operators } from './operators.ts';

/** Reads a field of a map; a missing one, and any of null, is null. */
function select(value: unknown, key: string): unknown {
  if (value instanceof Optional) return value.present ? selectOptional(value.value, key) : NONE;
  if (value === null) return null;
  if (isMap(value)) return member(value, key) ?? null;
  throw failure(`a ${typeName(value)} has no field ${key}`);
}

function selectOptional(value: unknown, key: unknown): Optional {
  const inner = value instanceof Optional ? (value.present ? value.value : null) : value;
  if (Array.isArray(inner)) {
    const item: unknown = isNumber(key) ? inner[Number(key)] : undefined;
    return item === undefined ? NONE : new Optional(true, item);
  }
  const found = isMap(inner) ? member(inner, keyText(key)) : undefined;
  return found === undefined ? NONE : new Optional(true, found);
}

function index(value: unknown, key: unknown): unknown {
  if (value instanceof Optional) return value.present ? selectOptional(value.value, key) : NONE;
  if (value === null) return null;
  if (isMap(value)) return member(value, keyText(key)) ?? null;
  if ((Array.isArray(value) || value instanceof Uint8Array) && isNumber(key) && Number.isInteger(Number(key))) {
    const item: unknown = value[Number(key)];
    return item ?? null;
  }
  throw failure(`no such overload: ${typeName(value)}[${typeName(key)}]`);
}

function boolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw failure(`expected a bool, got ${typeName(value)}`);
}

// The side that decides wins, even when the other one fails (CEL specification, logical operators).
function logical(left: Run, right: Run, deciding: boolean): Run {
  return (scope) => {
    let problem: unknown;
    try {
      if (boolean(left(scope)) === deciding) return deciding;
    } catch (error) {
      if (!isAbsorbable(error)) throw error;
      problem = error;
    }
    if (boolean(right(scope)) === deciding) return deciding;
    if (problem !== undefined) throw problem;
    return !deciding;
  };
}

function negate(value: unknown): unknown {
  if (typeof value === 'bigint') return int64(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof GoDuration) return new GoDuration(-value.nanoseconds);
  throw failure(`no such overload: -${typeName(value)}`);
}

function literal(value: unknown): unknown {
  const isUnsigned = typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
  return isUnsigned ? BigInt(String(value.valueOf())) : value;
}

function compileNode(node: ASTNode): Run {
  switch (node.op) {
    case 'value': {
      const value = literal(node.args);
      return () => value;
    }
    case 'id': {
      const name = node.args;
      return (scope) => scope.find(name) ?? null;
    }
    case '.': {
      const [target, key] = [compile(node.args[0]), node.args[1]];
      return (scope) => select(target(scope), key);
    }
    case '.?': {
      const [target, key] = [compile(node.args[0]), node.args[1]];
      return (scope) => selectOptional(target(scope), key);
    }
    case '[]': {
      const [target, key] = [compile(node.args[0]), compile(node.args[1])];
      return (scope) => index(target(scope), key(scope));
    }
    case '[?]': {
      const [target, key] = [compile(node.args[0]), compile(node.args[1])];
      return (scope) => selectOptional(target(scope), key(scope));
    }
    case 'call':
      return compileCall(node.args[0], node.args[1], compile);
    case 'rcall':
      return compileMethod(node.args[0], node.args[1], node.args[2], compile);
    case 'list': {
      const items = node.args.map(compile);
      return (scope) => items.map((item) => item(scope));
    }
    case 'map': {
      const entries = node.args.map(([key, value]) => [compile(key), compile(value)] as const);
      return (scope) => mapOf(entries.map(([key, value]) => [keyText(key(scope)), value(scope)]));
    }
    case '?:': {
      const [test, yes, no] = node.args.map(compile);
      return (scope) => (boolean(test?.(scope)) ? yes?.(scope) : no?.(scope));
    }
    case '||':
      return logical(compile(node.args[0]), compile(node.args[1]), true);
    case '&&':
      return logical(compile(node.args[0]), compile(node.args[1]), false);
    case '!_': {
      const operand = compile(node.args);
      return (scope) => !boolean(operand(scope));
    }
    case '-_': {
      const operand = compile(node.args);
      return (scope) => negate(operand(scope));
    }
    default:
      return compileBinary(node.op, node.args);
  }
}

function compileBinary(name: string, [first, second]: [ASTNode, ASTNode]): Run {
  const operator = operators[name];
  if (!operator) throw new AppError('EXPRESSION_SYNTAX', { message: `the operator ${name} is not known` });
  const [left, right] = [compile(first), compile(second)];
  return (scope) => operator(left(scope), right(scope), scope.env);
}

/** Compiles a parsed expression to a function of a scope. Every node that runs counts as a step of the budget. */
export function compile(node: ASTNode): Run {
  const run = compileNode(node);
  return (scope) => {
    scope.env.budget.step();
    return run(scope);
  };
}
