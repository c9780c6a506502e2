import type { Template } from '@quarterdeck/contract';
import { evaluate, renderTemplate } from '@quarterdeck/expr';

/** Variables of an expression by name; a value may be a function. */
export type Variables = Record<string, unknown>;

/** What the engine needs of the expression languages. */
export interface Expressions {
  /** Evaluates whichever language the template sets; its output as text. */
  evaluate(template: Template, variables: Variables): Promise<string>;
  /** Renders a Go template with both delimiters. */
  renderTemplate(text: string, variables: Variables): Promise<string>;
}

/** The languages of `@quarterdeck/expr`. */
export const productExpressions: Expressions = { evaluate, renderTemplate };

/** Whether a template has anything to evaluate. */
export function hasTemplate(template: Template | undefined): template is Template {
  return Boolean(template?.template || template?.expr || template?.javascript || template?.jsonPath);
}
