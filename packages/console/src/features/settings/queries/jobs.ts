import type { JobHistoryRow } from '@quarterdeck/contract';
import { filterRequest } from '@quarterdeck/kit';
import type { Db } from '../../../data/db.ts';
import { sortOf } from '../model/address.ts';
import { rangeCondition } from '../model/job-range.ts';
import { effectiveJobs, type JobsSearch } from '../model/jobs.ts';

/** Newest first (contract calls §13). */
export const USUAL_JOB_SORT = { id: 'created_at', desc: true };

export interface JobsQueryOptions {
  nowMs: number;
  zone?: string | undefined;
  /** Only the runs of this resource: the Job History tab. */
  of?: { type: string; id: string };
}

/** One page of the history of jobs with all filters applied, and the exact total (contract calls §13). */
export function jobsQuery(db: Db, search: JobsSearch, { nowMs, zone, of }: JobsQueryOptions) {
  const { filters, range, pageSize, pageIndex, minMs } = effectiveJobs(search, of !== undefined);
  const { id, desc } = sortOf(search, USUAL_JOB_SORT);
  const condition = rangeCondition(range, nowMs, zone);
  const resourceId = of?.id ?? search.resource_id;
  let query = db('job_histories')
    .selectAs<JobHistoryRow>('*')
    .filter('name', filterRequest(filters.name))
    .filter('status', filterRequest(filters.status));
  query = of ? query.eq('resource_type', of.type) : query.filter('resource_type', filterRequest(filters.resource_type));
  if (resourceId !== undefined) query = query.where('resource_id', `eq.${resourceId}`);
  if (condition !== undefined) query = query.where('and', condition);
  if (minMs !== null && minMs > 0) query = query.gte('duration_millis', minMs);
  const ordered = query.where('order', `${id}.${desc ? 'desc' : 'asc'}`);
  return ordered.page(pageIndex, pageSize).count().options();
}

/** The names of jobs that ever ran, for the filter. */
export function jobNamesQuery(db: Db) {
  return db('job_history_names').order('name').options({ staleTime: 60_000 });
}

/** One run by its id, for a link to its details. */
export function jobQuery(db: Db, id: string) {
  return db('job_histories').selectAs<JobHistoryRow>('*').where('id', `eq.${id}`).options();
}
