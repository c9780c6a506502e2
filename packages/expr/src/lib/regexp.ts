import { RE2JS } from 're2js';
import { failure, limitReached } from '../failure.ts';
import { createLru } from '../lru.ts';
import { type Env, type Fns, text, whole } from './env.ts';

const MAX_PATTERN = 2000;
const MAX_WORK = 40_000_000;

const compiled = createLru(200, (pattern) => {
  if (pattern.length > MAX_PATTERN) throw limitReached(`${MAX_PATTERN} characters in a regular expression`);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw failure(`the regular expression cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
});

/**
 * Reads a regular expression of a document into a test for a partial match, as Go reads it. The engine takes time in
 * proportion to pattern and input, so no pattern can hang. Throws EXPRESSION_FAILED for a pattern that cannot be read,
 * EXPRESSION_LIMIT for one of too many characters.
 */
export function compileRegex(pattern: string): (input: string) => boolean {
  const program = compiled(pattern);
  return (input) => program.matcher(input).find();
}

// RE2 takes time in proportion to pattern times input, never more; that product is what has to be bounded.
function regex(env: Env, pattern: unknown, input: string): RE2JS {
  const program = compiled(text(pattern));
  const work = program.programSize() * input.length;
  if (work > MAX_WORK) throw limitReached('size for a regular expression');
  env.budget.step(Math.ceil(work / 64));
  return program;
}

/** Whether a RE2 pattern occurs in a text (partial match), as CEL's `matches`. */
export function matches(env: Env, input: string, pattern: unknown): boolean {
  return regex(env, pattern, input).matcher(input).find();
}

function findAll(env: Env, pattern: unknown, input: string, limit: number): string[] {
  const matcher = regex(env, pattern, input).matcher(input);
  const found: string[] = [];
  while (found.length !== limit && matcher.find()) {
    env.budget.step();
    found.push(matcher.group() ?? '');
  }
  return found;
}

/** A replacement as Go reads it: `$1`, `$name` and `${name}` are groups, `$$` is a dollar; an unknown group is empty. */
function expand(replacement: string, group: (name: string) => string): string {
  return replacement.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (all, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    return name === undefined ? all.slice(1) : group(name);
  });
}

function replace(env: Env, pattern: unknown, input: string, made: (group: (name: string) => string) => string): string {
  const program = regex(env, pattern, input);
  const matcher = program.matcher(input);
  const names = program.namedGroups();
  const groupOf = (name: string): string => {
    const index = /^\d+$/.test(name) ? Number(name) : Object.hasOwn(names, name) ? names[name] : undefined;
    return index === undefined || index > matcher.groupCount() ? '' : (matcher.group(index) ?? '');
  };
  let out = '';
  let last = 0;
  while (matcher.find()) {
    env.budget.step();
    const part = input.slice(last, matcher.start()) + made(groupOf);
    env.budget.chars(part.length);
    out += part;
    last = matcher.end();
  }
  return out + input.slice(last);
}

function split(env: Env, pattern: unknown, input: string, limit: number): string[] {
  const matcher = regex(env, pattern, input).matcher(input);
  const parts: string[] = [];
  let last = 0;
  while (parts.length + 1 !== limit && matcher.find()) {
    env.budget.step();
    if (matcher.end() === 0 || matcher.start() === input.length) continue;
    parts.push(input.slice(last, matcher.start()));
    last = matcher.end();
  }
  return [...parts, input.slice(last)];
}

/** `regexp.*` of gomplate: linear-time, so no pattern can hang. The input comes last. */
export const regexpFns: Fns = {
  Find: (env, pattern, input) => findAll(env, pattern, text(input), 1)[0] ?? '',
  FindAll: (env, pattern, a, b) =>
    b === undefined ? findAll(env, pattern, text(a), -1) : findAll(env, pattern, text(b), whole(a)),
  Match: (env, pattern, input) => matches(env, text(input), pattern),
  QuoteMeta: (_env, input) => RE2JS.quote(text(input)),
  Replace: (env, pattern, replacement, input) =>
    replace(env, pattern, text(input), (group) => expand(text(replacement), group)),
  ReplaceLiteral: (env, pattern, replacement, input) => replace(env, pattern, text(input), () => text(replacement)),
  Split: (env, pattern, a, b) =>
    b === undefined ? split(env, pattern, text(a), -1) : split(env, pattern, text(b), whole(a)),
};
