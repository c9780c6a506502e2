import type { Labels } from '@quarterdeck/contract';
import { z } from 'zod';

/** One alert as expressions see it. */
export interface Alert {
  name: string;
  message: string;
  labels: Labels;
  annotations: Labels;
  fingerprint: string;
}

const alertsSchema = z.array(
  z.object({
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
    fingerprint: z.string().default(''),
  }),
);

/** Names what an alert is about; the first one present counts. */
const OWNERS = ['deployment', 'daemonset', 'statefulset', 'cronjob_name', 'job_name', 'pod', 'nodename'];
const MESSAGES = ['message', 'description', 'summary'];

/** The alerts of an answer of `GET /api/v2/alerts`. Throws when it is of another form. */
export function readAlerts(body: string): Alert[] {
  return alertsSchema.parse(JSON.parse(body)).map(({ labels, annotations, fingerprint }) => ({
    name: alertName(labels),
    message: firstOf(annotations, MESSAGES),
    labels,
    annotations,
    fingerprint,
  }));
}

/** `alertname/namespace/node/owner/container` without the parts that are absent (contract checks §2.12). */
export function alertName(labels: Labels): string {
  const container = labels.container !== labels.job ? labels.container : undefined;
  const parts = [labels.alertname, labels.namespace, labels.node, firstOf(labels, OWNERS), container];
  return parts.filter(Boolean).join('/');
}

function firstOf(labels: Labels, names: string[]): string {
  const found = names.find((name) => labels[name]);
  return (found && labels[found]) || '';
}

/** The matchers of a check, in the form of the `filter` parameter; Alertmanager wants all of them to match. */
export function alertFilters(spec: {
  alerts?: string[] | undefined;
  ignore?: string[] | undefined;
  filters?: Labels | undefined;
  exclude_filters?: Labels | undefined;
}): string[] {
  return [
    ...Object.entries(spec.filters ?? {}).map(([name, value]) => `${name}=~${value}`),
    ...(spec.alerts ?? []).map((pattern) => `alertname=~${pattern}`),
    ...(spec.ignore ?? []).map((pattern) => `alertname!~${pattern}`),
    ...Object.entries(spec.exclude_filters ?? {}).map(([name, value]) => `${name}!=${value}`),
  ];
}
