import type { Node, ParsedTemplate, Pipeline } from './ast.ts';
import { type Delimiters, lexTemplate, type Piece, type Token, templateSyntax } from './lexer.ts';
import { parsePipeline, tokenReader } from './pipeline-parser.ts';

interface Cursor {
  pieces: Piece[];
  index: number;
  defined: Map<string, Node[]>;
  depth: number;
  loops: number;
}

type Action = Extract<Piece, { kind: 'action' }>;

const MAX_DEPTH = 100;

function keyword(action: Action): string {
  const [first] = action.tokens;
  return first?.kind === 'name' ? first.value : '';
}

function pipelineOf(action: Action, tokens: Token[]): Pipeline {
  const reader = tokenReader(tokens, action.at);
  const pipeline = parsePipeline(reader, 0, tokens);
  if (reader.peek()) throw templateSyntax('the action goes on after its end', reader.at());
  return pipeline;
}

interface Branches {
  body: Node[];
  /** The action that ended the body: `end` or an `else` with its tokens. */
  stop: Action;
}

function branch(cursor: Cursor, owner: Action): Branches {
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) throw templateSyntax('the template is nested too deeply', owner.at);
  const body: Node[] = [];
  for (let piece = cursor.pieces[cursor.index]; piece; piece = cursor.pieces[cursor.index]) {
    cursor.index += 1;
    if (piece.kind === 'action' && ['end', 'else'].includes(keyword(piece))) {
      cursor.depth -= 1;
      return { body, stop: piece };
    }
    const node = parsePiece(cursor, piece);
    if (node) body.push(node);
  }
  throw templateSyntax('an end is missing', owner.at);
}

function control(cursor: Cursor, kind: 'if' | 'with' | 'range', action: Action, tokens: Token[]): Node {
  const pipeline = pipelineOf(action, tokens);
  if (kind === 'range') cursor.loops += 1;
  const { body, stop } = branch(cursor, action);
  if (kind === 'range') cursor.loops -= 1;
  return { kind, pipeline, body, otherwise: otherwise(cursor, stop), at: action.at };
}

function otherwise(cursor: Cursor, stop: Action): Node[] {
  if (keyword(stop) === 'end') return [];
  const [, next] = stop.tokens;
  if (next?.kind === 'name' && (next.value === 'if' || next.value === 'with')) {
    return [control(cursor, next.value, stop, stop.tokens.slice(2))];
  }
  if (next) throw templateSyntax('unexpected word after else', next.at);
  const { body, stop: end } = branch(cursor, stop);
  if (keyword(end) !== 'end') throw templateSyntax('there is a second else', end.at);
  return body;
}

function nameOf(action: Action): string {
  const [, name] = action.tokens;
  if (name?.kind !== 'string') throw templateSyntax('the name of a template is missing', action.at);
  return name.value;
}

function define(cursor: Cursor, action: Action): string {
  const name = nameOf(action);
  const { body, stop } = branch(cursor, action);
  if (keyword(stop) !== 'end') throw templateSyntax('unexpected else', stop.at);
  cursor.defined.set(name, body);
  return name;
}

function invocation(action: Action, name: string): Node {
  const tokens = action.tokens.slice(2);
  return {
    kind: 'template',
    name,
    at: action.at,
    ...(tokens.length > 0 ? { pipeline: pipelineOf(action, tokens) } : {}),
  };
}

function parsePiece(cursor: Cursor, piece: Piece): Node | undefined {
  if (piece.kind === 'text') return { kind: 'text', text: piece.text };
  const word = keyword(piece);
  switch (word) {
    case 'if':
    case 'with':
    case 'range':
      return control(cursor, word, piece, piece.tokens.slice(1));
    case 'break':
    case 'continue':
      if (piece.tokens.length > 1) break;
      if (cursor.loops === 0) throw templateSyntax(`${word} outside of a range`, piece.at);
      return { kind: word, at: piece.at };
    case 'define':
      define(cursor, piece);
      return undefined;
    case 'block':
      return invocation(piece, define(cursor, piece));
    case 'template':
      return invocation(piece, nameOf(piece));
    case 'end':
    case 'else':
      throw templateSyntax(`unexpected ${word}`, piece.at);
  }
  if (piece.tokens.length === 0) throw templateSyntax('the action is empty', piece.at);
  return { kind: 'output', pipeline: pipelineOf(piece, piece.tokens), at: piece.at };
}

/** Parses a Go template. Throws TEMPLATE_SYNTAX with the offset in `details.position`. */
export function parseTemplate(source: string, delimiters: Delimiters): ParsedTemplate {
  const cursor: Cursor = { pieces: lexTemplate(source, delimiters), index: 0, defined: new Map(), depth: 0, loops: 0 };
  const body: Node[] = [];
  for (let piece = cursor.pieces[0]; piece; piece = cursor.pieces[cursor.index]) {
    cursor.index += 1;
    const node = parsePiece(cursor, piece);
    if (node) body.push(node);
  }
  return { body, defined: cursor.defined };
}
