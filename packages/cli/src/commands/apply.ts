import { readFile } from 'node:fs/promises';
import { CANARY_API_VERSION, errorText } from '@quarterdeck/contract';
import { z } from 'zod';
import { collect, problemLine } from './collect.ts';
import type { Terminal } from './terminal.ts';

const appliedSchema = z.object({
  applied: z.array(
    z.object({ name: z.string(), namespace: z.string(), outcome: z.string(), problem: z.string().nullable() }),
  ),
  problems: z.array(
    z.object({
      file: z.string(),
      line: z.number().default(1),
      field: z.string().optional(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

const problemSchema = z.object({ code: z.string(), message: z.string() });

/** How `apply` ends: all applied; the server could not be asked; a document is bad. */
export const APPLY_EXIT = { applied: 0, failed: 1, bad: 2 } as const;

/** The server that documents go to, and the file that holds the API token for it. */
export interface ApplyTarget {
  server: URL;
  tokenFile?: string;
}

async function send({ server, tokenFile }: ApplyTarget, body: string) {
  const token = tokenFile === undefined ? undefined : (await readFile(tokenFile, 'utf8')).trim();
  const response = await fetch(new URL('/api/canary/api/apply', server), {
    method: 'POST',
    headers: {
      'content-type': 'application/yaml',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body,
  });
  const answer: unknown = await response.json().catch(() => null);
  const applied = appliedSchema.safeParse(answer);
  if (response.ok && applied.success) return applied.data;
  const { data: problem } = problemSchema.safeParse(answer);
  throw new Error(problem ? `${problem.message} (${problem.code})` : `no answer of Quarterdeck (${response.status})`);
}

/**
 * Sends the documents of files and folders to a running server, by an API token where people sign in. A bad document is named and the good ones are applied.
 * Answers the exit code.
 */
export async function applyFiles(paths: readonly string[], target: ApplyTarget, terminal: Terminal): Promise<number> {
  const collected = await collect(paths, { readStdin: terminal.readStdin });
  for (const { file, reason } of collected.unreadable) terminal.error(`${file}: cannot be read: ${reason}`);
  for (const problem of collected.problems) terminal.error(problemLine(problem));
  const documents = collected.canaries.map(({ metadata, rawSpec }) =>
    JSON.stringify({ apiVersion: CANARY_API_VERSION, kind: 'Canary', metadata, spec: rawSpec }),
  );
  if (documents.length > 0) {
    try {
      const { applied, problems } = await send(target, documents.join('\n---\n'));
      for (const { namespace, name, outcome, problem } of applied) {
        terminal.write(`${namespace}/${name} ${outcome}${problem === null ? '' : `, but: ${problem}`}\n`);
      }
      for (const problem of problems) terminal.error(problemLine(problem));
      if (problems.length > 0) return APPLY_EXIT.bad;
    } catch (error) {
      terminal.error(`${target.server.origin}: ${errorText(error)}`);
      return APPLY_EXIT.failed;
    }
  }
  return collected.problems.length > 0 || collected.unreadable.length > 0 ? APPLY_EXIT.bad : APPLY_EXIT.applied;
}
