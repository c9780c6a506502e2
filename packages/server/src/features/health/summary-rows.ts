import type { CheckId } from '@quarterdeck/contract';

/**
 * What changes of a check from run to run, as columns in their order: id, version of its head, last, next and updated time,
 * passed, failed, last pass, last failure, status, transition, p95, p97, p99, deletion, silence. All are texts as
 * PostgreSQL writes them.
 */
export type StateColumns = [
  id: CheckId,
  version: string,
  lastRuntime: string | null,
  nextRuntime: string | null,
  updatedAt: string | null,
  passed: string | null,
  failed: string | null,
  lastPass: string | null,
  lastFail: string | null,
  status: string | null,
  transition: string | null,
  p95: string | null,
  p97: string | null,
  p99: string | null,
  deletedAt: string | null,
  silencedAt: string | null,
];

/** What a check is called and belongs to, as JSON members without braces. It changes with its document only. */
export interface CheckHead {
  version: string;
  text: string;
}

const OFFSET = '+00:00';

/** A time in whole seconds, as results are. */
function seconds(at: string): string {
  return `${at.slice(0, 10)}T${at.slice(11, 19)}${OFFSET}`;
}

/** A time in milliseconds: rows are sorted by the transition. */
function milliseconds(at: string): string {
  const fraction = /\.\d{1,3}/.exec(at)?.[0] ?? '';
  return `${at.slice(0, 10)}T${at.slice(11, 19)}${fraction}${OFFSET}`;
}

function time(name: string, at: string | null): string {
  return at === null ? '' : `,"${name}":"${seconds(at)}"`;
}

function whole(name: string, value: string | null): string {
  return value === null ? '' : `,"${name}":${value}`;
}

/**
 * The members of a row that follow those of its head, each with a comma before it. Joined, since a text that is added up
 * is kept as its pieces, which take six times the memory.
 */
export function stateText(columns: StateColumns): string {
  const [, , lastRuntime, nextRuntime, updatedAt, passed, failed, lastPass, lastFail, status, ...late] = columns;
  const [transition, p95, p97, p99, deletedAt, silencedAt] = late;
  const times = time('last_runtime', lastRuntime) + time('next_runtime', nextRuntime) + time('updated_at', updatedAt);
  const uptime = `{"passed":${passed ?? 0},"failed":${failed ?? 0}${time('last_pass', lastPass)}${time('last_fail', lastFail)}}`;
  const latency = `{"rolling1h":${p95 ?? 0}${whole('p95', p95)}${whole('p97', p97)}${whole('p99', p99)}}`;
  const state = status === null ? '' : `,"status":${JSON.stringify(status)}`;
  const moved = transition === null ? '' : `,"last_transition_time":"${milliseconds(transition)}"`;
  const ends = time('deleted_at', deletedAt) + time('silenced_at', silencedAt);
  return [times, ',"uptime":', uptime, state, moved, ',"latency":', latency, ends].join('');
}

/**
 * One row of the summary as JSON text. What checks of a canary share stands together, in one piece, which makes the long
 * list a sixth smaller on the wire than names and ids among it would.
 */
export function summaryRow(head: CheckHead, state: string): string {
  return `{${head.text}${state}}`;
}
