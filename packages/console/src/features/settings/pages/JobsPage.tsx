import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { usePageHead } from '../../../app/page-head.tsx';
import { JobTable } from '../components/JobTable.tsx';
import type { JobsSearch } from '../model/jobs.ts';
import './settings.css';

export { parseJobsSearch } from '../model/jobs.ts';

/** The history of all jobs: `/settings/jobs` (contract screens §11.8). */
export function JobsPage({ search, setSearch }: Pick<PageProps<JobsSearch>, 'search' | 'setSearch'>) {
  usePageHead(useMemo(() => ({ title: 'Job History' }), []));
  return <JobTable search={search} setSearch={(next, options) => setSearch(() => next, options)} />;
}
