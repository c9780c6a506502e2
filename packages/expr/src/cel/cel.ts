import { Environment, ParseError } from '@marcbachmann/cel-js';
import { AppError } from '@quarterdeck/contract';
import { toAppError } from '../failure.ts';
import type { Env } from '../lib/env.ts';
import { createLru } from '../lru.ts';
import { compile } from './compile.ts';
import type { Run } from './macros.ts';
import { rootScope } from './scope.ts';

const MAX_EXPRESSION_CHARS = 100_000;

// Only the library's parser is used. Its evaluator cannot be given a budget, reads a missing key as an error, keeps
// ints and doubles apart in arithmetic, and matches with backtracking regular expressions.
const parser = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  limits: { maxAstNodes: 20_000, maxDepth: 200 },
});

function syntaxError(error: unknown): AppError {
  if (!(error instanceof ParseError)) return toAppError(error, 'EXPRESSION_SYNTAX');
  const position = error.range?.start;
  return new AppError('EXPRESSION_SYNTAX', {
    message: error.summary,
    details: position === undefined ? {} : { position },
    cause: error,
  });
}

const compiled = createLru<Run>(500, (source) => {
  try {
    return compile(parser.parse(source).ast);
  } catch (error) {
    throw syntaxError(error);
  }
});

/**
 * Reads a CEL expression. Line breaks count as spaces (contract checks §1.6), so a position in the details of an
 * EXPRESSION_SYNTAX error is an offset into the given text.
 */
export function compileCel(source: string): Run {
  if (source.length > MAX_EXPRESSION_CHARS) {
    throw new AppError('EXPRESSION_LIMIT', {
      message: `the expression is longer than ${MAX_EXPRESSION_CHARS} characters`,
    });
  }
  return compiled(source.replace(/[\r\n]/g, ' '));
}

/** Runs a CEL expression over variables in the library's value domain. Throws AppErrors. */
export function runCel(source: string, variables: Record<string, unknown>, env: Env): unknown {
  return compileCel(source)(rootScope(env, variables));
}
