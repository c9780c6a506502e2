import { type EditorSearch, parseEditor } from './editor.ts';
import { type JobsSearch, parseJobsSearch } from './jobs.ts';

/** The state of an edit page in the address: its tab, and that of the job history. */
export interface ResourceEditSearch extends JobsSearch, EditorSearch {
  tab?: 'jobs';
}

/** Reads the address of an edit page. */
export function parseResourceEditSearch(raw: Readonly<Record<string, unknown>>): ResourceEditSearch {
  return { ...parseJobsSearch(raw), ...(raw.tab === 'jobs' ? { tab: 'jobs' as const } : {}), ...parseEditor(raw) };
}
