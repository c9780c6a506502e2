/** Rows of a page when nothing is chosen (spec 000 §9). */
export const DEFAULT_PAGE_SIZE = 50;

/** The sizes that a full table offers (spec 000 §9). */
export const PAGE_SIZES: readonly number[] = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000];

/** The sizes that a simple table offers (spec 000 §9). */
export const SIMPLE_PAGE_SIZES: readonly number[] = [50, 100, 200];

/** Pages that `total` rows fill; at least one. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / Math.max(1, pageSize)));
}

/** A page that exists: from 0 to the last one. */
export function clampPage(pageIndex: number, total: number, pageSize: number): number {
  return Math.max(0, Math.min(Math.trunc(pageIndex) || 0, countPages(total, pageSize) - 1));
}

/** The page that shows the row that was first before, when the page size changes: nobody loses their place. */
export function pageAfterResize(pageIndex: number, before: number, after: number): number {
  return Math.floor((pageIndex * before) / Math.max(1, after));
}

/**
 * Virtual paging: the last row was reached. The page size doubles when more than one page exists (spec 000 §4);
 * undefined when everything is here.
 */
export function growPage(pageSize: number, total: number): number | undefined {
  return countPages(total, pageSize) > 1 ? pageSize * 2 : undefined;
}

/** Where the browser keeps the page size that was chosen last (spec 000 §9, contract screens §1.5). */
export const PAGE_SIZE_KEY = 'persistPageSize';

/** The page size that is remembered; undefined for nothing, or for what no table offers. */
export function parsePageSize(stored: string | null): number | undefined {
  return PAGE_SIZES.find((size) => String(size) === stored);
}

/**
 * The page size of a table: the one of the address, else the remembered one, else `usual`. An address that names a page
 * without a size means the usual one: under another size its page would hold other rows.
 */
export function choosePageSize(
  address: { pageIndex?: number | undefined; pageSize?: number | undefined },
  remembered: number | undefined,
  usual: number = DEFAULT_PAGE_SIZE,
): number {
  return address.pageSize ?? (address.pageIndex ? usual : (remembered ?? usual));
}
