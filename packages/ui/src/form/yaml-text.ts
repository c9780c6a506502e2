import type { Json } from '@quarterdeck/contract';
import { type Document, isMap, isNode, isSeq, parseDocument, stringify } from 'yaml';
import { isSame } from './path.ts';

/** What a text means, or why it means nothing, with the line (from 1). */
export type ReadText = { value: Json | undefined } | { problem: string; line: number };

const READ = { prettyErrors: true, uniqueKeys: true } as const;
const WRITE = { lineWidth: 0, indentSeq: true } as const;

/** Reads YAML, or JSON, which is YAML as well. An empty text is no value. */
export function readText(text: string): ReadText {
  const document = parseDocument(text, READ);
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line ?? 1;
    return { problem: `Line ${line}: ${error.message.split(' at line')[0]?.split('\n')[0] ?? 'not understood'}`, line };
  }
  const value: Json | null = document.toJS({ maxAliasCount: 100 });
  return { value: value ?? undefined };
}

/** Writes a value as YAML or JSON. */
export function writeText(value: Json, language: 'yaml' | 'json' = 'yaml'): string {
  return language === 'json' ? JSON.stringify(value, null, 2) : stringify(value, WRITE);
}

/**
 * Writes a value over the text it was read from, so that comments, order and style of everything unchanged stay. A text
 * that means nothing is replaced.
 */
export function mergeText(text: string, value: Json): string {
  const document = parseDocument(text, READ);
  if (document.errors.length > 0 || text.trim() === '') return writeText(value);
  if (isSame(asJson(document), value)) return text;
  lay(document, [], value);
  return document.toString(WRITE);
}

/** Lays a value into the tree at a path, touching only what differs. */
function lay(document: Document, path: (string | number)[], value: Json) {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isMap(node) && isObject(value)) {
    for (const key of Object.keys((node.toJS(document) ?? {}) as object)) {
      if (!Object.hasOwn(value, key)) document.deleteIn([...path, key]);
    }
    for (const [key, held] of Object.entries(value)) laySlot(document, [...path, key], held, node.has(key));
  } else if (isSeq(node) && Array.isArray(value)) {
    for (let i = node.items.length - 1; i >= value.length; i--) document.deleteIn([...path, i]);
    value.forEach((held, i) => {
      laySlot(document, [...path, i], held, i < node.items.length);
    });
  } else if (path.length === 0) {
    document.contents = document.createNode(value) as typeof document.contents;
  } else {
    document.setIn(path, document.createNode(value));
  }
}

function laySlot(document: Document, path: (string | number)[], value: Json, isHeld: boolean) {
  if (!isHeld) {
    document.setIn(path, document.createNode(value));
    return;
  }
  const held = document.getIn(path, true);
  const now: Json | undefined = isNode(held) ? held.toJS(document) : undefined;
  if (isSame(now ?? null, value)) return;
  // A scalar keeps its node, so that the comment behind it stays.
  if (!isObject(value) && !Array.isArray(value) && !isMap(held) && !isSeq(held)) document.setIn(path, value);
  else lay(document, path, value);
}

function asJson(document: Document): Json | undefined {
  return (document.toJS() as Json | null) ?? undefined;
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
