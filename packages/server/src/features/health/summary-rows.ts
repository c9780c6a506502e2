import type { CheckId } from '@quarterdeck/contract';

/**
 * What changes of a check from run to run, as columns in their order: id, version of its head, last, next and updated time,
 * passed, failed, last pass, last failure, status, transition, p95, p97, p99, deletion, silence. Times are ISO texts.
 */
export type StateColumns = [
  id: CheckId,
  version: string,
  lastRuntime: string | null,
  nextRuntime: string | null,
  updatedAt: string | null,
  passed: number | null,
  failed: number | null,
  lastPass: string | null,
  lastFail: string | null,
  status: string | null,
  transition: string | null,
  p95: number | null,
  p97: number | null,
  p99: number | null,
  deletedAt: string | null,
  silencedAt: string | null,
];

/** What a check is called and belongs to: two runs of JSON members, without braces. It changes with its document only. */
export interface CheckHead {
  version: string;
  before: string;
  after: string;
}

const OFFSET = '+00:00';

/** A time in whole seconds, as results are. */
function seconds(iso: string): string {
  return iso.slice(0, 19) + OFFSET;
}

/** A time in milliseconds: rows are sorted by the transition. */
function milliseconds(iso: string): string {
  const fraction = /\.\d{1,3}/.exec(iso)?.[0] ?? '';
  return iso.slice(0, 19) + fraction + OFFSET;
}

function time(name: string, iso: string | null): string {
  return iso === null ? '' : `,"${name}":"${seconds(iso)}"`;
}

function whole(name: string, value: number | null): string {
  return value === null ? '' : `,"${name}":${value}`;
}

/**
 * One row of the summary as JSON text. Members that are alike in neighbouring rows stand together, which makes the long
 * list a quarter smaller on the wire.
 */
export function summaryRow(head: CheckHead, columns: StateColumns): string {
  const [, , lastRuntime, nextRuntime, updatedAt, passed, failed, lastPass, lastFail] = columns;
  const [status, transition, p95, p97, p99, deletedAt, silencedAt] = columns.slice(9) as LateColumns;
  const times = time('last_runtime', lastRuntime) + time('next_runtime', nextRuntime) + time('updated_at', updatedAt);
  const uptime = `{"passed":${passed ?? 0},"failed":${failed ?? 0}${time('last_pass', lastPass)}${time('last_fail', lastFail)}}`;
  const latency = `{"rolling1h":${p95 ?? 0}${whole('p95', p95)}${whole('p97', p97)}${whole('p99', p99)}}`;
  const state = status === null ? '' : `,"status":${JSON.stringify(status)}`;
  const moved = transition === null ? '' : `,"last_transition_time":"${milliseconds(transition)}"`;
  const ends = time('deleted_at', deletedAt) + time('silenced_at', silencedAt);
  return `{${head.before}${times},"uptime":${uptime},${head.after}${state}${moved},"latency":${latency}${ends}}`;
}

type LateColumns = [
  string | null,
  string | null,
  number | null,
  number | null,
  number | null,
  string | null,
  string | null,
];
