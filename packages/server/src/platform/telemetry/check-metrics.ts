import type { CheckId } from '@quarterdeck/contract';
import type { Registry } from 'prom-client';
import type { CheckSeries } from './check-series.ts';
import { CHECK_METRIC_NAMES, checkSeriesText, newSeries, observe, seriesLabels } from './check-series.ts';
import { createCustomMetrics } from './custom-metrics.ts';
import type { CheckMetrics, CheckRun } from './types.ts';

const LABELS = ['type', 'endpoint', 'canary_name', 'canary_namespace', 'owner', 'severity', 'key', 'name'] as const;
const SHORT_LABELS = ['type', 'canary_name', 'canary_namespace', 'key', 'name'] as const;

/**
 * The metrics of contract checks §3.11. Unlike the reference, exactly one of success, failed, invalid and error rises
 * per run. A run that could not be judged (invalid, error) leaves the gauges as they were.
 * `allowlist`: names of check labels that become metric labels; a check without one has the empty text.
 * The series are kept and written here, not by the metrics library: ten thousand checks have nearly 200,000 lines,
 * and labels that are spelled once per check make that a matter of a tenth of a second.
 */
export function createCheckMetrics(
  registry: Registry,
  allowlist: readonly string[],
): CheckMetrics & { text(): string } {
  const own = new Set<string>(LABELS);
  const extra = [...new Set(allowlist.map(metricLabel))].filter((name) => !own.has(name)).sort();
  const sources = extra.map((name) => allowlist.find((label) => metricLabel(label) === name) ?? name);
  const custom = createCustomMetrics(registry, new Set(CHECK_METRIC_NAMES));
  const series = new Map<CheckId, CheckSeries>();

  function seriesOf(run: CheckRun): CheckSeries {
    const extras = extra.map((name, index) => [name, run.checkLabels[sources[index] ?? ''] ?? ''] as const);
    const full = seriesLabels([...LABELS.map((name) => [name, run.labels[name]] as const), ...extras]);
    const known = series.get(run.labels.key);
    if (known?.full === full) return known;
    const short = seriesLabels([...SHORT_LABELS.map((name) => [name, run.labels[name]] as const), ...extras]);
    const made = newSeries(full, short);
    series.set(run.labels.key, made);
    return made;
  }

  return {
    record(run) {
      const one = seriesOf(run);
      one.runs += 1;
      one.outcomes[run.outcome] = (one.outcomes[run.outcome] ?? 0) + 1;
      if (run.outcome === 'success') one.outcomes.failed ??= 0;
      if (run.outcome === 'success' || run.outcome === 'failed') one.state = run.outcome === 'success' ? 0 : 1;
      if (run.durationMs > 0) observe(one, run.durationMs);
    },
    text: () => checkSeriesText(series.values()),
    refusals: custom.refusals,
    custom: custom.add,
    remove(check) {
      series.delete(check);
      custom.remove(check);
    },
  };
}

function metricLabel(label: string): string {
  const name = label.replace(/[^a-zA-Z0-9_]/g, '_');
  return /^\d/.test(name) ? `_${name}` : name;
}
