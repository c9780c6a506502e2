import type { CheckId, Labels } from '@quarterdeck/contract';
import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CheckMetrics, CustomMetric } from './types.ts';

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

interface CustomFamily {
  metric: Counter | Gauge | Histogram;
  type: CustomMetric['type'];
  labelNames: string;
  /** Which checks wrote a series; it goes when the last of them goes. */
  series: Map<string, { labels: Labels; checks: Set<CheckId> }>;
}

/** The metrics that checks define themselves (contract checks §1.8): exported verbatim, one label set and type a name. */
export function createCustomMetrics(
  registry: Registry,
  reserved: ReadonlySet<string>,
): {
  refusals: CheckMetrics['refusals'];
  add: CheckMetrics['custom'];
  remove: CheckMetrics['remove'];
} {
  const families = new Map<string, CustomFamily>();

  function familyOf(sample: CustomMetric): CustomFamily | string {
    const names = Object.keys(sample.labels).sort();
    const known = families.get(sample.name);
    if (known === undefined) return create(sample, names);
    if (known.type !== sample.type) return `metric ${sample.name} is a ${known.type} already, not a ${sample.type}`;
    if (known.labelNames === names.join()) return known;
    return `metric ${sample.name} has the labels [${known.labelNames}] already, not [${names.join()}]`;
  }

  function create(sample: CustomMetric, labelNames: string[]): CustomFamily | string {
    if (!METRIC_NAME.test(sample.name)) return `${JSON.stringify(sample.name)} is no name of a metric`;
    const wrong = labelNames.find((name) => !LABEL_NAME.test(name) || (sample.type === 'histogram' && name === 'le'));
    if (wrong !== undefined) return `${JSON.stringify(wrong)} is no name of a label (metric ${sample.name})`;
    if (reserved.has(sample.name) || registry.getSingleMetric(sample.name) !== undefined)
      return `metric ${sample.name} is one of the product's own`;
    const options = { name: sample.name, help: 'Custom metric of a check', labelNames, registers: [registry] };
    const family: CustomFamily = {
      metric: makeMetric(sample.type, options),
      type: sample.type,
      labelNames: labelNames.join(),
      series: new Map(),
    };
    families.set(sample.name, family);
    return family;
  }

  /** The family of a sample, or why it is refused. */
  function admit(sample: CustomMetric): CustomFamily | string {
    if (!Number.isFinite(sample.value)) return `the value of metric ${sample.name} is not a number`;
    return familyOf(sample);
  }

  return {
    refusals: (samples) =>
      samples.flatMap((sample) => {
        const family = admit(sample);
        return typeof family === 'string' ? [family] : [];
      }),
    add(check, samples) {
      return samples.flatMap((sample) => {
        const family = admit(sample);
        if (typeof family === 'string') return [family];
        apply(family.metric, sample);
        const key = JSON.stringify(Object.entries(sample.labels).sort());
        const series = family.series.get(key) ?? { labels: sample.labels, checks: new Set<CheckId>() };
        series.checks.add(check);
        family.series.set(key, series);
        return [];
      });
    },
    remove(check) {
      for (const [name, family] of families) {
        for (const [key, series] of family.series) {
          if (!series.checks.delete(check) || series.checks.size > 0) continue;
          family.metric.remove(series.labels);
          family.series.delete(key);
        }
        if (family.series.size > 0) continue;
        registry.removeSingleMetric(name);
        families.delete(name);
      }
    },
  };
}

function makeMetric(
  type: CustomMetric['type'],
  options: { name: string; help: string; labelNames: string[]; registers: Registry[] },
): Counter | Gauge | Histogram {
  if (type === 'counter') return new Counter(options);
  return type === 'gauge' ? new Gauge(options) : new Histogram(options);
}

/** A counter ignores what would not raise it. */
function apply(metric: Counter | Gauge | Histogram, sample: CustomMetric): void {
  if (metric instanceof Histogram) metric.observe(sample.labels, sample.value);
  else if (metric instanceof Gauge) metric.set(sample.labels, sample.value);
  else metric.inc(sample.labels, Math.max(0, sample.value));
}
