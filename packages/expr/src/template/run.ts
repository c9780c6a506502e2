import { AppError } from '@quarterdeck/contract';
import { failure, isAbsorbable, toAppError } from '../failure.ts';
import { goPrint } from '../go/print.ts';
import { type Env, truthy } from '../lib/env.ts';
import { isMap, isNumber, member } from '../values.ts';
import type { Command, Node, Operand, ParsedTemplate, Pipeline } from './ast.ts';
import { templateFunction } from './functions.ts';
import { methodOf } from './methods.ts';

interface Local {
  name: string;
  value: unknown;
}

interface Frame {
  env: Env;
  data: Record<string, unknown>;
  dot: unknown;
  locals: Local[];
  defined: Map<string, Node[]>;
  depth: number;
  out: string[];
}

type Signal = 'break' | 'continue' | undefined;

const MAX_CALLS = 100;
const NO_VALUE = '<no value>';

// A missing member of a map is undefined and prints as no value; so does what hangs below it.
function field(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => {
    const here = typeof at === 'function' ? at() : at;
    if (here === null || here === undefined) return undefined;
    const method = methodOf(here, name);
    if (method !== undefined) return method;
    if (!isMap(here)) throw failure(`there is no field ${name} in this value`);
    return member(here, name);
  }, value);
}

function called(value: unknown, operands: unknown[]): unknown {
  return typeof value === 'function' ? value(...operands) : value;
}

function named(frame: Frame, operand: Extract<Operand, { kind: 'name' }>, operands: unknown[]): unknown {
  const { name, path } = operand;
  if ((name === 'and' || name === 'or') && path.length === 0) return lastOf(name, operands);
  const found = templateFunction(name, path);
  const known = Object.hasOwn(frame.data, name) ? frame.data[name] : undefined;
  // A function of a namespace wins over a variable of that name only when the variable has no such member.
  const value = known === undefined ? undefined : path.length === 0 ? known : memberOrNothing(known, path);
  if (value !== undefined || (known !== undefined && !found)) return called(value, operands);
  // What follows a function's name is read from its value, and operands are for a method found there.
  if (found && found.rest.length > 0) return called(field(found.fn(frame.env), found.rest), operands);
  if (found) return found.fn(frame.env, ...operands);
  if (path.length === 0 && known === undefined) throw failure(`function ${JSON.stringify(name)} not defined`);
  throw failure(`function ${JSON.stringify([name, ...path].join('.'))} not defined`);
}

function memberOrNothing(value: unknown, path: readonly string[]): unknown {
  try {
    return field(value, path);
  } catch (error) {
    if (isAbsorbable(error)) return undefined;
    throw error;
  }
}

function lastOf(name: 'and' | 'or', operands: unknown[]): unknown {
  return operands.find((value) => truthy(value) === (name === 'or')) ?? operands.at(-1);
}

function evaluateOperand(frame: Frame, operand: Operand, operands: unknown[] = []): unknown {
  frame.env.budget.step();
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'dot':
      return frame.dot;
    case 'variable': {
      if (operand.name === '$') return frame.data;
      const local = frame.locals.findLast(({ name }) => name === operand.name);
      if (!local) throw failure(`undefined variable ${operand.name}`);
      return local.value;
    }
    case 'field':
      return called(field(evaluateOperand(frame, operand.target), operand.path), operands);
    case 'name':
      return named(frame, operand, operands);
    case 'pipeline':
      return runPipeline(frame, operand.pipeline);
  }
}

function shortcut(frame: Frame, name: string, operands: Operand[], piped: unknown[]): unknown {
  let value: unknown;
  for (const operand of operands) {
    value = evaluateOperand(frame, operand);
    if (truthy(value) === (name === 'or')) return value;
  }
  return piped.length > 0 ? piped[0] : value;
}

function runCommand(frame: Frame, command: Command, piped: unknown[]): unknown {
  const [head, ...rest] = command.operands;
  if (!head) throw failure('the command is empty');
  if (head.kind === 'name' && head.path.length === 0 && (head.name === 'and' || head.name === 'or')) {
    return shortcut(frame, head.name, rest, piped);
  }
  const operands = [...rest.map((operand) => evaluateOperand(frame, operand) ?? null), ...piped];
  if (operands.length > 0 && (head.kind === 'literal' || head.kind === 'dot'))
    throw failure('operands after a value that is not a function');
  return evaluateOperand(frame, head, operands);
}

function runPipeline(frame: Frame, pipeline: Pipeline): unknown {
  let piped: unknown[] = [];
  for (const command of pipeline.commands) {
    try {
      piped = [runCommand(frame, command, piped)];
    } catch (error) {
      throw located(error, command.at);
    }
  }
  return piped[0];
}

function located(error: unknown, position: number): AppError | unknown {
  if (!isAbsorbable(error)) return error;
  const { message } = toAppError(error, 'TEMPLATE_FAILED');
  return new AppError('TEMPLATE_FAILED', { message, details: { position }, cause: error });
}

function bind(frame: Frame, pipeline: Pipeline, values: unknown[]): void {
  const names = pipeline.declares;
  const given = names.length === 1 ? values.slice(-1) : values;
  for (const [i, name] of names.entries()) {
    const value = given[i] ?? null;
    const known = pipeline.assigns ? frame.locals.findLast((local) => local.name === name) : undefined;
    if (pipeline.assigns && !known) throw located(failure(`undefined variable ${name}`), 0);
    if (known) known.value = value;
    else frame.locals.push({ name, value });
  }
}

function write(frame: Frame, text: string): void {
  frame.env.budget.chars(text.length);
  frame.out.push(text);
}

function entries(env: Env, value: unknown): [unknown, unknown][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((item, i) => [BigInt(i), item]);
  if (isNumber(value)) {
    const count = Math.max(0, Math.trunc(Number(value)));
    env.budget.step(count);
    return Array.from({ length: count }, (_, i) => [BigInt(i), BigInt(i)]);
  }
  if (isMap(value))
    return Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]);
  throw new AppError('TEMPLATE_FAILED', { message: 'range cannot iterate over this value' });
}

function runRange(frame: Frame, node: Extract<Node, { kind: 'if' | 'with' | 'range' }>): Signal {
  const items = entries(frame.env, runPipeline(frame, node.pipeline));
  if (items.length === 0) return runNodes({ ...frame, locals: [...frame.locals] }, node.otherwise);
  for (const [key, item] of items) {
    frame.env.budget.step();
    const inner: Frame = { ...frame, dot: item, locals: [...frame.locals] };
    bind(inner, node.pipeline, [key, item]);
    if (runNodes(inner, node.body) === 'break') break;
  }
  return undefined;
}

function runNode(frame: Frame, node: Node): Signal {
  frame.env.budget.step();
  switch (node.kind) {
    case 'text':
      write(frame, node.text);
      return undefined;
    case 'output': {
      const value = runPipeline(frame, node.pipeline);
      if (node.pipeline.declares.length > 0) bind(frame, node.pipeline, [value]);
      else {
        const shown = typeof value === 'function' ? value() : value;
        write(frame, shown === undefined || shown === null ? NO_VALUE : goPrint(shown));
      }
      return undefined;
    }
    case 'range':
      return runRange(frame, node);
    case 'if':
    case 'with': {
      const value = runPipeline(frame, node.pipeline);
      const yes = truthy(typeof value === 'function' ? value() : value);
      const inner: Frame = {
        ...frame,
        locals: [...frame.locals],
        dot: node.kind === 'with' && yes ? value : frame.dot,
      };
      bind(inner, node.pipeline, [value]);
      return runNodes(inner, yes ? node.body : node.otherwise);
    }
    case 'template': {
      const body = frame.defined.get(node.name);
      if (!body)
        throw new AppError('TEMPLATE_FAILED', {
          message: `template ${JSON.stringify(node.name)} not defined`,
          details: { position: node.at },
        });
      if (frame.depth >= MAX_CALLS)
        throw new AppError('EXPRESSION_LIMIT', { message: 'templates call each other too deeply' });
      const dot = node.pipeline ? runPipeline(frame, node.pipeline) : null;
      runNodes({ ...frame, dot, locals: [], depth: frame.depth + 1 }, body);
      return undefined;
    }
    default:
      return node.kind;
  }
}

function runNodes(frame: Frame, nodes: Node[]): Signal {
  for (const node of nodes) {
    const signal = runNode(frame, node);
    if (signal) return signal;
  }
  return undefined;
}

/** Runs a parsed template over variables. Throws TEMPLATE_FAILED with a position, or EXPRESSION_LIMIT. */
export function runTemplate(template: ParsedTemplate, data: Record<string, unknown>, env: Env): string {
  const out: string[] = [];
  runNodes({ env, data, dot: data, locals: [], defined: template.defined, depth: 0, out }, template.body);
  return out.join('');
}
