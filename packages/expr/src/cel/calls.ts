import type { ASTNode } from '@marcbachmann/cel-js';
import { AppError } from '@quarterdeck/contract';
import { failure } from '../failure.ts';
import { namespaced, namespaces } from '../lib/library.ts';
import { isMap, member, NONE, Optional, typeName } from '../values.ts';
import { celFns } from './functions.ts';
import { macros, type Run } from './macros.ts';
import type { Scope } from './scope.ts';
import { withLocal } from './scope.ts';

type Compile = (node: ASTNode) => Run;

function syntax(message: string, node?: ASTNode): AppError {
  return new AppError('EXPRESSION_SYNTAX', { message, details: node ? { position: node.start } : {} });
}

function compileHas(node: ASTNode | undefined, compile: Compile): Run {
  if (node?.op !== '.' && node?.op !== '.?') throw syntax('has() needs a field, as in has(a.b)', node);
  const [target, key] = [compile(node.args[0]), node.args[1]];
  return (scope) => {
    const value = target(scope);
    const inner = value instanceof Optional ? value.value : value;
    return isMap(inner) && member(inner, key) !== undefined;
  };
}

function call(scope: Scope, name: string, operands: unknown[]): unknown {
  const fn = Object.hasOwn(celFns, name) ? celFns[name] : undefined;
  if (!fn) throw failure(`the function ${name} is not known`);
  return fn(scope.env, ...operands) ?? null;
}

/** Compiles `name(operands)`: a variable that is a function goes first, then the library. */
export function compileCall(name: string, args: ASTNode[], compile: Compile): Run {
  if (name === 'has') return compileHas(args[0], compile);
  const operands = args.map(compile);
  return (scope) => {
    const values = operands.map((operand) => operand(scope));
    const variable = scope.find(name);
    if (typeof variable === 'function') return variable(...values) ?? null;
    // A name used with empty brackets may be plain data, as `last_result()`.
    if (variable !== undefined && values.length === 0 && !Object.hasOwn(celFns, name)) return variable;
    return call(scope, name, values);
  };
}

function dotted(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args;
  if (node.op !== '.') return undefined;
  const outer = dotted(node.args[0]);
  return outer === undefined ? undefined : `${outer}.${node.args[1]}`;
}

function compileMacro(name: string, target: ASTNode, args: ASTNode[], compile: Compile): Run | undefined {
  const macro = Object.hasOwn(macros, name) ? macros[name] : undefined;
  const [variable, ...bodies] = args;
  if (!macro?.bodies.includes(bodies.length) || variable?.op !== 'id') return undefined;
  return macro.compile({ target: compile(target), variable: variable.args, bodies: bodies.map(compile) });
}

function compileBind(args: ASTNode[], compile: Compile): Run {
  const [variable, value, body] = args;
  if (variable?.op !== 'id' || !value || !body) throw syntax('cel.bind needs a name, a value and a body', variable);
  const [name, made, inner] = [variable.args, compile(value), compile(body)];
  return (scope) => inner(withLocal(scope, name, made(scope)));
}

function ofOptional(name: string, operands: Run[]): Run | undefined {
  if (name === 'none') return () => NONE;
  if (name === 'of') return (scope) => new Optional(true, operands[0]?.(scope));
  if (name !== 'ofNonZeroValue') return undefined;
  return (scope) => {
    const value = operands[0]?.(scope);
    return value ? new Optional(true, value) : NONE;
  };
}

/** Compiles `target.name(operands)`: a macro, a function of a namespace, a function held in a map, or a method. */
export function compileMethod(name: string, target: ASTNode, args: ASTNode[], compile: Compile): Run {
  const namespace = dotted(target);
  if (namespace === 'cel' && name === 'bind') return compileBind(args, compile);
  const macro = compileMacro(name, target, args, compile);
  if (macro) return macro;
  const operands = args.map(compile);
  const optional = namespace === 'optional' ? ofOptional(name, operands) : undefined;
  if (optional) return optional;
  const fn = namespace === undefined ? undefined : namespaced(namespace, name);
  const root = namespace?.split('.')[0] ?? '';
  const receiver = compile(target);
  return (scope) => {
    if (fn && !scope.isLocal(root)) return fn(scope.env, ...operands.map((operand) => operand(scope))) ?? null;
    const value = receiver(scope);
    const held = isMap(value) ? member(value, name) : undefined;
    const values = operands.map((operand) => operand(scope));
    if (typeof held === 'function') return held(...values) ?? null;
    if (value === null && namespace !== undefined && Object.hasOwn(namespaces, namespace)) {
      throw failure(`the function ${namespace}.${name} is not known`);
    }
    if (!Object.hasOwn(celFns, name)) throw failure(`a ${typeName(value)} has no method ${name}`);
    return call(scope, name, [value, ...values]);
  };
}
