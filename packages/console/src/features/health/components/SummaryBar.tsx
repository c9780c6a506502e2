import type { CheckSummary } from '@quarterdeck/contract';
import { cx, formatCount, formatElapsed, formatPercent, HealthMark, HiddenNote, RatioBar } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { countHealth, type HealthCounts } from '../model/health.ts';
import { shownLatency, uptimeRatio } from '../model/sort.ts';

export interface SummaryBarProps {
  /** The checks that all filters but hide passing leave. */
  checks: readonly CheckSummary[];
  hiddenPassing: number;
  onShowPassing: () => void;
}

const SHOWN = ['unhealthy', 'warning', 'unknown', 'healthy'] as const;

/** What a count says on hover (contract screens §5.1). */
export function countTitle(health: keyof HealthCounts, count: number): string {
  const checks = `${formatCount(count)} ${count === 1 ? 'check' : 'checks'}`;
  if (health === 'healthy') return `${checks} passing`;
  if (health === 'unhealthy') return `${checks} failing`;
  return health === 'warning' ? `${checks} failing with a severity of warning or less` : `${checks} unknown`;
}

/** The counts by health over the list, and what hide passing leaves out, in words. */
export function SummaryBar({ checks, hiddenPassing, onShowPassing }: SummaryBarProps) {
  const counts = useMemo(() => countHealth(checks), [checks]);
  const total = useMemo(() => totals(checks), [checks]);
  return (
    <section className="qd-summary" aria-label="Summary">
      {SHOWN.map((health) =>
        counts[health] === 0 && health !== 'healthy' && health !== 'unhealthy' ? null : (
          <span
            key={health}
            className={cx('qd-summary-count', counts[health] === 0 && 'qd-summary-none')}
            title={countTitle(health, counts[health])}
          >
            <HealthMark health={health} label={`${formatCount(counts[health])} ${health}`} />
          </span>
        ),
      )}
      <RatioBar {...counts} />
      {hiddenPassing > 0 && (
        <span className="qd-quiet">
          <HiddenNote count={hiddenPassing} what="passing" onShow={onShowPassing} />
        </span>
      )}
      <span className="qd-summary-end qd-quiet qd-num">
        uptime <b>{total.uptime === undefined ? '-' : formatPercent(total.uptime)}</b> · slowest p95{' '}
        <b>{total.latency === undefined ? '-' : formatElapsed(total.latency)}</b>
      </span>
    </section>
  );
}

/** Stands where the counts will be: no number is said before the server said it. */
export function SummaryComing({ failed }: { failed: boolean }) {
  return (
    <div className="qd-summary qd-quiet" role="status">
      {failed ? 'Counts are not known' : 'Loading checks…'}
    </div>
  );
}

function totals(checks: readonly CheckSummary[]): { uptime: number | undefined; latency: number | undefined } {
  let passed = 0;
  let failed = 0;
  let latency: number | undefined;
  for (const check of checks) {
    passed += check.uptime.passed;
    failed += check.uptime.failed;
    const own = shownLatency(check);
    if (own !== undefined && (latency === undefined || own > latency)) latency = own;
  }
  return { uptime: uptimeRatio({ passed, failed }), latency };
}
