import { failure } from '../failure.ts';
import { formatRfc3339 } from '../go/time.ts';
import { isMap, mapOf, member, type ValueMap } from '../values.ts';
import { parseJson } from './data.ts';
import { type Env, type Fns, list, map, text } from './env.ts';

/** Health of a Kubernetes object as `k8s.getHealth` answers it. */
export interface KubernetesHealth {
  health: 'healthy' | 'unhealthy' | 'warning' | 'unknown';
  status: string;
  message: string;
  ready: boolean;
  lastUpdated: string | null;
}

/** A manifest: itself, its JSON, or an item of a check's results, which holds it under `Object` (contract checks §2.18). */
function object(value: unknown): ValueMap {
  const given = typeof value === 'string' ? map(parseJson(value)) : map(value);
  const held = member(given, 'Object');
  return isMap(held) ? held : given;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((here, key) => (isMap(here) ? member(here, key) : undefined), value);
}

function count(value: unknown, ...path: string[]): number {
  return Number(at(value, ...path) ?? 0);
}

type Verdict = Pick<KubernetesHealth, 'health' | 'status' | 'message' | 'ready'>;

function verdict(health: Verdict['health'], status: string, message = '', ready = health === 'healthy'): Verdict {
  return { health, status, message, ready };
}

const BROKEN = /BackOff|ErrImage|Error|Invalid|OOMKilled|ContainerCannotRun|Failed/;

function ofPod(pod: ValueMap): Verdict {
  const phase = text(at(pod, 'status', 'phase'));
  const statuses = [
    ...list(at(pod, 'status', 'initContainerStatuses')),
    ...list(at(pod, 'status', 'containerStatuses')),
  ];
  for (const status of statuses) {
    const waiting = at(status, 'state', 'waiting') ?? at(status, 'state', 'terminated');
    const reason = text(at(waiting, 'reason'));
    if (BROKEN.test(reason)) return verdict('unhealthy', reason, text(at(waiting, 'message')));
  }
  const message = text(at(pod, 'status', 'message'));
  if (at(pod, 'metadata', 'deletionTimestamp')) return verdict('unknown', 'Terminating', message);
  if (phase === 'Succeeded') return verdict('healthy', 'Completed', message, true);
  if (phase === 'Failed') return verdict('unhealthy', text(at(pod, 'status', 'reason')) || 'Failed', message, true);
  if (phase === 'Running') {
    const ready = statuses.every(
      (status) => at(status, 'ready') !== false || at(status, 'state', 'terminated') !== undefined,
    );
    return ready ? verdict('healthy', 'Running', message) : verdict('unknown', 'Starting', message);
  }
  return verdict('unknown', phase || 'Unknown', message);
}

function ofWorkload(workload: ValueMap): Verdict {
  const kind = text(at(workload, 'kind'));
  const wanted =
    kind === 'DaemonSet'
      ? count(workload, 'status', 'desiredNumberScheduled')
      : Number(at(workload, 'spec', 'replicas') ?? 1);
  const ready =
    kind === 'DaemonSet' ? count(workload, 'status', 'numberReady') : count(workload, 'status', 'readyReplicas');
  const failed = condition(workload, 'Progressing', 'False');
  if (failed) return verdict('unhealthy', text(at(failed, 'reason')) || 'Failed', text(at(failed, 'message')));
  const message = `${ready} of ${wanted} ready`;
  if (wanted === 0) return verdict('healthy', 'Scaled to 0', '', true);
  if (ready >= wanted) return verdict('healthy', 'Running', message);
  return ready === 0 ? verdict('unhealthy', 'NotReady', message) : verdict('warning', 'Rolling out', message);
}

function condition(value: unknown, type: string, status: string): unknown {
  return list(at(value, 'status', 'conditions')).find(
    (item) => at(item, 'type') === type && at(item, 'status') === status,
  );
}

function ofJob(job: ValueMap): Verdict {
  const failed = condition(job, 'Failed', 'True');
  if (failed) return verdict('unhealthy', text(at(failed, 'reason')) || 'Failed', text(at(failed, 'message')), true);
  return condition(job, 'Complete', 'True')
    ? verdict('healthy', 'Completed')
    : verdict('healthy', 'Running', '', false);
}

function ofNode(node: ValueMap): Verdict {
  for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']) {
    const pressed = condition(node, type, 'True');
    if (pressed) return verdict('unhealthy', type, text(at(pressed, 'message')));
  }
  const ready = list(at(node, 'status', 'conditions')).find((item) => at(item, 'type') === 'Ready');
  return at(ready, 'status') === 'True'
    ? verdict('healthy', 'Ready')
    : verdict('unhealthy', 'NotReady', text(at(ready, 'message')));
}

function ofConditions(value: ValueMap): Verdict {
  const conditions = list(at(value, 'status', 'conditions'));
  const main = conditions.find((item) => ['Ready', 'Available', 'Healthy'].includes(text(at(item, 'type'))));
  if (main) {
    const status = text(at(main, 'reason')) || text(at(main, 'type'));
    const message = text(at(main, 'message'));
    if (at(main, 'status') === 'True') return verdict('healthy', status, message);
    return verdict(at(main, 'status') === 'False' ? 'unhealthy' : 'unknown', status, message);
  }
  const phase = text(at(value, 'status', 'phase'));
  if (['Failed', 'Lost', 'Error'].includes(phase)) return verdict('unhealthy', phase);
  if (phase === 'Pending') return verdict('unknown', phase);
  return verdict('healthy', phase, '', true);
}

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet', 'ReplicationController']);

function lastUpdated(value: ValueMap): string | null {
  const times = list(at(value, 'status', 'conditions')).map((item) => text(at(item, 'lastTransitionTime')));
  const newest =
    times
      .filter((item) => item !== '')
      .sort()
      .at(-1) ?? text(at(value, 'metadata', 'creationTimestamp'));
  return newest && !Number.isNaN(Date.parse(newest)) ? formatRfc3339(new Date(newest)) : null;
}

/** Judges a Kubernetes object (a map, or its JSON) by its kind, its counts and its conditions. */
export function kubernetesHealth(given: unknown): KubernetesHealth {
  const value = object(given);
  const kind = text(at(value, 'kind'));
  const judged = WORKLOADS.has(kind)
    ? ofWorkload(value)
    : kind === 'Pod'
      ? ofPod(value)
      : kind === 'Job'
        ? ofJob(value)
        : kind === 'Node'
          ? ofNode(value)
          : ofConditions(value);
  return { ...judged, lastUpdated: lastUpdated(value) };
}

const BINARY: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 };
const DECIMAL: Record<string, number> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
};

function quantity(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  const [, number, unit = ''] = /^([+-]?[\d.]{1,30}(?:e[+-]?\d{1,3})?)([A-Za-z]{0,2})$/.exec(text(value)) ?? [];
  const scale = BINARY[unit] ?? DECIMAL[unit];
  if (number === undefined || scale === undefined || Number.isNaN(Number(number)))
    throw failure('not a Kubernetes quantity');
  return Number(number) * scale;
}

const NOISE = [
  'managedFields',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
  'ownerReferences',
];

function neat(value: ValueMap): ValueMap {
  const metadata = mapOf(Object.entries(map(at(value, 'metadata'))).filter(([key]) => !NOISE.includes(key)));
  const annotations = Object.entries(map(member(metadata, 'annotations'))).filter(
    ([key]) => key !== 'kubectl.kubernetes.io/last-applied-configuration',
  );
  if (Object.hasOwn(metadata, 'annotations')) metadata.annotations = mapOf(annotations);
  return mapOf(Object.entries({ ...value, metadata }).filter(([key]) => key !== 'status'));
}

function neatAs(env: Env, given: unknown, format: unknown): unknown {
  const clean = neat(object(given));
  env.budget.step();
  return format === undefined ? clean : JSON.stringify(clean);
}

/** `k8s.*`. Objects may be maps or JSON texts. */
export const k8sFns: Fns = {
  cpuAsMillicores: (_env, value) => BigInt(Math.round(quantity(value) * 1000)),
  getHealth: (_env, value) => ({ ...kubernetesHealth(value) }),
  getStatus: (_env, value) => {
    const { status, message } = kubernetesHealth(value);
    return message ? `${status}: ${message}` : status;
  },
  isHealthy: (_env, value) => kubernetesHealth(value).health === 'healthy',
  isReady: (_env, value) => kubernetesHealth(value).ready,
  labels: (_env, value) => {
    const labels = map(at(object(value), 'metadata', 'labels'));
    const namespace = at(object(value), 'metadata', 'namespace');
    return namespace ? { ...labels, namespace } : { ...labels };
  },
  memoryAsBytes: (_env, value) => BigInt(Math.round(quantity(value))),
  neat: neatAs,
};
