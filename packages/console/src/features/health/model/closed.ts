import { writeQueryString } from '../../../data/query-string.ts';

/**
 * The most characters that the collapsed groups take in the address. A link has to stay one that mail and chat leave
 * whole; groups beyond it are collapsed on the page alone, and a link opens them.
 */
export const CLOSED_LIMIT = 500;

/** Whether these names have room in the address. */
export function fitsAddress(closed: readonly string[]): boolean {
  return writeQueryString({ closed }).length <= CLOSED_LIMIT;
}

/** Reads the names of collapsed groups: a JSON list of texts. Total: anything else, and a list that is too long, is none. */
export function parseClosed(value: unknown): readonly string[] | undefined {
  let list = value;
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (!Array.isArray(list)) return undefined;
  const names = [...new Set(list.filter((name) => typeof name === 'string'))];
  return names.length > 0 && fitsAddress(names) ? names : undefined;
}
