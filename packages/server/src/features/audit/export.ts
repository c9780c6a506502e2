import { AUDIT_COUNT_LIMIT, type AuditRow } from '@quarterdeck/contract';
import type { AuditStore } from './audit-store.ts';
import type { AuditFilter } from './request.ts';

/** Rows that are held at a time. */
const BATCH = 1000;
const COLUMNS = [
  'at',
  'actor_name',
  'actor_id',
  'action',
  'target',
  'result',
  'about_name',
  'about_id',
  'source',
  'user_agent',
  'details',
  'id',
] as const satisfies readonly (keyof AuditRow)[];

/** The rows of a filter as text, batch by batch, newest first: whatever their number, few are held at a time. */
export async function* exportAudit(
  store: Pick<AuditStore, 'after'>,
  filter: AuditFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string, void> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`;
  const line = format === 'csv' ? csvLine : (row: AuditRow) => `${JSON.stringify(row)}\n`;
  let last: AuditRow | null = null;
  for (let written = 0; written < AUDIT_COUNT_LIMIT; written += BATCH) {
    const rows: AuditRow[] = await store.after(filter, last, BATCH);
    if (rows.length > 0) yield rows.map(line).join('');
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) return;
  }
}

function csvLine(row: AuditRow): string {
  return `${COLUMNS.map((name) => csvField(row[name])).join(',')}\r\n`;
}

/**
 * A field by RFC 4180. What strangers chose, such as the name of their browser, must not be read as a formula by whoever
 * opens the file with a spreadsheet: such a field begins with an apostrophe.
 */
function csvField(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
