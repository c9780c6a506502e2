import { type EditorSearch, parseEditor } from './editor.ts';
import { type JobsSearch, parseJobsSearch } from './jobs.ts';

/** The state of an edit page in the address: its tab, and that of the job history. */
export interface ResourceEditSearch extends JobsSearch, EditorSearch {
  tab?: 'jobs' | 'members';
}

/** Reads the address of an edit page. */
export function parseResourceEditSearch(raw: Readonly<Record<string, unknown>>): ResourceEditSearch {
  const tab = (['jobs', 'members'] as const).find((one) => one === raw.tab);
  return { ...parseJobsSearch(raw), ...(tab === undefined ? {} : { tab }), ...parseEditor(raw) };
}
