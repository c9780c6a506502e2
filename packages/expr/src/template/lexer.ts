import { AppError } from '@quarterdeck/contract';

/** The marks around an action. */
export interface Delimiters {
  left: string;
  right: string;
}

/** A stretch of a template: text, or the inside of an action. `at` is its offset in the template. */
export type Piece = { kind: 'text'; text: string; at: number } | { kind: 'action'; tokens: Token[]; at: number };

export type Token =
  | { kind: 'string'; value: string; at: number }
  | { kind: 'number'; value: number | bigint; at: number }
  | { kind: 'name' | 'field' | 'variable' | 'mark'; value: string; at: number };

/** Makes the error of a template that cannot be read. */
export function templateSyntax(message: string, position: number): AppError {
  return new AppError('TEMPLATE_SYNTAX', { message, details: { position } });
}

const SPACE = /\s/;
const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<char>'(?:[^'\\\n]|\\.)')|(?<number>[-+]?(?:0x[0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+))(?![\w.])|(?<variable>\$\w*)|(?<field>\.[\p{L}_][\p{L}\p{N}_]*)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<mark>:=|[|(),=.]))/uy;

function unquote(source: string, at: number): string {
  if (source.startsWith('`')) return source.slice(1, -1);
  try {
    const plain = source
      .slice(1, -1)
      .replace(/\\(x[0-9a-fA-F]{2}|[0-7]{3}|[abfnrtv\\'"]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (_all, code: string) =>
        escaped(code),
      );
    return plain;
  } catch {
    throw templateSyntax('an escape of the text is wrong', at);
  }
}

const SIMPLE: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function escaped(code: string): string {
  if (/^[xuU]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
  if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
  const simple = SIMPLE[code] ?? (/[\\'"]/.test(code) ? code : undefined);
  if (simple === undefined) throw new SyntaxError(code);
  return simple;
}

function numberOf(text: string): number | bigint {
  if (/^[-+]?\d+$/.test(text)) return BigInt(text.replace('+', ''));
  return /^[-+]?0x/.test(text) ? BigInt(Number(text)) : Number(text);
}

// Finds the end of an action: its right mark outside of texts, with brackets closed when the mark is one.
function actionEnd(source: string, from: number, right: string): number {
  let depth = 0;
  for (let i = from; i < source.length; i += 1) {
    const char = source.charAt(i);
    if (depth === 0 && source.startsWith(right, i)) return i;
    if (char === '"' || char === '`' || char === "'") {
      const end = closing(source, i, char);
      if (end < 0) return -1;
      i = end;
    } else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
  }
  return -1;
}

function closing(source: string, from: number, quote: string): number {
  for (let i = from + 1; i < source.length; i += 1) {
    if (source[i] === '\\' && quote !== '`') i += 1;
    else if (source[i] === quote) return i;
  }
  return -1;
}

function tokens(source: string, from: number, to: number): Token[] {
  const found: Token[] = [];
  let at = from;
  while (at < to) {
    if (source.slice(at, to).trim() === '') break;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match?.groups || TOKEN.lastIndex > to)
      throw templateSyntax(`unexpected ${JSON.stringify(source.charAt(at))}`, at);
    const { string, char, number, variable, field, name, mark } = match.groups;
    const start = TOKEN.lastIndex - match[0].trimStart().length;
    if (string !== undefined) found.push({ kind: 'string', value: unquote(string, start), at: start });
    else if (char !== undefined)
      found.push({ kind: 'number', value: BigInt(unquote(char, start).codePointAt(0) ?? 0), at: start });
    else if (number !== undefined) found.push({ kind: 'number', value: numberOf(number), at: start });
    else if (variable !== undefined) found.push({ kind: 'variable', value: variable, at: start });
    else if (field !== undefined) found.push({ kind: 'field', value: field.slice(1), at: start });
    else if (name !== undefined) found.push({ kind: 'name', value: name, at: start });
    else found.push({ kind: 'mark', value: mark ?? '', at: start });
    // A field directly after a bracket or another value belongs to it; a space makes it a new operand.
    const last = found.at(-1);
    if (last?.kind === 'field' && start > from && !SPACE.test(source.charAt(start - 1)) && start !== from) {
      if (!'(,|='.includes(source.charAt(start - 1)))
        found[found.length - 1] = { ...last, kind: 'mark', value: `.${last.value}` };
    }
    at = TOKEN.lastIndex;
  }
  return found;
}

/**
 * Cuts a template into text and actions. `{{- ` and ` -}}` trim the text beside them, `{{/* … *\/}}` is nothing. Inside
 * the marks `$( … )` brackets are counted. Throws TEMPLATE_SYNTAX with the position.
 */
export function lexTemplate(source: string, { left, right }: Delimiters): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trimStart = false;
  const pushText = (from: number, to: number, trimEnd: boolean) => {
    let text = source.slice(from, to);
    if (trimStart) text = text.trimStart();
    if (trimEnd) text = text.trimEnd();
    if (text !== '') pieces.push({ kind: 'text', text, at: from });
  };
  for (;;) {
    const open = source.indexOf(left, at);
    if (open < 0) break;
    let from = open + left.length;
    const trimEnd = source[from] === '-' && SPACE.test(source.charAt(from + 1));
    pushText(at, open, trimEnd);
    if (trimEnd) from += 1;
    const comment = /^\s*\/\*/.test(source.slice(from, from + 20));
    const body = comment ? source.indexOf('*/', from) + 2 : from;
    const end = comment && body === 1 ? -1 : actionEnd(source, body, right);
    if (end < 0) throw templateSyntax('an action is not closed', open);
    trimStart = source[end - 1] === '-' && SPACE.test(source.charAt(end - 2)) && end - 1 > from;
    if (!comment) pieces.push({ kind: 'action', tokens: tokens(source, from, trimStart ? end - 1 : end), at: open });
    at = end + right.length;
  }
  pushText(at, source.length, false);
  return pieces;
}
