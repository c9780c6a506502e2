import { AppError, type SearchedKind, searchedKinds } from '@quarterdeck/contract';
import { type ResourceSelector, readSelectors, type SelectorKind } from '@quarterdeck/selectors';
import { refuseField } from '../../platform/index.ts';

/** The kinds of selectors that the members of a request are about. */
export const KIND_OF: Readonly<Record<SearchedKind, SelectorKind>> = {
  checks: 'checks',
  components: 'components',
  configs: 'configs',
  config_changes: 'changes',
};

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 2000;
/** Selectors of one kind; each is part of one statement. */
const MAX_SELECTORS = 50;

/** A search that was understood. */
export interface SearchRequest {
  /** Most resources of each kind. */
  limit: number;
  selectors: Partial<Record<SearchedKind, readonly ResourceSelector[]>>;
}

function limitOf(value: unknown): number {
  if (value === undefined || value === null || value === 0) return DEFAULT_LIMIT;
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw refuseField('limit', 'expected a whole number');
  return Math.min(Number(value), MAX_LIMIT);
}

/** Runs `read`; an error of it tells the kind whose selector was wrong. */
export function tellingKind<T>(kind: SearchedKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, status, details } = error;
    throw new AppError(code, { message: `${kind}: ${message}`, status, details: { ...details, kind }, cause: error });
  }
}

/**
 * Reads the body of POST /resources/search (contract catalog §9.4). No body asks for nothing. Members that are not
 * known are passed over.
 *
 * @throws AppError REQUEST_INVALID, SELECTOR_FIELD, SELECTOR_VALUE
 */
export function readSearchRequest(body: unknown): SearchRequest {
  if (body === null || body === undefined || body === '') return { limit: DEFAULT_LIMIT, selectors: {} };
  if (typeof body !== 'object' || Array.isArray(body)) throw refuseField('body', 'expected an object');
  const given = new Map(Object.entries(body));
  const selectors: SearchRequest['selectors'] = {};
  for (const kind of searchedKinds) {
    const list = tellingKind(kind, () => readSelectors(given.get(kind)));
    if (list.length > MAX_SELECTORS) throw refuseField(kind, `expected at most ${MAX_SELECTORS} selectors`);
    if (list.length > 0) selectors[kind] = list;
  }
  return { limit: limitOf(given.get('limit')), selectors };
}
