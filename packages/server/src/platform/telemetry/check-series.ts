import type { CheckRun } from './types.ts';

const DURATION_BUCKETS_MS = [5, 10, 25, 50, 200, 500, 1000, 3000, 10_000, 30_000];

/** All that is counted of one check. `full` and `short` are its labels, spelled for the text format. */
export interface CheckSeries {
  readonly full: string;
  readonly short: string;
  runs: number;
  /** Only those that occurred, or that were created with 0, have a line. */
  outcomes: Partial<Record<CheckRun['outcome'], number>>;
  /** 0 healthy, 1 failing; null while no run could be judged. */
  state: 0 | 1 | null;
  /** Durations by the first bucket that holds them, the last one being without end; null while there was none. */
  durations: { counts: number[]; sum: number } | null;
}

/** One metric: its name, type and help, and the lines of one check. */
interface Family {
  name: string;
  type: 'gauge' | 'counter' | 'histogram';
  help: string;
  write(series: CheckSeries, lines: string[]): void;
}

const gauge = (name: string, help: string, labels: 'full' | 'short'): Family => ({
  name,
  type: 'gauge',
  help,
  write(series, lines) {
    if (series.state !== null) lines.push(`${name}{${series[labels]}} ${series.state}`);
  },
});

const counter = (name: string, help: string, countOf: (series: CheckSeries) => number | undefined): Family => ({
  name,
  type: 'counter',
  help,
  write(series, lines) {
    const value = countOf(series);
    if (value !== undefined) lines.push(`${name}{${series.full}} ${value}`);
  },
});

const FAMILIES: readonly Family[] = [
  gauge('canary_check', 'Newest state of a check: 0 healthy, 1 failing', 'short'),
  gauge('canary_check_info', 'Newest state of a check, with all its labels: 0 healthy, 1 failing', 'full'),
  counter('canary_check_count', 'Runs of a check', (series) => series.runs),
  counter('canary_check_success_count', 'Runs that passed', ({ outcomes }) => outcomes.success),
  counter('canary_check_failed_count', 'Runs that failed', ({ outcomes }) => outcomes.failed),
  counter('canary_check_invalid_count', 'Runs that could not be evaluated', ({ outcomes }) => outcomes.invalid),
  counter('canary_check_error_count', 'Runs whose result could not be stored', ({ outcomes }) => outcomes.error),
  {
    name: 'canary_check_duration',
    type: 'histogram',
    help: 'Duration of runs in milliseconds',
    write({ full, durations }, lines) {
      if (durations === null) return;
      let count = 0;
      for (const [index, limit] of [...DURATION_BUCKETS_MS, '+Inf'].entries()) {
        count += durations.counts[index] ?? 0;
        lines.push(`canary_check_duration_bucket{le="${limit}",${full}} ${count}`);
      }
      lines.push(`canary_check_duration_sum{${full}} ${durations.sum}`);
      lines.push(`canary_check_duration_count{${full}} ${count}`);
    },
  },
];

/** The names that checks cannot take for metrics of their own. */
export const CHECK_METRIC_NAMES: readonly string[] = FAMILIES.map((family) => family.name);

/** Labels as the text format spells them (Prometheus exposition formats, text format 0.0.4). */
export function seriesLabels(labels: readonly (readonly [name: string, value: string])[]): string {
  return labels.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',');
}

function escapeLabel(value: string): string {
  return /["\\\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"') : value;
}

/** Starts counting for a check. */
export function newSeries(full: string, short: string): CheckSeries {
  return { full, short, runs: 0, outcomes: {}, state: null, durations: null };
}

/** Adds one duration in milliseconds. */
export function observe(series: CheckSeries, durationMs: number): void {
  series.durations ??= { counts: new Array<number>(DURATION_BUCKETS_MS.length + 1).fill(0), sum: 0 };
  const found = DURATION_BUCKETS_MS.findIndex((limit) => durationMs <= limit);
  const index = found < 0 ? DURATION_BUCKETS_MS.length : found;
  series.durations.counts[index] = (series.durations.counts[index] ?? 0) + 1;
  series.durations.sum += durationMs;
}

/** The text of all series, metric by metric. */
export function checkSeriesText(all: Iterable<CheckSeries>): string {
  const series = [...all];
  const lines: string[] = [];
  for (const family of FAMILIES) {
    lines.push(`# HELP ${family.name} ${family.help}`, `# TYPE ${family.name} ${family.type}`);
    for (const one of series) family.write(one, lines);
    lines.push('');
  }
  return `${lines.join('\n')}\n`;
}
