import { failure, isAbsorbable } from '../failure.ts';
import { sortList } from '../lib/coll.ts';
import { isMap, mapOf, typeName } from '../values.ts';
import { type Scope, withLocal } from './scope.ts';

/** A compiled part of an expression. */
export type Run = (scope: Scope) => unknown;

/** The parts of a macro call: the collection, the names of its variables, and its bodies, not yet run. */
export interface MacroCall {
  target: Run;
  variable: string;
  bodies: Run[];
}

type Macro = (call: MacroCall) => Run;

// A map is walked by its keys; a missing collection has no items.
function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (isMap(value)) return Object.keys(value);
  if (value === null) return [];
  throw failure(`cannot iterate over a ${typeName(value)}`);
}

function holds(body: Run | undefined, scope: Scope): boolean {
  const value = body?.(scope);
  if (typeof value !== 'boolean') throw failure(`a predicate must be a bool, got ${typeName(value)}`);
  return value;
}

function* scopes(call: MacroCall, scope: Scope): Generator<[item: unknown, inner: Scope]> {
  for (const item of items(call.target(scope))) {
    scope.env.budget.step();
    yield [item, withLocal(scope, call.variable, item)];
  }
}

function map(call: MacroCall): Run {
  const [first, second] = call.bodies;
  return (scope) => {
    const mapped: unknown[] = [];
    for (const [, inner] of scopes(call, scope)) {
      if (!second) mapped.push(first?.(inner));
      else if (holds(first, inner)) mapped.push(second(inner));
    }
    return mapped;
  };
}

function filter(call: MacroCall): Run {
  return (scope) => {
    const source = call.target(scope);
    const kept: unknown[] = [];
    for (const [item, inner] of scopes({ ...call, target: () => source }, scope)) {
      if (holds(call.bodies[0], inner)) kept.push(item);
    }
    return isMap(source) ? mapOf(kept.map((key) => [String(key), source[String(key)]])) : kept;
  };
}

// An error of one item does not matter when another item decides the answer (CEL's and/or).
function quantifier(deciding: boolean): Macro {
  return (call) => (scope) => {
    let problem: unknown;
    for (const [, inner] of scopes(call, scope)) {
      try {
        if (holds(call.bodies[0], inner) === deciding) return deciding;
      } catch (error) {
        if (!isAbsorbable(error)) throw error;
        problem ??= error;
      }
    }
    if (problem !== undefined) throw problem;
    return !deciding;
  };
}

function existsOne(call: MacroCall): Run {
  return (scope) => {
    let count = 0;
    for (const [, inner] of scopes(call, scope)) if (holds(call.bodies[0], inner)) count += 1;
    return count === 1;
  };
}

function sortBy(call: MacroCall): Run {
  return (scope) => {
    const source = items(call.target(scope));
    return sortList(scope.env, source, (item) => call.bodies[0]?.(withLocal(scope, call.variable, item)) ?? null);
  };
}

/** The macros that walk a collection: `list.map(x, body)`. Each has one variable and the given numbers of bodies. */
export const macros: Readonly<Record<string, { bodies: readonly number[]; compile: Macro }>> = {
  all: { bodies: [1], compile: quantifier(false) },
  exists: { bodies: [1], compile: quantifier(true) },
  exists_one: { bodies: [1], compile: existsOne },
  filter: { bodies: [1], compile: filter },
  map: { bodies: [1, 2], compile: map },
  sortBy: { bodies: [1], compile: sortBy },
};
