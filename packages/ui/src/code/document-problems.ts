import type { Json } from '@quarterdeck/contract';
import { isMap, isScalar, isSeq, type Node, type ParsedNode, parseDocument } from 'yaml';
import { checkSchema, type JsonSchema } from './json-schema.ts';

/** Something wrong in a text, from one offset to another. */
export interface TextProblem {
  from: number;
  to: number;
  message: string;
  severity: 'error' | 'warning';
}

/** What is wrong with a YAML or JSON text: syntax first; where that is right, what does not fit the schema. */
export function problemsIn(text: string, language: 'yaml' | 'json', schema?: JsonSchema): TextProblem[] {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) {
    return document.errors.map(({ pos, message }) => ({
      from: Math.min(pos[0], text.length),
      to: Math.min(Math.max(pos[1], pos[0] + 1), text.length),
      message: message.split(' at line')[0] ?? message,
      severity: 'error',
    }));
  }
  if (language === 'json' && text.trim() !== '') {
    const strict = jsonProblem(text);
    if (strict) return [strict];
  }
  if (!schema || document.contents === null) return [];
  const value = document.toJS({ maxAliasCount: 100 }) as Json;
  return checkSchema(schema, value).map(({ path, message }) => ({
    ...rangeAt(document.contents, path, text.length),
    message,
    severity: 'warning' as const,
  }));
}

function jsonProblem(text: string): TextProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    return { from: Math.min(at, text.length), to: Math.min(at + 1, text.length), message, severity: 'error' };
  }
}

/** Where a value stands: its key for one of a map, else itself. */
function rangeAt(
  root: ParsedNode | null,
  path: readonly (string | number)[],
  length: number,
): { from: number; to: number } {
  let node: Node | null = root;
  let range = node?.range;
  for (const key of path) {
    if (isMap(node)) {
      const pair: { key: unknown; value: unknown } | undefined = node.items.find(
        (item) => String(isScalar(item.key) ? item.key.value : item.key) === String(key),
      );
      const held = pair?.key as Node | undefined;
      range = held?.range ?? range;
      node = (pair?.value as Node | null) ?? null;
    } else if (isSeq(node)) {
      node = (node.items[Number(key)] as Node | undefined) ?? null;
      range = node?.range ?? range;
    }
  }
  const from = Math.min(range?.[0] ?? 0, length);
  const to = path.length === 0 ? from + 1 : Math.max(range?.[1] ?? from, from + 1);
  return { from, to: Math.min(to, length) };
}
