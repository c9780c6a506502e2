import type { CheckId } from '@quarterdeck/contract';
import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import { createCustomMetrics } from './custom-metrics.ts';
import type { CheckMetrics, CheckRun } from './types.ts';

const LABELS = ['type', 'endpoint', 'canary_name', 'canary_namespace', 'owner', 'severity', 'key', 'name'] as const;
const DURATION_BUCKETS_MS = [5, 10, 25, 50, 200, 500, 1000, 3000, 10_000, 30_000];

/**
 * The metrics of contract checks §3.11. Unlike the reference, exactly one of success, failed, invalid and error rises
 * per run. A run that could not be judged (invalid, error) leaves the gauges as they were.
 * `allowlist`: names of check labels that become metric labels; a check without one has the empty text.
 */
export function createCheckMetrics(registry: Registry, allowlist: readonly string[]): CheckMetrics {
  const own = new Set<string>(LABELS);
  const extra = [...new Set(allowlist.map(metricLabel))].filter((name) => !own.has(name)).sort();
  const registers = [registry];
  const full = [...LABELS, ...extra];
  const state = new Gauge({
    name: 'canary_check',
    help: 'Newest state of a check: 0 healthy, 1 failing',
    labelNames: ['key', 'type', 'canary_name', 'canary_namespace', 'name', ...extra],
    registers,
  });
  const info = new Gauge({
    name: 'canary_check_info',
    help: 'Newest state of a check, with all its labels: 0 healthy, 1 failing',
    labelNames: full,
    registers,
  });
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames: full, registers });
  const count = counter('canary_check_count', 'Runs of a check');
  const outcomes = {
    success: counter('canary_check_success_count', 'Runs that passed'),
    failed: counter('canary_check_failed_count', 'Runs that failed'),
    invalid: counter('canary_check_invalid_count', 'Runs that could not be evaluated'),
    error: counter('canary_check_error_count', 'Runs whose result could not be stored'),
  };
  const duration = new Histogram({
    name: 'canary_check_duration',
    help: 'Duration of runs in milliseconds',
    labelNames: full,
    buckets: DURATION_BUCKETS_MS,
    registers,
  });
  const custom = createCustomMetrics(registry);
  const known = new Map<CheckId, Record<string, string>>();

  function forget(check: CheckId): void {
    const labels = known.get(check);
    if (labels === undefined) return;
    known.delete(check);
    state.remove(short(labels));
    for (const metric of [info, count, duration, ...Object.values(outcomes)]) metric.remove(labels);
  }

  function short(labels: Record<string, string>): Record<string, string> {
    const { endpoint: _endpoint, owner: _owner, severity: _severity, ...rest } = labels;
    return rest;
  }

  function labelsOf(run: CheckRun): Record<string, string> {
    const extras = extra.map((name) => {
      const source = allowlist.find((label) => metricLabel(label) === name) ?? name;
      return [name, run.checkLabels[source] ?? ''] as const;
    });
    return { ...run.labels, ...Object.fromEntries(extras) };
  }

  return {
    record(run) {
      const labels = labelsOf(run);
      const before = known.get(run.labels.key);
      if (before !== undefined && full.some((name) => before[name] !== labels[name])) forget(run.labels.key);
      known.set(run.labels.key, labels);
      count.inc(labels);
      outcomes[run.outcome].inc(labels);
      if (run.outcome === 'success') outcomes.failed.inc(labels, 0);
      if (run.outcome === 'success' || run.outcome === 'failed') {
        const value = run.outcome === 'success' ? 0 : 1;
        state.set(short(labels), value);
        info.set(labels, value);
      }
      if (run.durationMs > 0) duration.observe(labels, run.durationMs);
    },
    refusals: custom.refusals,
    custom: custom.add,
    remove(check) {
      forget(check);
      custom.remove(check);
    },
  };
}

function metricLabel(label: string): string {
  const name = label.replace(/[^a-zA-Z0-9_]/g, '_');
  return /^\d/.test(name) ? `_${name}` : name;
}
