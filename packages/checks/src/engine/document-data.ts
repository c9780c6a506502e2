import { type Expressions, productExpressions } from './expressions.ts';

/**
 * Runs the whole text of a file through the Go-template engine before it is parsed (contract checks §1.1, `--data`).
 * Throws `TEMPLATE_SYNTAX` or `TEMPLATE_FAILED`.
 */
export function applyDocumentData(
  text: string,
  data: Record<string, unknown>,
  expressions: Expressions = productExpressions,
): Promise<string> {
  return expressions.renderTemplate(text, data);
}
