import { DEFAULT_HEALTH_TIME_RANGE, HEALTH_TIME_RANGES, type HealthTimeRange } from '@quarterdeck/contract';
import type { TriState } from '@quarterdeck/kit';
import { isPollutingKey, writeQueryString } from '../../../data/query-string.ts';
import { parseClosed } from './closed.ts';
import { HISTORY_STATUSES, type HistoryStatus, parseDurationFilter } from './history.ts';

/** Columns by which the table sorts. `health` is "badness": what needs a person comes first. */
export const SORT_KEYS = ['name', 'health', 'uptime', 'latency'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** What the open check shows below its figures, beside its history. */
export const DETAIL_TABS = ['graph', 'spec', 'relationships'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** What one cell of the pivot table shows. */
export const PIVOT_CELL_TYPES = ['uptime', 'latency', 'checks'] as const;
export type PivotCellType = (typeof PIVOT_CELL_TYPES)[number];

/** What is chosen within the tabs of the open check. */
export interface DetailChoices {
  /** Which results the history lists; absent: all. */
  status?: Exclude<HistoryStatus, 'all'>;
  /** The least duration of the results that the history lists, such as `5s`; absent: any. */
  duration?: string;
  /** The page of the history, from 0, which is left out. */
  pageIndex?: number;
  /** How the spec is written; absent: YAML. */
  format?: 'json';
}

/**
 * The state of the health page that lives in the address (spec 001 §2). Members that are absent take their default;
 * `groupBy`, `tabBy`, `hidePassing` and the order then come from the stored settings.
 */
export interface HealthSearch extends DetailChoices {
  checkId?: string;
  timeRange?: HealthTimeRange;
  layout?: 'card';
  sortBy?: SortKey;
  sortDesc?: boolean;
  query?: string;
  /** `key:value` to include or exclude. */
  labels?: Readonly<Record<string, TriState>>;
  pivotBy?: 'name' | 'canary_name';
  pivotLabel?: string;
  pivotCellType?: PivotCellType;
  groupBy?: string;
  tabBy?: string;
  tab?: string;
  hidePassing?: boolean;
  /** Names of the groups that are collapsed. */
  closed?: readonly string[];
  /** Absent: its history. */
  detail?: DetailTab;
  /** The open check fills the window instead of the panel. */
  full?: true;
}

const FILTERING_STATUSES = HISTORY_STATUSES.filter((status) => status !== 'all');

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((candidate) => candidate === value);
}

function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return undefined;
}

function jsonObject(value: unknown): Record<string, unknown> | undefined {
  let parsed = value;
  if (typeof value === 'string') {
    try {
      parsed = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return undefined;
  return Object.fromEntries(Object.entries(parsed));
}

/**
 * Reads the `labels` parameter: a JSON map of label to 1 or -1. Invalid JSON yields nothing; zero and other values and
 * keys that could pollute a prototype are dropped (spec 001 §2, §5).
 */
export function parseLabels(value: unknown): Record<string, TriState> | undefined {
  const entries: [string, TriState][] = [];
  for (const [key, state] of Object.entries(jsonObject(value) ?? {})) {
    if (isPollutingKey(key) || isPollutingKey(labelKeyOf(key))) continue;
    if (state === 1 || state === -1) entries.push([key, state]);
  }
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The key of a `key:value` label. */
export function labelKeyOf(label: string): string {
  const colon = label.indexOf(':');
  return colon === -1 ? label : label.slice(0, colon);
}

/** A page of the history that can exist; the first is left out. */
function pageOf(value: unknown): number | undefined {
  const page = /^[1-9]\d{0,5}$/.test(String(value)) ? Number(value) : 0;
  return page === 0 ? undefined : page;
}

/** A duration that filters; whatever means all, or cannot be read, is left out. */
function durationOf(value: unknown): string | undefined {
  const given = text(value)?.trim();
  if (given === undefined) return undefined;
  const parsed = parseDurationFilter(given);
  return parsed.ok && parsed.ms !== undefined ? given : undefined;
}

function dropAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** Reads the parameters of the health page. Total: anything that is not understood is left out, never thrown at. */
export function parseHealthSearch(raw: Record<string, unknown>): HealthSearch {
  const own = (key: string): unknown => (Object.hasOwn(raw, key) ? raw[key] : undefined);
  const named = (key: string): string | undefined => {
    const value = text(own(key));
    return value !== undefined && isPollutingKey(value) ? undefined : value;
  };
  return dropAbsent<HealthSearch>({
    checkId: named('checkId'),
    timeRange: oneOf(HEALTH_TIME_RANGES, own('timeRange')),
    layout: own('layout') === 'card' ? 'card' : undefined,
    sortBy: oneOf(SORT_KEYS, own('sortBy')),
    sortDesc: flag(own('sortDesc')) === true ? true : undefined,
    query: text(own('query')),
    labels: parseLabels(own('labels')),
    pivotBy: oneOf(['name', 'canary_name'] as const, own('pivotBy') === 'canary' ? 'canary_name' : own('pivotBy')),
    pivotLabel: named('pivotLabel'),
    pivotCellType: oneOf(PIVOT_CELL_TYPES, own('pivotCellType')),
    groupBy: named('groupBy'),
    tabBy: named('tabBy'),
    tab: named('tab'),
    hidePassing: flag(own('hidePassing')),
    closed: parseClosed(own('closed')),
    detail: oneOf(DETAIL_TABS, own('detail')),
    full: flag(own('full')) === true ? true : undefined,
    status: oneOf(FILTERING_STATUSES, own('status')),
    duration: durationOf(own('duration')),
    pageIndex: pageOf(own('pageIndex')),
    format: own('format') === 'json' ? 'json' : undefined,
  });
}

/** The address of a check (spec 001 §2). */
export function checkHref(checkId: string): string {
  return `/health${writeQueryString({ checkId, timeRange: DEFAULT_HEALTH_TIME_RANGE })}`;
}

/** Leaves out some members. */
export function without<K extends keyof HealthSearch>(search: HealthSearch, ...keys: K[]): HealthSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !keys.some((one) => one === key)));
}

/** What a person chose within the open check; `all`, `All`, 0 and `yaml` take a choice back. */
export interface DetailChange {
  status?: HistoryStatus;
  duration?: string;
  pageIndex?: number;
  format?: 'json' | 'yaml';
}

/** The state after a choice within the open check; another choice than a page begins at the first. */
export function withDetail(search: HealthSearch, change: DetailChange): HealthSearch {
  return parseHealthSearch({ ...without(search, 'pageIndex'), ...change });
}

/** The state with another check open: at the same tab and filters, on its first page. */
export function openCheck(search: HealthSearch, checkId: string): HealthSearch {
  return { ...without(search, 'pageIndex'), checkId };
}

/** Closing the detail removes `checkId` with all of its state and sets `timeRange` back to 1h (spec 001 §2). */
export function closeCheck(search: HealthSearch): HealthSearch {
  const rest = without(search, 'checkId', 'detail', 'full', 'status', 'duration', 'pageIndex', 'format');
  return { ...rest, timeRange: DEFAULT_HEALTH_TIME_RANGE };
}
