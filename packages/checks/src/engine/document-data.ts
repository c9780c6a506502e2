import { type Expressions, productExpressions } from './expressions.ts';

const HEADER = '# gotemplate:';
const BRACES_ONLY = `${HEADER} left-delim={{ right-delim=}}\n`;

/**
 * Runs the whole text of a file through the Go-template engine before it is parsed (contract checks §1.1, `--data`).
 * Only `{{ }}` counts, so that the `$(name)` of the checks stay for their runs; a header of the text's own wins.
 * Throws `TEMPLATE_SYNTAX` or `TEMPLATE_FAILED`.
 */
export function applyDocumentData(
  text: string,
  data: Record<string, unknown>,
  expressions: Expressions = productExpressions,
): Promise<string> {
  return expressions.renderTemplate(text.startsWith(HEADER) ? text : BRACES_ONLY + text, data);
}
