import type { CheckId } from '@quarterdeck/contract';
import type { RunToWrite } from './result-rows.ts';
import { checkKey } from './result-rows.ts';

/** A run in its file: `known` as pairs, and only of the checks that it has results of. */
type WrittenRunLine = Omit<RunToWrite, 'known'> & { known: [string, CheckId][] };

/** One line: the number of results, a space, the run as JSON. The number lets a file be counted without parsing it. */
export function encodeRun(run: RunToWrite): string {
  const known = run.results.flatMap((result): [string, CheckId][] => {
    const key = checkKey(result);
    const id = run.known.get(key);
    return id === undefined ? [] : [[key, id]];
  });
  const names = new Set(known.map(([key]) => key));
  // The spec of a stored check is in the database already; only a check that is made on the way needs its own.
  const results = run.results.map((result) =>
    names.has(checkKey(result)) ? { ...result, spec: { name: result.spec.name } } : result,
  );
  const line: WrittenRunLine = { ...run, results, known };
  return `${run.results.length} ${JSON.stringify(line)}\n`;
}

/** How many results a line holds. */
export function resultsOfLine(line: string): number {
  return Number(/^\d+ /.exec(line)?.[0] ?? 0);
}

/** The run of a line; null when the line is not whole. */
export function decodeRun(line: string): RunToWrite | null {
  try {
    const run = JSON.parse(line.slice(line.indexOf(' ') + 1)) as WrittenRunLine; // written by encodeRun above
    return Array.isArray(run.results) ? { ...run, known: new Map(run.known) } : null;
  } catch {
    return null;
  }
}
