import { type CheckSummary, WARNING_SEVERITIES } from '@quarterdeck/contract';
import {
  Age,
  Badge,
  formatElapsed,
  formatPercent,
  type Health,
  HealthMark,
  Icon,
  parseDate,
  Sparkline,
  StatusStrip,
} from '@quarterdeck/ui';
import { Trash2 } from 'lucide-react';
import { useConsole } from '../../../data/context.ts';
import { drawnHealth } from '../model/health.ts';
import { splitName } from '../model/names.ts';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import { shownLatency, uptimeRatio } from '../model/sort.ts';
import { useRecent } from '../queries/use-recent.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 604_800_000;

/** The health to draw for a check; one that never ran says so. */
export function markedHealth(check: Pick<CheckSummary, 'status' | 'severity' | 'last_runtime'>): Health {
  return check.status === undefined && check.last_runtime === undefined ? 'none' : drawnHealth(check);
}

/** Type mark, name with its gray prefix, namespace, and whether the check was deleted. */
export function NameCell({ row, showNamespace }: { row: CheckRow; showNamespace: boolean }) {
  const { check } = row;
  const { prefix, rest } = splitName(row.name, check.namespace);
  return (
    <span className="qd-check-name qd-check-cell">
      <Icon name={check.icon || check.type} fallback={check.type} size={18} />
      <span className="qd-check-title">
        {prefix && <span className="qd-check-prefix">{prefix}</span>}
        <span>{rest}</span>
      </span>
      {check.deleted_at && <Trash2 size={13} role="img" aria-label="Deleted" />}
      {showNamespace && check.namespace && (
        <span className="qd-check-namespace">
          <Badge>{check.namespace}</Badge>
        </span>
      )}
      {check.endpoint && check.endpoint !== row.name && <span className="qd-check-endpoint">{check.endpoint}</span>}
    </span>
  );
}

/** A group's name with the namespaces of its members. */
export function GroupNameCell({ group, showNamespace }: { group: GroupRow; showNamespace: boolean }) {
  const [first, ...others] = group.namespaces;
  return (
    <span className="qd-check-name">
      <Icon name={group.icon ?? 'group'} size={18} label={group.icon ?? 'Multiple types'} />
      <span className="qd-check-title">
        <span>{group.name}</span>
      </span>
      {showNamespace && first && (
        <Badge title={group.namespaces.join(', ')}>{others.length > 0 ? `${first}, ...` : first}</Badge>
      )}
    </span>
  );
}

/** Health as shape and word; the last run when it was between an hour and a week ago. */
export function HealthCell({ check }: { check: CheckSummary }) {
  const { now } = useConsole();
  const age = now() - (parseDate(check.last_runtime)?.getTime() ?? Number.NaN);
  return (
    <span className="qd-check-health">
      <HealthMark health={markedHealth(check)} />
      {age > HOUR_MS && age <= WEEK_MS && (
        <span className="qd-quiet qd-check-ran">
          <Age at={check.last_runtime} suffix relative />
        </span>
      )}
    </span>
  );
}

/** Passed of all with one decimal; counts on hover. */
export function UptimeCell({ uptime }: { uptime: { passed: number; failed: number } }) {
  const ratio = uptimeRatio(uptime);
  if (ratio === undefined) return <span className="qd-quiet">-</span>;
  return (
    <span className="qd-num" title={`${uptime.passed}/${uptime.passed + uptime.failed}`}>
      {formatPercent(ratio)}
    </span>
  );
}

/** How many members passed all of their results. */
export function GroupUptimeCell({ group }: { group: GroupRow }) {
  return (
    <span className="qd-num qd-quiet" title={`${group.fullyPassing} of ${group.total} passed every time`}>
      {group.fullyPassing} / {group.total}
    </span>
  );
}

/** p95, else p97, else p99. */
export function LatencyCell({ check }: { check: CheckSummary }) {
  const latency = shownLatency(check);
  return latency ? <span className="qd-num">{formatElapsed(latency)}</span> : <span className="qd-quiet">-</span>;
}

/** When the health last changed, within a week. */
export function TransitionCell({ check }: { check: CheckSummary }) {
  const { now } = useConsole();
  const age = now() - (parseDate(check.last_transition_time)?.getTime() ?? Number.NaN);
  return age <= WEEK_MS ? <Age at={check.last_transition_time} suffix relative /> : null;
}

/** The last results as bars. */
export function StripCell({ check }: { check: CheckSummary }) {
  const results = useRecent(check.id);
  const warns = WARNING_SEVERITIES.includes(check.severity?.toLowerCase() ?? '');
  return <StatusStrip results={results ?? []} slots={34} failAs={warns ? 'warning' : 'unhealthy'} />;
}

/** The latencies of the last results as a line. */
export function TrendCell({ check }: { check: CheckSummary }) {
  const results = useRecent(check.id);
  return <Sparkline values={(results ?? []).slice(-24).map(([, duration]) => duration)} />;
}
