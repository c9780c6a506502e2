import { failure } from './failure.ts';
import type { ResourceSelector } from './types.ts';

/** The texts of a selector that say what it matches: any of them makes it more than an empty one (contract catalog §9.1). */
export const MATCHING_TEXTS = [
  'agent',
  'scope',
  'search',
  'id',
  'name',
  'namespace',
  'tagSelector',
  'labelSelector',
  'fieldSelector',
  'health',
] as const;
/** The lists of a selector that say what it matches. */
export const MATCHING_LISTS = ['types', 'statuses'] as const;
const TEXTS = [...MATCHING_TEXTS, 'cache'] as const;
const KNOWN: ReadonlySet<string> = new Set([...TEXTS, ...MATCHING_LISTS, 'limit', 'includeDeleted']);
/** More items than anybody writes; a bound for what comes from outside. */
const MAX_ITEMS = 500;

function wrong(field: string, expected: string) {
  return failure('SELECTOR_VALUE', `${field}: expected ${expected}`, { field });
}

function listOf(field: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_ITEMS || !value.every((item) => typeof item === 'string')) {
    throw wrong(field, `a list of at most ${MAX_ITEMS} texts`);
  }
  return value;
}

/**
 * Reads one selector from outside: a request, a document, a column. A field that is not known is an error, since
 * a misspelled one would make the selector mean more than its writer thought. Null members count as absent.
 *
 * @throws AppError SELECTOR_VALUE, SELECTOR_FIELD
 */
export function readSelector(value: unknown): ResourceSelector {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('selector', 'an object');
  const given = Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  );
  for (const field of Object.keys(given)) {
    if (!KNOWN.has(field)) throw failure('SELECTOR_FIELD', `a selector has no field ${field}`, { field });
  }
  const selector: ResourceSelector = {};
  for (const field of TEXTS) {
    const text = given[field];
    if (text === undefined) continue;
    if (typeof text !== 'string') throw wrong(field, 'a text');
    selector[field] = text;
  }
  for (const field of MATCHING_LISTS) {
    if (given[field] !== undefined) selector[field] = listOf(field, given[field]);
  }
  if (given.limit !== undefined) {
    if (!Number.isSafeInteger(given.limit) || Number(given.limit) < 0) throw wrong('limit', 'a whole number');
    selector.limit = Number(given.limit);
  }
  if (given.includeDeleted !== undefined) {
    if (typeof given.includeDeleted !== 'boolean') throw wrong('includeDeleted', 'true or false');
    selector.includeDeleted = given.includeDeleted;
  }
  return selector;
}

/** Reads a list of selectors from outside; null and absence are the empty list. See {@link readSelector}. */
export function readSelectors(value: unknown): ResourceSelector[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_ITEMS) throw wrong('selectors', `a list of at most ${MAX_ITEMS}`);
  return value.map(readSelector);
}
