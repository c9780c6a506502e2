import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyDocumentData, type DocumentProblem, type OtherDocument, parseDocuments } from '@quarterdeck/checks';
import { AppError, type Canary, errorText } from '@quarterdeck/contract';

const DOCUMENT_NAME = /\.(ya?ml|json)$/i;

/** What the files of a command line hold. */
export interface Collected {
  canaries: Canary[];
  /** Secrets, config maps, connections: used as value sources. */
  others: (OtherDocument & { file: string })[];
  problems: DocumentProblem[];
  /** Files that cannot be read; they are named and do not change the exit code (contract checks §3.12). */
  unreadable: { file: string; reason: string }[];
}

export interface CollectOptions {
  /** Data that the text of each file is templated with first. */
  data?: Record<string, unknown>;
  /** Reads standard input for the file name `-`. */
  readStdin: () => Promise<string>;
}

/** Names of files below a path: itself, or the documents of a folder in order. */
async function listFiles(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const nested = await Promise.all(
    names
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || DOCUMENT_NAME.test(entry.name)))
      .map((entry) => listFiles(join(path, entry.name))),
  );
  return nested.flat();
}

/** Reads the documents of files and folders. One bad document or file never stops the others. */
export async function collect(paths: readonly string[], options: CollectOptions): Promise<Collected> {
  const collected: Collected = { canaries: [], others: [], problems: [], unreadable: [] };
  for (const path of paths) {
    let files: string[] = [];
    try {
      files = await listFiles(path);
    } catch (error) {
      collected.unreadable.push({ file: path, reason: errorText(error) });
    }
    for (const file of files) await readInto(collected, file, options);
  }
  return collected;
}

async function readInto(collected: Collected, file: string, { data, readStdin }: CollectOptions): Promise<void> {
  let text: string;
  try {
    text = file === '-' ? await readStdin() : await readFile(file, 'utf8');
  } catch (error) {
    collected.unreadable.push({ file, reason: errorText(error) });
    return;
  }
  try {
    const filled = data === undefined ? text : await applyDocumentData(text, data);
    const { canaries, others, errors } = parseDocuments(filled, { fileName: file });
    collected.canaries.push(...canaries);
    collected.others.push(...others.map((other) => ({ ...other, file })));
    collected.problems.push(...errors);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    collected.problems.push({ file, line: 1, code: error.code, message: error.message });
  }
}

/** One line for a bad document: `file:line field: message (CODE)`. */
export function problemLine({ file, line, field, code, message }: DocumentProblem): string {
  return `${file}:${line} ${field ? `${field}: ` : ''}${message} (${code})`;
}
