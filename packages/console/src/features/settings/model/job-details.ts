import type { JobDetails, Json } from '@quarterdeck/contract';

/** Errors of a run as they are shown: one text, a list of texts, or a table by key. */
export type JobErrors =
  | { kind: 'text'; text: string }
  | { kind: 'list'; texts: readonly string[] }
  | { kind: 'table'; rows: readonly { key: string; text: string }[] };

/** One tab of the details. */
export type JobTab =
  | { id: 'errors'; label: 'Errors'; count: number; errors: JobErrors }
  | { id: 'scrape' | 'reconcile'; label: 'Scrape Summary' | 'Reconcile Summary'; value: Json };

function isMap(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The text of one error: itself, or what a map holds as `error`, also one level down (contract screens §11.8). */
function errorTextOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (isMap(value) && value.error !== undefined) return errorTextOf(value.error);
  return JSON.stringify(value, null, 2);
}

/** Reads the errors of a run, whatever shape its job gave them; null for none. */
export function readErrors(value: Json | undefined): JobErrors | null {
  if (value === undefined || isEmpty(value)) return null;
  if (Array.isArray(value)) {
    const texts = value.filter((one) => !isEmpty(one)).map(errorTextOf);
    return texts.length === 0 ? null : { kind: 'list', texts };
  }
  if (!isMap(value)) return { kind: 'text', text: errorTextOf(value) };
  return { kind: 'table', rows: Object.entries(value).map(([key, one]) => ({ key, text: errorTextOf(one) })) };
}

/** The tabs of a run's details: only those with something in them (spec 001 §2). */
export function jobTabs(details: JobDetails | null | undefined): JobTab[] {
  const errors = readErrors(details?.errors ?? undefined);
  const tabs: JobTab[] = [];
  if (errors) {
    const count = errors.kind === 'text' ? 1 : errors.kind === 'list' ? errors.texts.length : errors.rows.length;
    tabs.push({ id: 'errors', label: 'Errors', count, errors });
  }
  const scraped = details?.scrape_summary;
  if (scraped !== undefined && !isEmpty(scraped)) tabs.push({ id: 'scrape', label: 'Scrape Summary', value: scraped });
  const summary = details?.summary;
  if (summary !== undefined && !isEmpty(summary))
    tabs.push({ id: 'reconcile', label: 'Reconcile Summary', value: summary });
  return tabs;
}
