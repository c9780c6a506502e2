/** A value in an action. */
export type Operand =
  | { kind: 'literal'; value: unknown; at: number }
  | { kind: 'dot'; at: number }
  | { kind: 'variable'; name: string; at: number }
  /** A function or a variable of the caller by its bare name; `path` are the names after it. */
  | { kind: 'name'; name: string; path: string[]; at: number }
  | { kind: 'field'; target: Operand; path: string[]; at: number }
  | { kind: 'pipeline'; pipeline: Pipeline; at: number };

/** A function or value with its operands. */
export interface Command {
  operands: Operand[];
  at: number;
}

/** Commands of which each gets the result of the one before as its last operand. */
export interface Pipeline {
  declares: string[];
  assigns: boolean;
  commands: Command[];
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipeline: Pipeline; at: number }
  | { kind: 'if' | 'with' | 'range'; pipeline: Pipeline; body: Node[]; otherwise: Node[]; at: number }
  | { kind: 'template'; name: string; pipeline?: Pipeline; at: number }
  | { kind: 'break' | 'continue'; at: number };

/** A parsed template and the templates that it defines. */
export interface ParsedTemplate {
  body: Node[];
  defined: Map<string, Node[]>;
}
