import { readFile, stat } from 'node:fs/promises';
import { type Canary, type DocumentError, errorText } from '@quarterdeck/contract';
import { connectionProblem } from '../secrets/connection-document.ts';
import type { FoundFile } from './scan.ts';
import type { OtherDocument } from './types.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Reads the documents of one text; `parseDocuments` of the checks. */
export type DocumentParser = (
  text: string,
  options: { fileName: string },
) => {
  canaries: readonly Canary[];
  others: readonly { kind: string; doc: Record<string, unknown>; line: number }[];
  errors: readonly DocumentError[];
};

/** What one file says. */
export interface FileContent {
  canaries: readonly Canary[];
  others: readonly OtherDocument[];
  errors: readonly DocumentError[];
}

/**
 * Reads one file. One that is bad keeps what it said before, but for the documents in it that are still good: those
 * count as they are now. Never throws.
 */
export async function readDocumentFile(
  { file, path }: FoundFile,
  parse: DocumentParser,
  before: FileContent | undefined,
): Promise<FileContent> {
  const now = await parseFile(file, path, parse);
  if (now.errors.length === 0 || before === undefined) return now;
  const canaries = new Map(before.canaries.map((canary) => [canaryKey(canary), canary]));
  for (const canary of now.canaries) canaries.set(canaryKey(canary), canary);
  const others = new Map(before.others.map((other) => [otherKey(other), other]));
  for (const other of now.others) others.set(otherKey(other), other);
  return { canaries: [...canaries.values()], others: [...others.values()], errors: now.errors };
}

async function parseFile(file: string, path: string, parse: DocumentParser): Promise<FileContent> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) throw new Error(`the file is larger than ${MAX_FILE_BYTES} bytes`);
    const { canaries, others, errors } = parse(await readFile(path, 'utf8'), { fileName: file });
    const problems = others.flatMap(({ kind, doc, line }): DocumentError[] => {
      const problem = connectionProblem(kind, doc);
      return problem ? [{ file, line, code: 'DOCUMENT_FIELD', ...problem }] : [];
    });
    const readable = others.filter(({ kind, doc }) => connectionProblem(kind, doc) === null);
    return {
      canaries,
      others: readable.map(({ kind, doc }) => otherDocument(file, kind, doc)),
      errors: [...errors, ...problems],
    };
  } catch (error) {
    return { canaries: [], others: [], errors: [fileError(file, error)] };
  }
}

/** A file or folder that cannot be read, as an error of a document. */
export function fileError(file: string, error: unknown): DocumentError {
  return { file, code: 'DOCUMENT_SYNTAX', message: `cannot be read: ${errorText(error)}` };
}

/** Names a document that is no canary by its metadata; without a namespace it is `default`. */
export function otherDocument(file: string, kind: string, content: Record<string, unknown>): OtherDocument {
  const metadata = typeof content.metadata === 'object' && content.metadata !== null ? content.metadata : {};
  const name = 'name' in metadata && typeof metadata.name === 'string' ? metadata.name : '';
  const namespace = 'namespace' in metadata && typeof metadata.namespace === 'string' ? metadata.namespace : 'default';
  return { file, kind, name, namespace, content };
}

function canaryKey({ metadata }: Canary): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function otherKey({ kind, namespace, name }: OtherDocument): string {
  return `${kind}/${namespace}/${name}`;
}
