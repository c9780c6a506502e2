import { type AuditResult, type AuditRow, auditResults } from '@quarterdeck/contract';
import {
  filterRequest,
  parseFilterText,
  parseTimeRange,
  resolveTimeRange,
  type TimeRangeParameters,
  type TimeRangeValue,
  type TriStateValue,
  writeFilterText,
  writeTimeRange,
} from '@quarterdeck/kit';
import { given, readNumber, readText } from './address.ts';

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_SIZES = [50, 100, 200] as const;
const USUAL_RANGE: TimeRangeValue = { type: 'relative', display: '7 days', range: 'now-7d' };

/** The state of the audit page in the address. */
export interface AuditSearch extends TimeRangeParameters {
  /** A part of the name or address of whoever acted or is concerned. */
  query?: string;
  action?: string;
  result?: AuditResult;
  pageIndex?: number;
  pageSize?: number;
  /** The row whose details are open. */
  entry?: string;
}

/** Reads the address of the audit page. Total: what is not understood is left out. */
export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const pageSize = readNumber(raw.pageSize, 1);
  return given<AuditSearch>({
    ...writeTimeRange(parseTimeRange(raw)),
    query: readText(raw.query),
    action: typeof raw.action === 'string' ? readText(writeFilterText(parseFilterText(raw.action))) : undefined,
    result: auditResults.find((one) => one === raw.result),
    pageIndex: readNumber(raw.pageIndex, 1),
    pageSize: AUDIT_PAGE_SIZES.find((size) => size === pageSize),
    entry: readText(raw.entry),
  });
}

/** The state with some members changed, from the first page. */
export function withAuditChange(
  search: AuditSearch,
  change: { [K in keyof AuditSearch]?: AuditSearch[K] | undefined },
): AuditSearch {
  const { pageIndex: _page, entry: _entry, ...rest } = search;
  return given<AuditSearch>({ ...rest, ...change });
}

/** The filters as they apply, defaults included. */
export function effectiveAudit(search: AuditSearch): { actions: TriStateValue; range: TimeRangeValue } {
  return { actions: parseFilterText(search.action), range: parseTimeRange({ ...search }) ?? USUAL_RANGE };
}

/** What the server is asked for: the filters alone, as a page and an export have them. */
export function auditParameters(search: AuditSearch, nowMs: number, zone?: string): URLSearchParams {
  const { actions, range } = effectiveAudit(search);
  const parameters = new URLSearchParams();
  const set = (name: string, value: string | undefined) => value && parameters.set(name, value);
  set('person', search.query?.slice(0, 200));
  set('action', filterRequest(actions));
  set('result', search.result);
  try {
    const { fromMs, toMs } = resolveTimeRange(range, nowMs, zone);
    set('from', new Date(fromMs).toISOString());
    // A range that ends now has no end, so that what happens next is found too.
    if (range.type !== 'relative' && toMs !== null) set('to', new Date(toMs).toISOString());
  } catch {
    // A range that means nothing leaves the time open.
  }
  return parameters;
}

const WORDS: Readonly<Record<string, string>> = {
  sign_in: 'Sign in',
  'sign_in.confirm': 'Sign in confirmed',
  'sign_in.second_factor': 'Second factor',
  'sign_in.pause': 'Sign in paused',
  sign_out: 'Sign out',
  'session.end': 'Session ended',
  'access.refused': 'Access refused',
  'role.create': 'Role given',
  'role.delete': 'Role taken',
  'team_member.create': 'Member added',
  'team_member.delete': 'Member removed',
  'member.create': 'Member joined',
  'organization.create': 'Organisation created',
  'organization.update': 'Organisation changed',
  'organization.enter': 'Organisation entered',
  'backend.create': 'Backend set',
};

const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  change: 'changed',
  delete: 'removed',
  remove: 'removed',
  restore: 'restored',
  add: 'added',
  use: 'used',
  reset: 'reset',
  verify: 'verified',
  ask: 'asked for',
  export: 'exported',
  accept: 'accepted',
  cancel: 'cancelled',
  reject: 'declined',
};

/** An act in words: `team.create` is "Team created". */
export function auditActionWords(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const [noun = '', verb, ...rest] = action.split('.');
  const words = [noun, ...(verb === undefined ? [] : [VERBS[verb] ?? verb]), ...rest].join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How an act went, in a word and a shape. */
export const auditResultMarks: Readonly<
  Record<AuditResult, { word: string; health: 'healthy' | 'warning' | 'unhealthy' }>
> = {
  ok: { word: 'Done', health: 'healthy' },
  failed: { word: 'Failed', health: 'unhealthy' },
  refused: { word: 'Refused', health: 'warning' },
};

/** Who acted, in words. */
export function auditActor({ actor_name }: Pick<AuditRow, 'actor_name'>): string {
  return actor_name || 'The server';
}
