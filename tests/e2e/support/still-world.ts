import type { Page, Route } from 'playwright-core';

/** The moment at which every picture is taken: a quarter past the newest thing that happened. */
export const STILL_NOW = Date.UTC(2026, 10, 21, 4, 35, 8);

const MINUTE_MS = 60_000;
const at = (minutesAgo: number): string => new Date(STILL_NOW - minutesAgo * MINUTE_MS).toISOString();
const idOf = (kind: number, index: number): string =>
  `0000000${kind}-0000-7000-8000-${String(index).padStart(12, '0')}`;

const AGENT = { id: '00000000-0000-0000-0000-000000000000', name: 'local' };
const SERVICES = ['ledger', 'checkout', 'identity', 'search', 'ingress'];
const NAMESPACES = ['payments', 'shop', 'people', 'shop', 'monitoring'];
const PROBES = ['readiness', 'replication lag', 'balance round trip', 'certificate', 'queue depth'];
const TYPES = ['http', 'postgres', 'dns', 'tcp', 'redis'];
const FAILURE = 'expected 503 to be 200..299';

/** What a check is, so that all tables and charts tell the same of it: of five, the second fails and the fourth warns. */
function checkOf(index: number) {
  const service = Math.floor(index / PROBES.length);
  const probe = index % PROBES.length;
  const fails = (probe === 1 && service % 2 === 0) || (probe === 3 && service === 1);
  const name = `${SERVICES[service]}/${PROBES[probe]}`;
  return {
    id: idOf(1, index),
    canary_id: idOf(2, service),
    canary_name: SERVICES[service],
    canary_namespace: NAMESPACES[service],
    namespace: NAMESPACES[service],
    name,
    type: TYPES[probe],
    severity: fails && probe === 3 ? 'low' : ['info', 'critical', 'high', 'medium', 'info'][probe],
    labels: { team: NAMESPACES[service], tier: String(1 + (service % 3)), region: 'eu-west-1' },
    owner: NAMESPACES[service],
    description: 'Answers when all that it needs is there',
    endpoint: `https://${SERVICES[service]}.internal/${PROBES[probe]?.replaceAll(' ', '-')}`,
    created_at: at(60 * 24 * 40),
    updated_at: at(1),
    last_runtime: at(1),
    status: fails ? 'unhealthy' : 'healthy',
    last_transition_time: at(fails ? 14 + index : 60 * 24 * (index + 2)),
    uptime: { passed: fails ? 112 : 120, failed: fails ? 8 : 0, last_pass: at(fails ? 14 : 1) },
    latency: { rolling1h: 40 + index * 7, p95: 48 + index * 9, p97: 60 + index * 10, p99: 90 + index * 16 },
  };
}

const CHECKS = SERVICES.flatMap((_, service) =>
  PROBES.map((_probe, probe) => checkOf(service * PROBES.length + probe)),
);

const isPassing = (minutesAgo: number, fails: boolean): boolean => !fails || minutesAgo > 14;
const latencyAt = (minutesAgo: number): number => 60 + ((minutesAgo * 37) % 90);

function recentOf(id: string): number[][] {
  const fails = CHECKS.find((check) => check.id === id)?.status === 'unhealthy';
  return Array.from({ length: 40 }, (_, i) => {
    const minutesAgo = 40 - i;
    return [Date.parse(at(minutesAgo)) / 1000, latencyAt(minutesAgo), isPassing(minutesAgo, fails) ? 1 : 0];
  });
}

function graphOf(id: string) {
  const check = CHECKS.find((one) => one.id === id);
  const status = Array.from({ length: 60 }, (_, i) => {
    const ok = isPassing(60 - i, check?.status === 'unhealthy');
    return { time: at(60 - i), status: ok, duration: latencyAt(60 - i), [ok ? 'passed' : 'failed']: 2 };
  });
  return { duration: 40, runnerName: 'local', status, uptime: check?.uptime, latency: check?.latency };
}

function statusesOf(id: string) {
  const fails = CHECKS.find((check) => check.id === id)?.status === 'unhealthy';
  return Array.from({ length: 50 }, (_, i) => {
    const ok = isPassing(i + 1, fails);
    return {
      check_id: id,
      time: at(i + 1),
      created_at: at(i + 1),
      duration: latencyAt(i + 1),
      status: ok,
      invalid: false,
      is_pushed: false,
      message: null,
      error: ok ? null : FAILURE,
      severity: null,
      details: null,
    };
  });
}

const detailOf = (id: string) =>
  CHECKS.filter((check) => check.id === id).map(({ canary_name, canary_namespace, uptime, latency, ...check }) => ({
    ...check,
    agent_id: AGENT.id,
    spec: { url: check.endpoint, name: check.name },
    next_runtime: null,
    deleted_at: null,
    canaries: { id: check.canary_id, name: canary_name, source: 'UI' },
    agents: AGENT,
    components: [],
    configs: [],
  }));

const CANARIES = SERVICES.map((name, i) => ({
  id: idOf(2, i),
  agent_id: AGENT.id,
  agent: AGENT,
  name,
  namespace: NAMESPACES[i],
  labels: { team: NAMESPACES[i] },
  annotations: {},
  source: i === 1 ? 'kubernetes/shop/checkout' : 'UI',
  schedule: '@every 30s',
  interval: null,
  spec: { schedule: '@every 30s', http: [{ name: `${name}/readiness`, url: `https://${name}.internal/ready` }] },
  created_at: at(60 * 24 * (40 - i)),
  updated_at: at(60 * (i + 2)),
  deleted_at: null,
  created_by: null,
  last_runtime: at(1),
  job_status: i === 2 ? 'FAILED' : 'SUCCESS',
  job_success_count: i === 2 ? 0 : 5,
  job_error_count: i === 2 ? 1 : 0,
  job_details: i === 2 ? { errors: ['connection refused'] } : {},
  job_last_failed: at(60 * 24 * 3),
  job_created_at: at(2 + i),
}));

const JOB_NAMES = ['SyncCanary', 'AggregateCheckStatus1h', 'CleanupEventQueue'];
const JOBS = Array.from({ length: 24 }, (_, i) => ({
  id: idOf(3, i),
  agent_id: AGENT.id,
  agent: AGENT,
  name: JOB_NAMES[i % JOB_NAMES.length],
  success_count: 131 - i,
  error_count: i % 4 === 0 ? 1 : 0,
  details: i % 4 === 0 ? { errors: ['connection refused'] } : {},
  hostname: `node-${i % 3}`,
  duration_millis: 740 + i * 331,
  resource_type: i % 3 === 0 ? 'canary' : '',
  resource_id: i % 3 === 0 ? idOf(2, i % SERVICES.length) : '',
  resource_name: i % 3 === 0 ? SERVICES[i % SERVICES.length] : null,
  status: i % 4 === 0 ? 'FAILED' : i % 5 === 0 ? 'WARNING' : i % 3 === 0 ? 'RUNNING' : 'SKIPPED',
  time_start: at(i * 31 + 3),
  time_end: at(i * 31 + 2),
  created_at: at(i * 31 + 3),
  is_pushed: false,
}));

const PROPERTIES = ['check.retention', 'logs.disable', 'jobs.history.size'].map((name, i) => ({
  name,
  value: ['30d', 'true', '150'][i],
  description: i === 0 ? 'How long results are kept' : '',
  source: i === 2 ? 'local' : 'db',
  type: '',
}));

const FLAGS = PROPERTIES.slice(0, 2).map(({ name, value }, i) => ({
  name,
  value,
  created_at: at(60 * 24 * (i + 1)),
  updated_at: at(60 * (i + 1)),
  deleted_at: null,
  created_by: null,
}));

const EVENTS = ['notification.send', 'playbook.run', 'check.failed'].map((name, i) => ({
  name,
  pending: 6 - i,
  failed: i,
  average_attempts: 1 + i / 2,
  first_failure: at(60 * (i + 1)),
  last_failure: at(3 * i + 1),
  most_common_error: i === 0 ? null : 'the receiver answered 500',
}));

const STATUS = {
  version: '1.0.0',
  mode: 'standalone',
  runnerName: 'local',
  demo: true,
  selfWatch: false,
  configDir: null,
  documentErrors: [],
  scheduler: { checks: CHECKS.length, latenessP99Ms: 260, missed: 0 },
};

/** Answers by path, from the parameters of the request. */
const ANSWERS: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  '/api/status': () => STATUS,
  '/api/properties': () => PROPERTIES,
  '/api/canary/api/summary': () => ({ duration: 34, runnerName: 'local', checks_summary: CHECKS }),
  '/api/canary/api/recent': (query) => ({
    recent: Object.fromEntries((query.get('ids') ?? '').split(',').map((id) => [id, recentOf(id)])),
  }),
  '/api/canary/api/graph': (query) => graphOf(query.get('check') ?? ''),
  '/api/db/checks': (query) => detailOf(idIn(query, 'id')),
  '/api/db/check_statuses': (query) => statusesOf(idIn(query, 'check_id')).slice(0, Number(query.get('limit') ?? 50)),
  '/api/db/canaries_with_status': () => CANARIES,
  '/api/db/canaries': (query) => CANARIES.filter(({ id }) => id === idIn(query, 'id')),
  '/api/db/job_histories': () => JOBS,
  '/api/db/job_history_names': () => JOB_NAMES.map((name) => ({ name })),
  '/api/db/properties': () => FLAGS,
  '/api/db/event_queue_summary': () => EVENTS,
};

function idIn(query: URLSearchParams, column: string): string {
  return query.get(column)?.replace('eq.', '') ?? '';
}

function answer(route: Route): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url());
  const rows = ANSWERS[pathname]?.(searchParams);
  if (rows === undefined) return route.fallback();
  const headers: Record<string, string> = {};
  if (Array.isArray(rows)) headers['content-range'] = `0-${Math.max(0, rows.length - 1)}/${rows.length}`;
  return route.fulfill({ json: rows, headers });
}

/**
 * Puts a page into a small world that stands still: the clock at one moment, and the same answers on every run. What it
 * does not know (who is there, what a check may say) the product answers itself.
 */
export async function standStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(STILL_NOW);
  await page.route('**/api/**', answer);
}

/** The check, the canary and the address of a row, for pages of one thing. */
export const STILL_CHECK_ID: string = idOf(1, 1);
export const STILL_CANARY_ID: string = idOf(2, 0);
