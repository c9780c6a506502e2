import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One source file with the modules it imports. */
export interface SourceFile {
  /** Path from the root of the repository, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
}

export interface Import {
  specifier: string;
  typeOnly: boolean;
  line: number;
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Finds the modules that a TypeScript text imports, statically or not. What stands in comments does not count. */
export function findImports(source: string): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined,
    line: text.slice(0, (match.index ?? 0) + match[0].length).split('\n').length,
  }));
}

/** Reads all TypeScript sources that git knows or does not ignore. */
export function readSources(root: string): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files: SourceFile[] = [];
  for (const path of new Set(list.split('\n').filter(Boolean))) {
    let text: string;
    try {
      text = readFileSync(join(root, path), 'utf8');
    } catch {
      continue;
    }
    files.push({ path, text, imports: /\.tsx?$/.test(path) ? findImports(text) : [] });
  }
  return files;
}

export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    path.includes('/testing/') ||
    path.endsWith('/testing.ts') ||
    path.startsWith('tests/')
  );
}
