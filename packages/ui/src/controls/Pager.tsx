import { formatCount } from '@quarterdeck/kit';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ChoiceMenu } from '../overlay/Menu.tsx';
import { clampPage, countPages, SIMPLE_PAGE_SIZES } from '../table/paging.ts';
import { IconButton } from './Button.tsx';

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
  /** Tells two pagers of one screen apart (default "Pages"). */
  label?: string;
}

/**
 * Pages of a table: first, previous, next, last, go to, page size (spec 000 §2 "Generic table"). The number takes 1 to
 * the last page and is read-only when there is only one (spec 000 §5).
 */
export function Pager({
  pageIndex,
  pageSize,
  total,
  onPage,
  onPageSize,
  pageSizes = SIMPLE_PAGE_SIZES,
  label = 'Pages',
}: PagerProps) {
  const pages = countPages(total, pageSize);
  const [typed, setTyped] = useState<string>();
  const go = (page: number) => onPage(clampPage(page, total, pageSize));
  const submit = () => {
    const page = Number.parseInt(typed ?? '', 10);
    setTyped(undefined);
    if (Number.isFinite(page) && clampPage(page - 1, total, pageSize) !== pageIndex) go(page - 1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') setTyped(undefined);
  };
  const atStart = pageIndex <= 0;
  const atEnd = pageIndex >= pages - 1;
  const first = pageIndex * pageSize + 1;
  const last = Math.min(total, (pageIndex + 1) * pageSize);
  return (
    <nav className="qd-pager qd-num" aria-label={label}>
      <IconButton label="First page" icon={<ChevronFirst size={15} />} disabled={atStart} onClick={() => go(0)} />
      <IconButton
        label="Previous page"
        icon={<ChevronLeft size={15} />}
        disabled={atStart}
        onClick={() => go(pageIndex - 1)}
      />
      <label>
        Page{' '}
        <input
          aria-label="Go to page"
          type="number"
          min={1}
          max={pages}
          readOnly={pages === 1}
          style={{ width: `calc(${String(pages).length}ch + 24px)` }}
          value={typed ?? String(pageIndex + 1)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={submit}
          onKeyDown={press}
        />{' '}
        of {formatCount(pages)}
      </label>
      <IconButton
        label="Next page"
        icon={<ChevronRight size={15} />}
        disabled={atEnd}
        onClick={() => go(pageIndex + 1)}
      />
      <IconButton label="Last page" icon={<ChevronLast size={15} />} disabled={atEnd} onClick={() => go(pages - 1)} />
      <span className="qd-pager-rows">
        <span>{total === 0 ? 'No rows' : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}</span>
        {onPageSize && (
          <ChoiceMenu
            label="Rows per page"
            compact
            align="end"
            value={String(pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
            onChange={(size) => onPageSize(Number(size))}
          />
        )}
      </span>
    </nav>
  );
}
