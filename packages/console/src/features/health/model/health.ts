import { type CheckSummary, WARNING_SEVERITIES } from '@quarterdeck/contract';

/** How a health is drawn. `warning` is a failing check of low severity; its status on the wire stays `unhealthy`. */
export type DrawnHealth = 'unhealthy' | 'warning' | 'unknown' | 'mixed' | 'healthy';

/** How a check's health is drawn. A check that never ran is unknown. */
export function drawnHealth(check: Pick<CheckSummary, 'status' | 'severity'>): DrawnHealth {
  if (check.status === 'healthy') return 'healthy';
  if (check.status !== 'unhealthy') return 'unknown';
  return WARNING_SEVERITIES.includes(check.severity?.toLowerCase() ?? '') ? 'warning' : 'unhealthy';
}

/** Health of a group: that of its members when equal; mixed otherwise (contract screens §5.1). */
export function groupHealth(members: readonly Pick<CheckSummary, 'status' | 'severity'>[]): DrawnHealth {
  const drawn = new Set(members.map(drawnHealth));
  if (drawn.size === 1) return [...drawn][0] ?? 'unknown';
  if ([...drawn].every((health) => health === 'unhealthy' || health === 'warning')) return 'unhealthy';
  return 'mixed';
}

/** How many checks there are of each drawn health. */
export type HealthCounts = Record<Exclude<DrawnHealth, 'mixed'>, number>;

/** Counts checks by drawn health. */
export function countHealth(checks: readonly CheckSummary[]): HealthCounts {
  const counts = { unhealthy: 0, warning: 0, unknown: 0, healthy: 0, mixed: 0 };
  for (const check of checks) counts[drawnHealth(check)] += 1;
  const { mixed: _mixed, ...rest } = counts;
  return rest;
}
