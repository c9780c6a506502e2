import type { JobDetails, JobFields, JobHistoryRow } from '@quarterdeck/contract';
import type { Health } from '@quarterdeck/ui';
import type { JobRun } from './jobs.ts';

/** A job's name for people: `SyncCanary` is "Sync Canary", `CleanupShortURLs` keeps its plural. */
export function jobTitle(name: string | null | undefined): string {
  return (name ?? '')
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z]{2})/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .trim();
}

const STATUS_HEALTH: Readonly<Record<string, Health>> = {
  RUNNING: 'mixed',
  SUCCESS: 'healthy',
  WARNING: 'warning',
  FAILED: 'unhealthy',
  STOPPED: 'unhealthy',
};

/** How a status is drawn, and its word. */
export function jobStatusMark(status: string | null): { health: Health; word: string } | null {
  if (!status) return null;
  const word = status.slice(0, 1).toUpperCase() + status.slice(1).toLowerCase();
  return { health: STATUS_HEALTH[status] ?? 'unknown', word };
}

const RESOURCE_PATHS: Readonly<Record<string, { path: string; page: string }>> = {
  canary: { path: '/settings/canaries/', page: '/settings/canaries/$id' },
  config_scraper: { path: '/catalog/scrapers/', page: '/catalog/scrapers/$id' },
  catalog_scraper: { path: '/catalog/scrapers/', page: '/catalog/scrapers/$id' },
  topology: { path: '/settings/topologies/', page: '/settings/topologies/$id' },
  config: { path: '/catalog/', page: '/catalog/$id' },
  playbook: { path: '/playbooks/', page: '/playbooks/$id' },
};

/** Where the resource of a run is shown (spec 001 §2), and the page that must exist for that. */
export function jobResourceLink(
  run: Pick<JobHistoryRow, 'resource_type' | 'resource_id'>,
): { href: string; page: string } | null {
  const place = RESOURCE_PATHS[run.resource_type ?? ''];
  return place && run.resource_id ? { href: place.path + run.resource_id, page: place.page } : null;
}

/** The newest run of a resource's job, from the `job_*` columns of its list. */
export function runOfFields(row: Partial<JobFields>): JobRun {
  return {
    name: row.job_name ?? null,
    status: row.job_status ?? null,
    details: (row.job_details ?? null) as JobDetails | null,
    duration_millis: row.job_duration_millis ?? null,
    success_count: row.job_success_count ?? null,
    error_count: row.job_error_count ?? null,
    hostname: row.job_hostname ?? null,
    time_start: row.job_time_start ?? null,
    time_end: row.job_time_end ?? null,
  };
}
