import type { Sort } from '@quarterdeck/ui';

/** The state of a list that lives in the address (spec 000 §4). */
export interface ListSearch {
  query?: string;
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
  /** From 0. */
  pageIndex?: number;
}

/** Reads a text; undefined for an empty one. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a whole number from `least` on. */
export function readNumber(value: unknown, least: number): number | undefined {
  const text = String(value ?? '');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least ? number : undefined;
}

/** Leaves out what is undefined, so that it is not written into the address. */
export function given<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Reads the state of a list whose columns with a sort are `sortable`. */
export function parseListSearch(raw: Readonly<Record<string, unknown>>, sortable: readonly string[]): ListSearch {
  const sortBy = sortable.find((id) => id === raw.sortBy);
  return given<ListSearch>({
    query: readText(raw.query),
    sortBy,
    sortOrder: sortBy === undefined ? undefined : raw.sortOrder === 'desc' ? 'desc' : 'asc',
    pageIndex: readNumber(raw.pageIndex, 1),
  });
}

/** The sort of the address as the table shows it; `usual` where nothing was chosen. */
export function sortOf(search: Pick<ListSearch, 'sortBy' | 'sortOrder'>, usual: Sort): Sort {
  return search.sortBy === undefined ? usual : { id: search.sortBy, desc: search.sortOrder === 'desc' };
}

/** The state with another sort, from the first page. */
export function withSort<T extends ListSearch>(search: T, { id, desc }: Sort): T {
  const { pageIndex: _page, ...rest } = search;
  return { ...rest, sortBy: id, sortOrder: desc ? 'desc' : 'asc' } as T;
}
