import { createTelemetry } from '../../packages/server/src/platform/telemetry/telemetry.ts';
import { code, page, table } from './markdown.ts';

/** One metric family as /metrics shows it. */
export interface MetricFamily {
  name: string;
  kind: string;
  help: string;
  labels: string[];
}

/** Reads the families of a Prometheus text, with the labels of their samples; `le` of histograms is left out. */
export function readFamilies(text: string): MetricFamily[] {
  const families: MetricFamily[] = [];
  for (const line of text.split('\n')) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    const last = families.at(-1);
    if (what === 'HELP') families.push({ name, kind: '', help: rest, labels: [] });
    if (what === 'TYPE' && last) last.kind = rest;
    if (what !== undefined || last === undefined) continue;
    for (const [, label = ''] of line.matchAll(/[{,](\w+)="/g)) {
      if (label !== 'le' && !last.labels.includes(label)) last.labels.push(label);
    }
  }
  return families;
}

/** All metrics of the product. One of each is recorded first, as labels are seen on samples only. */
export async function metricFamilies(): Promise<MetricFamily[]> {
  const telemetry = createTelemetry({ version: '', labelsAllowlist: [], processMetrics: false });
  const labels = {
    type: '',
    endpoint: '',
    canary_name: '',
    canary_namespace: '',
    owner: '',
    severity: '',
    key: '',
    name: '',
  };
  for (const outcome of ['success', 'failed', 'invalid', 'error'] as const) {
    telemetry.checks.record({ labels, checkLabels: {}, outcome, durationMs: 1 });
  }
  telemetry.httpRequest('GET', '/', 200, 1);
  return readFamilies((await telemetry.text()).body);
}

/** One metric that a check type sends along with its results. */
interface TypeMetric {
  name: string;
  kind: string;
}

/** The metrics of check types, found in the sources of their runs. */
export function typeMetrics(source: string): TypeMetric[] {
  const found = source.matchAll(/name: '(\w+)',\s*type: '(counter|gauge|histogram)'/g);
  return [...found].map(([, name = '', kind = '']) => ({ name, kind }));
}

/** The page of the metrics. `runs` holds the source of `run.ts` of each check type that has one. */
export async function metricsPage(runs: ReadonlyMap<string, string>): Promise<string> {
  const families = await metricFamilies();
  const ofTypes = [...runs].flatMap(([type, source]) =>
    typeMetrics(source).map(({ name, kind }) => [code(name), kind, code(type)]),
  );
  return page('Metrics', '`packages/server/src/platform/telemetry` and the check types', [
    '`GET /metrics` answers in the Prometheus text format, for the node that is asked.',
    '',
    ...table(
      ['name', 'kind', 'labels', 'meaning'],
      families.map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
    ),
    '',
    'Exactly one of the four outcome counters rises for each run. A run that could not be evaluated or stored leaves the',
    'gauges as they were. `endpoint` is the description of the check, or its endpoint without credentials. `key` is the id of',
    'the check. Labels of checks named in `QD_METRIC_LABELS_ALLOWLIST` are added to the `canary_check` metrics.',
    '',
    'Metrics of the process itself (`process_*`, `nodejs_*`) are added by the library prom-client.',
    '',
    '## Metrics of check types',
    '',
    ...table(['name', 'kind', 'check type'], ofTypes),
    '',
    'A check may define its own under `metrics`; they are exported under the names they give.',
  ]);
}
