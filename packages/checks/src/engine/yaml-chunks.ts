import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** One document of a file, with what is needed to name a line of the file. */
export interface Chunk {
  /** The parsed value; undefined when it could not be parsed. */
  value: unknown;
  /** Syntax errors, each with its 1-based line in the file. */
  errors: { line: number; message: string }[];
  /** 1-based line in the file of the value at a path, or of its nearest parent that is written; case does not count. */
  lineOf(path: readonly PropertyKey[]): number;
}

function childOf(node: unknown, key: PropertyKey): unknown {
  if (isSeq(node)) return node.items[Number(key)];
  if (!isMap(node)) return undefined;
  const name = String(key);
  const named = (exact: boolean) =>
    node.items.find((pair) => {
      const written = String(isScalar(pair.key) ? pair.key.value : pair.key);
      return exact ? written === name : written.toLowerCase() === name.toLowerCase();
    });
  const pair = named(true) ?? named(false);
  return pair?.value ?? pair?.key;
}

/** A pair's key tells the line better than a block value, which begins on the next one. */
function keyOf(node: unknown, key: PropertyKey): unknown {
  if (!isMap(node)) return undefined;
  const name = String(key).toLowerCase();
  return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value).toLowerCase() === name)?.key;
}

function parseChunk(text: string, firstLine: number): Chunk {
  const lines = new LineCounter();
  const lineAt = (offset: number) => firstLine + lines.linePos(offset).line - 1;
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const errors = document.errors.map((error) => ({ line: lineAt(error.pos[0]), message: error.message }));
  let value: unknown;
  if (errors.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      errors.push({ line: firstLine, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const startLine = () => {
    const range = isNode(document.contents) ? document.contents.range : undefined;
    return lineAt(range?.[0] ?? 0);
  };
  return {
    value,
    errors,
    lineOf(path) {
      let node: unknown = document.contents;
      let line = startLine();
      for (const key of path) {
        const label = keyOf(node, key);
        node = childOf(node, key);
        const at = label ?? node;
        if (!isNode(at) || !at.range) break;
        line = lineAt(at.range[0]);
      }
      return line;
    },
  };
}

/**
 * Splits a file at its lines that are exactly `---` and parses each document as YAML, of which JSON is a part. Empty
 * documents are left out (contract checks §1.1).
 */
export function parseChunks(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let body: string[] = [];
  let firstLine = 1;
  const finish = (nextLine: number) => {
    const chunk = parseChunk(body.join('\n'), firstLine);
    if (chunk.errors.length > 0 || (chunk.value !== null && chunk.value !== undefined)) chunks.push(chunk);
    body = [];
    firstLine = nextLine;
  };
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  lines.forEach((line, index) => {
    if (line.trimEnd() === '---') finish(index + 2);
    else body.push(line);
  });
  finish(lines.length);
  return chunks;
}
