import type { CheckResult } from '@quarterdeck/checks';
import { formatGoDuration } from '@quarterdeck/kit';

/** How a result is called in a report: its name, else its description, else its endpoint. */
export function displayName(result: CheckResult): string {
  return result.name || result.description || result.endpoint || result.type;
}

/** The word for a result: PASS, FAIL or UNKN (could not be probed from here). */
function verdict(result: CheckResult): 'PASS' | 'FAIL' | 'UNKN' {
  if (result.pass) return 'PASS';
  return result.unknown ? 'UNKN' : 'FAIL';
}

/** What a reader should know of a result: the error where it failed, else the message; on one line. */
function explanation(result: CheckResult): string {
  const text = result.pass ? result.message : result.error || result.message;
  return text.replace(/\s+/g, ' ').trim();
}

const PAINT = { PASS: '\u001b[32m', FAIL: '\u001b[31m', UNKN: '\u001b[33m' } as const;
const PLAIN = '\u001b[0m';

export interface TableOptions {
  color: boolean;
  /** Wall time of the whole run in milliseconds. */
  elapsedMs: number;
}

/** One line per result and the totals: `PASS duration=12 type name  message`, then `P passed, F failed in T`. */
export function formatTable(results: readonly CheckResult[], { color, elapsedMs }: TableOptions): string {
  const width = Math.min(48, Math.max(0, ...results.map((result) => displayName(result).length)));
  const typeWidth = Math.max(0, ...results.map((result) => result.type.length));
  const lines = results.map((result) => {
    const word = verdict(result);
    const painted = color ? `${PAINT[word]}${word}${PLAIN}` : word;
    const duration = `duration=${result.durationMs}`.padEnd(15);
    const columns = [
      painted,
      duration,
      result.type.padEnd(typeWidth),
      displayName(result).padEnd(width),
      explanation(result),
    ];
    return columns.join(' ').trimEnd();
  });
  const passed = results.filter((result) => result.pass).length;
  const totals = `${passed} passed, ${results.length - passed} failed in ${formatGoDuration(Math.round(elapsedMs))}`;
  return `${[...lines, totals].join('\n')}\n`;
}
