import type { CheckResult } from '@quarterdeck/checks';
import type { Canary } from '@quarterdeck/contract';

const HEADER = 'name,namespace,endpoint,checkType,pass,duration,description,message,error,invalid';

/** Quotes a field (RFC 4180); a leading formula sign gets an apostrophe so that a spreadsheet does not run it. */
function field(value: string | number | boolean): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV with the columns of contract checks §3.12; name and namespace are those of the canary. */
export function formatCsv(runs: readonly { canary: Canary; results: readonly CheckResult[] }[]): string {
  const rows = runs.flatMap(({ canary, results }) =>
    results.map((result) =>
      [
        canary.metadata.name,
        canary.metadata.namespace,
        result.endpoint,
        result.type,
        result.pass,
        result.durationMs,
        result.description,
        result.message,
        result.error,
        result.invalid,
      ]
        .map(field)
        .join(','),
    ),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
}
