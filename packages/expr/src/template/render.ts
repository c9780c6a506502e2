import { AppError } from '@quarterdeck/contract';
import { toAppError } from '../failure.ts';
import type { Env } from '../lib/env.ts';
import { createLru } from '../lru.ts';
import type { ParsedTemplate } from './ast.ts';
import type { Delimiters } from './lexer.ts';
import { parseTemplate } from './parser.ts';
import { runTemplate } from './run.ts';

const PASSES: readonly Delimiters[] = [
  { left: '{{', right: '}}' },
  { left: '$(', right: ')' },
];
const HEADER = /^#\s*gotemplate:[^\S\n]*([^\n]*)(?:\n|$)/;
const MAX_TEMPLATE_CHARS = 2_000_000;
// Longer texts are mostly made by a first pass and never seen again.
const MAX_CACHED_CHARS = 20_000;

function parseNow(source: string, delimiters: Delimiters): ParsedTemplate {
  try {
    return parseTemplate(source, delimiters);
  } catch (error) {
    throw toAppError(error, 'TEMPLATE_SYNTAX');
  }
}

const parsed = createLru<ParsedTemplate>(500, (key) => {
  const [left = '', right = '', ...source] = key.split('\n');
  return parseNow(source.join('\n'), { left, right });
});

function option(header: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}=("[^"]+"|\\S+)`).exec(header)?.[1]?.replace(/^"|"$/g, '');
}

/** The text without its header comment, and the delimiters of each pass over it. */
function plan(source: string): { body: string; passes: readonly Delimiters[]; offset: number } {
  const found = HEADER.exec(source);
  if (!found) return { body: source, passes: PASSES, offset: 0 };
  const [left, right] = [option(found[1] ?? '', 'left-delim'), option(found[1] ?? '', 'right-delim')];
  if (!left || !right) return { body: source, passes: PASSES, offset: 0 };
  return { body: source.slice(found[0].length), passes: [{ left, right }], offset: found[0].length };
}

function parse(source: string, delimiters: Delimiters): ParsedTemplate {
  if (source.length > MAX_TEMPLATE_CHARS)
    throw new AppError('EXPRESSION_LIMIT', { message: 'the template is too long' });
  if (source.length > MAX_CACHED_CHARS) return parseNow(source, delimiters);
  return parsed(`${delimiters.left}\n${delimiters.right}\n${source}`);
}

/**
 * Renders a text as a Go template, once with the marks `{{ }}` and once with `$( )`, unless a first line
 * `# gotemplate: left-delim=.. right-delim=..` names other marks (contract checks §1.6). Every variable is a function
 * too, so that `{{name}}` and `{{.name}}` are the same. Throws TEMPLATE_SYNTAX, TEMPLATE_FAILED, EXPRESSION_LIMIT.
 */
export function renderWith(source: string, variables: Record<string, unknown>, env: Env): string {
  const { body, passes } = plan(source);
  let text = body;
  for (const delimiters of passes) {
    if (text.includes(delimiters.left)) text = runTemplate(parse(text, delimiters), variables, env);
  }
  return text;
}

/** Reads a template without running it. Its second pass can be read only when the first has nothing to do. */
export function checkTemplateText(source: string): void {
  const { body, passes, offset } = plan(source);
  const [first, second] = passes;
  try {
    if (first && body.includes(first.left)) parse(body, first);
    else if (second && body.includes(second.left)) parse(body, second);
  } catch (error) {
    const known = toAppError(error, 'TEMPLATE_SYNTAX');
    const position = known.details.position;
    if (typeof position !== 'number') throw known;
    throw new AppError(known.code, { message: known.message, details: { position: position + offset }, cause: error });
  }
}
