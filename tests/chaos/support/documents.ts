import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An HTTP check of a test document. */
export interface HttpCheck {
  name: string;
  url: string;
}

/** A canary document. The schedule is every second unless told. */
export function canaryDocument(name: string, http: readonly HttpCheck[], schedule = '@every 1s'): string {
  return JSON.stringify({
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name, namespace: 'default' },
    spec: { schedule, http },
  });
}

/** The path that the check `index` of a canary asks for. */
export const pathOf = (canary: string, check: number): string => `/${canary}/${check}`;

/** Documents of `canaries` × `checks` HTTP checks against a server, one string of YAML. */
export function manyCanaries(canaries: number, checks: number, url: string, schedule?: string): string {
  return Array.from({ length: canaries }, (_, index) => {
    const name = `c${index}`;
    const http = Array.from({ length: checks }, (_, check) => ({
      name: `${name}-${check}`,
      url: `${url}${pathOf(name, check)}`,
    }));
    return canaryDocument(name, http, schedule);
  }).join('\n---\n');
}

/** Writes a document folder in a folder and answers its path. */
export async function documentFolder(parent: string, files: Record<string, string>): Promise<string> {
  const folder = join(parent, 'documents');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Puts a file in place at once, as careful writers do. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text);
  await rename(`${path}.tmp`, path);
}
