import type { Env } from '../lib/env.ts';

/** Where an expression finds its names: the variables of a comprehension over the given ones. */
export interface Scope {
  readonly env: Env;
  /** undefined means that no such name exists. */
  find(name: string): unknown;
  /** Whether the name is a variable of a comprehension, which hides namespaces and functions. */
  isLocal(name: string): boolean;
}

/** The outermost scope over the caller's variables. Only own members are seen. */
export function rootScope(env: Env, variables: Record<string, unknown>): Scope {
  return {
    env,
    find: (name) => (Object.hasOwn(variables, name) ? (variables[name] ?? null) : undefined),
    isLocal: () => false,
  };
}

/** A scope with one more name. */
export function withLocal(outer: Scope, local: string, value: unknown): Scope {
  return {
    env: outer.env,
    find: (name) => (name === local ? value : outer.find(name)),
    isLocal: (name) => name === local || outer.isLocal(name),
  };
}
