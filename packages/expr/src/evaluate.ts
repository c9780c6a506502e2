import { AppError, type Template } from '@quarterdeck/contract';
import { createBudget, type Limits } from './budget.ts';
import { compileCel, runCel } from './cel/cel.ts';
import { toAppError } from './failure.ts';
import { celToString } from './go/print.ts';
import type { Env } from './lib/env.ts';
import { withQueries } from './query/pending.ts';
import { runJavaScript } from './script/javascript.ts';
import { checkTemplateText, renderWith } from './template/render.ts';
import { isMap, mapOf, Optional } from './values.ts';

/** Names that expressions can read. Functions are called with their operands; use a bigint for an int of any size. */
export type Variables = Record<string, unknown>;

export interface EvaluateOptions {
  limits?: Limits;
  /** Milliseconds since the epoch. Default the system's clock. */
  now?: () => number;
}

/** Gives a failure of the library the code of a template. */
function asTemplateError(error: unknown): AppError {
  const known = toAppError(error, 'TEMPLATE_FAILED');
  if (known.code !== 'EXPRESSION_FAILED') return known;
  return new AppError('TEMPLATE_FAILED', { message: known.message, details: known.details, cause: known });
}

function evaluation<T>(options: EvaluateOptions, run: (env: Env) => T): Promise<T> {
  return withQueries(createBudget(options.limits), options.now ?? Date.now, run);
}

/** A value of an expression as plain JavaScript: safe ints are numbers, larger ones stay bigint; Dates and GoDurations stay. */
function native(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Optional) return value.present ? native(value.value) : null;
  if (Array.isArray(value)) return value.map(native);
  if (isMap(value)) return { ...mapOf(Object.entries(value).map(([key, item]) => [key, native(item)])) };
  return value ?? null;
}

/**
 * Evaluates a CEL expression. A missing key or variable is null (contract checks §1.6, later). Throws EXPRESSION_SYNTAX
 * with `details.position`, EXPRESSION_FAILED, EXPRESSION_LIMIT.
 */
export async function evaluateCel(
  expression: string,
  variables: Variables,
  options: EvaluateOptions = {},
): Promise<unknown> {
  return native(await evaluation(options, (env) => runCel(expression, variables, env)));
}

/** Renders a Go template, untrimmed. Throws TEMPLATE_SYNTAX, TEMPLATE_FAILED, EXPRESSION_LIMIT. */
export async function renderTemplate(
  text: string,
  variables: Variables,
  options: EvaluateOptions = {},
): Promise<string> {
  try {
    return await evaluation(options, (env) => renderWith(text, variables, env));
  } catch (error) {
    throw asTemplateError(error);
  }
}

function renderWithin(value: unknown, variables: Variables, env: Env): unknown {
  if (typeof value === 'string') return renderWith(value, variables, env).trim();
  if (Array.isArray(value)) return value.map((item) => renderWithin(item, variables, env));
  if (!isMap(value)) return value;
  return { ...mapOf(Object.entries(value).map(([key, item]) => [key, renderWithin(item, variables, env)])) };
}

/**
 * Renders every text within a value as a Go template and trims it. Keys, numbers and all else stay. The whole value
 * shares one budget. Errors as {@link renderTemplate}.
 */
export async function renderStruct<T>(value: T, variables: Variables, options: EvaluateOptions = {}): Promise<T> {
  try {
    return (await evaluation(options, (env) => renderWithin(value, variables, env))) as T;
  } catch (error) {
    throw asTemplateError(error);
  }
}

/**
 * Evaluates a Template object to text: javascript goes before template, template before expr; `jsonPath` alone and an
 * empty object yield the empty text (contract checks §1.6).
 */
export async function evaluate(
  template: Template,
  variables: Variables,
  options: EvaluateOptions = {},
): Promise<string> {
  if (template.javascript) {
    try {
      return await runJavaScript(template.javascript, variables, createBudget(options.limits));
    } catch (error) {
      throw toAppError(error, 'EXPRESSION_FAILED');
    }
  }
  if (template.template) return renderTemplate(template.template, variables, options);
  const { expr } = template;
  if (!expr) return '';
  return evaluation(options, (env) => {
    const text = celToString(runCel(expr, variables, env));
    env.budget.chars(text.length);
    return text;
  });
}

/**
 * Reads a Template object without running it; null when it can be read. The part that would be evaluated is read. A
 * script is not: it is compiled when it runs.
 */
export function checkTemplate(template: Template): AppError | null {
  try {
    if (template.javascript) return null;
    if (template.template) checkTemplateText(template.template);
    else if (template.expr) compileCel(template.expr);
    return null;
  } catch (error) {
    return toAppError(error, template.template ? 'TEMPLATE_SYNTAX' : 'EXPRESSION_SYNTAX');
  }
}
