export interface PagerProps {
  /** From 0. */
  pageIndex: number;
  pageSize: number;
  /** All rows over all pages. */
  total: number;
  onPage: (pageIndex: number) => void;
  onPageSize?: (pageSize: number) => void;
  /** Default 50, 100, 200. */
  pageSizes?: readonly number[];
}

/** Pages of a table: first, previous, next, last, go to, page size. */
export function Pager({ pageIndex }: PagerProps) {
  return <nav>{pageIndex}</nav>;
}
