import type { Command, Operand, Pipeline } from './ast.ts';
import { type Token, templateSyntax } from './lexer.ts';

const MAX_DEPTH = 100;

/** Reads the tokens of one action. */
export interface TokenReader {
  peek(): Token | undefined;
  next(): Token | undefined;
  at(): number;
}

/** Walks over the tokens of an action that begins at an offset. */
export function tokenReader(tokens: Token[], start: number): TokenReader {
  let index = 0;
  return {
    peek: () => tokens[index],
    next: () => tokens[index++],
    at: () => tokens[index]?.at ?? tokens.at(-1)?.at ?? start,
  };
}

function isMark(token: Token | undefined, value: string): boolean {
  return token?.kind === 'mark' && token.value === value;
}

function isChain(token: Token | undefined): token is Token & { value: string } {
  return token?.kind === 'mark' && token.value.length > 1 && token.value.startsWith('.');
}

function path(reader: TokenReader): string[] {
  const names: string[] = [];
  for (let token = reader.peek(); isChain(token); token = reader.peek()) {
    names.push(token.value.slice(1));
    reader.next();
  }
  return names;
}

function operand(reader: TokenReader, depth: number): Operand {
  const token = reader.next();
  if (!token) throw templateSyntax('a value is missing', reader.at());
  const { at } = token;
  let value: Operand;
  if (token.kind === 'string' || token.kind === 'number') value = { kind: 'literal', value: token.value, at };
  else if (token.kind === 'variable') value = { kind: 'variable', name: token.value, at };
  else if (token.kind === 'field') value = { kind: 'field', target: { kind: 'dot', at }, path: [token.value], at };
  else if (token.kind === 'name') return named(token.value, path(reader), at);
  else if (token.value === '.') value = { kind: 'dot', at };
  else if (token.value === '(') {
    value = { kind: 'pipeline', pipeline: parsePipeline(reader, depth + 1), at };
    if (!isMark(reader.next(), ')')) throw templateSyntax('a bracket is not closed', at);
  } else throw templateSyntax(`unexpected ${JSON.stringify(token.value)}`, at);
  const names = path(reader);
  return names.length > 0 ? { kind: 'field', target: value, path: names, at } : value;
}

function named(name: string, names: string[], at: number): Operand {
  if (names.length === 0 && name === 'true') return { kind: 'literal', value: true, at };
  if (names.length === 0 && name === 'false') return { kind: 'literal', value: false, at };
  if (names.length === 0 && name === 'nil') return { kind: 'literal', value: null, at };
  return { kind: 'name', name, path: names, at };
}

function command(reader: TokenReader, depth: number): Command {
  const at = reader.at();
  const operands = [operand(reader, depth)];
  for (let token = reader.peek(); token && !isMark(token, '|') && !isMark(token, ')'); token = reader.peek()) {
    operands.push(operand(reader, depth));
  }
  return { operands, at };
}

/** Reads a pipeline up to the end of the action or a closing bracket. Throws TEMPLATE_SYNTAX. */
export function parsePipeline(reader: TokenReader, depth = 0, tokens?: Token[]): Pipeline {
  if (depth > MAX_DEPTH) throw templateSyntax('the template is nested too deeply', reader.at());
  const head = tokens ? leadingVariables(reader, tokens) : { declares: [], assigns: false };
  const commands = [command(reader, depth)];
  while (isMark(reader.peek(), '|')) {
    reader.next();
    commands.push(command(reader, depth));
  }
  return { ...head, commands };
}

// `$x :=`, `$x =` and, for range, `$i, $v :=` before the commands.
function leadingVariables(reader: TokenReader, rest: Token[]): Pick<Pipeline, 'declares' | 'assigns'> {
  const mark = rest.findIndex((token) => isMark(token, ':=') || isMark(token, '='));
  if (mark < 0) return { declares: [], assigns: false };
  const head = rest.slice(0, mark);
  const names = head.filter((token) => token.kind === 'variable').map((token) => String(token.value));
  const fits = head.every((token, i) => (i % 2 === 0 ? token.kind === 'variable' : isMark(token, ',')));
  if (!fits || names.length === 0 || names.length > 2)
    throw templateSyntax('a variable is declared wrongly', reader.at());
  for (let i = 0; i <= mark; i += 1) reader.next();
  return { declares: names, assigns: isMark(rest[mark], '=') };
}
