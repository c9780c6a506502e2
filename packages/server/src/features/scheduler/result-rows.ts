import type { CheckResult } from '@quarterdeck/checks';
import type { CanaryId, CheckHealth, CheckId, Labels } from '@quarterdeck/contract';
import { MAX_ERROR_CHARS, MAX_MESSAGE_CHARS } from '@quarterdeck/contract';
import { packResult } from '@quarterdeck/db';

/** One run of a canary (or of a part of it), as it is handed to the writer. */
export interface RunToWrite {
  canaryId: CanaryId;
  canaryName: string;
  canaryNamespace: string;
  results: readonly CheckResult[];
  /** Ids of the checks of the canary's document, by {@link checkKey}. Others are made on the way. */
  known: ReadonlyMap<string, CheckId>;
  /** The slot that ends with it; null for a run on demand. Milliseconds since the epoch. */
  slotMs: number | null;
  nextRunMs: number | null;
  startMs: number;
  endMs: number;
  /** Transformed checks that were not produced this time are removed (contract checks §1.7). */
  cleanup: boolean;
  /** What went wrong with the run as a whole, or with checks that could not be evaluated: kept in the job history. */
  failures: readonly string[];
}

/** One result with the id of its check. */
export interface IdentifiedResult {
  checkId: CheckId;
  result: CheckResult;
  nextRunMs: number | null;
}

/** A row for `check_statuses`, in its column names. */
export interface StatusRow {
  check_id: CheckId;
  time: string;
  duration: number;
  status: boolean | null;
  invalid: boolean;
  message: string | null;
  error: string | null;
  severity: string | null;
  details: unknown;
}

/** What one batch changes of one check and of its state. Counters and recent results are those of the batch alone. */
export interface CheckChange {
  check_id: CheckId;
  status: CheckHealth;
  last_runtime: string;
  next_runtime: string | null;
  labels: Labels;
  owner: string | null;
  severity: string | null;
  recent_at: number[];
  recent_value: number[];
  passed: number;
  failed: number;
  duration: number;
  last_pass: string | null;
  last_fail: string | null;
}

const LARGEST_DURATION = 536_870_910;

/** Identity of a check within its canary: its type and its name, or its description when it has no name. */
export function checkKey(check: { type: string; name: string; description?: string | null }): string {
  return `${check.type}\u0000${check.name || (check.description ?? '')}`;
}

function cut(text: string, limit: number): string | null {
  if (text === '') return null;
  return text.length > limit ? `${text.slice(0, limit - 3)}...` : text;
}

const seconds = (ms: number) => Math.floor(ms / 1000);
const isoSeconds = (ms: number) => `${new Date(seconds(ms) * 1000).toISOString().slice(0, 19)}Z`;

/** How many characters of a message and of an error are stored. */
export interface TextLimits {
  message: number;
  error: number;
}

const DEFAULT_LIMITS: TextLimits = { message: MAX_MESSAGE_CHARS, error: MAX_ERROR_CHARS };

/** The limits as properties name them (contract checks §1.11); what is no whole number above 3 is the default. */
export function textLimits(properties: ReadonlyMap<string, string>): TextLimits {
  const limit = (name: string, otherwise: number) => {
    const value = Number(properties.get(name));
    return Number.isInteger(value) && value > 3 ? value : otherwise;
  };
  return {
    message: limit('canary.status.max.message', MAX_MESSAGE_CHARS),
    error: limit('canary.status.max.error', MAX_ERROR_CHARS),
  };
}

/** The row of a result (contract checks §3.3): whole seconds, texts cut, a result that could not be probed without status. */
export function statusRow({ checkId, result }: IdentifiedResult, limits = DEFAULT_LIMITS): StatusRow {
  return {
    check_id: checkId,
    time: isoSeconds(result.startMs),
    duration: durationOf(result),
    status: result.unknown ? null : result.pass,
    invalid: result.invalid || result.unknown,
    message: cut(result.message, limits.message),
    error: cut(result.error, limits.error),
    severity: result.severity || null,
    details: result.detail,
  };
}

function durationOf(result: CheckResult): number {
  return Math.min(Math.max(Math.round(result.durationMs), 0), LARGEST_DURATION);
}

/** Rows of a batch: one status per check and second, and one change per check with its results oldest first. */
export function batchRows(
  batch: readonly IdentifiedResult[],
  limits = DEFAULT_LIMITS,
): { statuses: StatusRow[]; changes: CheckChange[] } {
  const statuses = new Map<string, StatusRow>();
  const changes = new Map<CheckId, CheckChange>();
  const ordered = [...batch].sort((a, b) => a.result.startMs - b.result.startMs);
  for (const item of ordered) {
    const row = statusRow(item, limits);
    const key = `${row.check_id} ${row.time}`;
    if (statuses.has(key)) continue;
    statuses.set(key, row);
    changes.set(item.checkId, mergeChange(changes.get(item.checkId), item, row));
  }
  return { statuses: [...statuses.values()], changes: [...changes.values()] };
}

function mergeChange(before: CheckChange | undefined, item: IdentifiedResult, row: StatusRow): CheckChange {
  const { result } = item;
  return {
    check_id: item.checkId,
    status: healthOf(result),
    last_runtime: row.time,
    next_runtime: item.nextRunMs === null ? (before?.next_runtime ?? null) : new Date(item.nextRunMs).toISOString(),
    labels: result.labels,
    owner: result.owner || null,
    severity: result.severity || null,
    recent_at: [...(before?.recent_at ?? []), seconds(result.startMs)].slice(-40),
    recent_value: [...(before?.recent_value ?? []), packResult(row.duration, row.status)].slice(-40),
    passed: (before?.passed ?? 0) + (row.status === true ? 1 : 0),
    failed: (before?.failed ?? 0) + (row.status === false ? 1 : 0),
    duration: row.duration,
    last_pass: row.status === true ? row.time : (before?.last_pass ?? null),
    last_fail: row.status === false ? row.time : (before?.last_fail ?? null),
  };
}

/** The health that a result gives its check. */
function healthOf(result: Pick<CheckResult, 'pass' | 'unknown'>): CheckHealth {
  if (result.unknown) return 'unknown';
  return result.pass ? 'healthy' : 'unhealthy';
}

/** Text as JSON that PostgreSQL can hold: without null characters and halves of surrogate pairs. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return /\\u(0000|d[89a-f])/i.test(text) ? JSON.stringify(clean(JSON.parse(text))) : text;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [clean(key), clean(member)]));
}
