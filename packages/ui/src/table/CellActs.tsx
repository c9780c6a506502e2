import { ListFilter, ListX } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { MenuList } from '../overlay/MenuList.tsx';
import { usePopup } from '../overlay/popup.ts';
import type { CellFilter, Column, TableItem, TableProps } from './types.ts';

export interface CellActsProps<R, G> {
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly Column<R, G>[];
  props: TableProps<R, G>;
}

interface Spot {
  column: string;
  header: string;
  text: string;
  /** Index of the row. */
  index: number;
  right: number;
  top: number;
}

const KINDS = [
  { kind: 'include', word: 'Include', Mark: ListFilter },
  { kind: 'exclude', word: 'Exclude', Mark: ListX },
] as const;

/**
 * Include and Exclude of a cell's value: two icons over the cell under the pointer (contract screens §1.5), and a menu
 * of the row's cells by the menu key or Shift F10. One overlay for the whole table, so that rows stay light.
 */
export function CellActs<R, G>({ scroller, columns, props }: CellActsProps<R, G>) {
  const [spot, setSpot] = useState<Spot>();
  const [menu, setMenu] = useState<readonly Spot[]>();
  const overlay = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLElement>(null);
  const latest = useRef({ columns, props });
  latest.current = { columns, props };
  const id = useId();
  const close = () => setMenu(undefined);
  const popup = usePopup(row, menu !== undefined, close);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const over = (event: PointerEvent) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-col]') : null;
      setSpot(cell ? spotOf(cell, element, latest.current) : undefined);
    };
    const leave = (event: PointerEvent) => {
      if (!overlay.current?.contains(event.relatedTarget as Node | null)) setSpot(undefined);
    };
    const scrolled = () => setSpot(undefined);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      const at = event.target instanceof HTMLElement && event.target.role === 'row' ? event.target : null;
      const spots = at ? spotsOf(at, element, latest.current) : [];
      if (!at || spots.length === 0) return;
      event.preventDefault();
      row.current = at;
      setMenu(spots);
    };
    element.addEventListener('pointerover', over);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('keydown', key);
    return () => {
      element.removeEventListener('pointerover', over);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('keydown', key);
    };
  }, [scroller]);

  const act = (kind: CellFilter, { column, text, index }: Spot) => {
    const item = props.rows[index];
    setSpot(undefined);
    if (menu) {
      close();
      row.current?.focus();
    }
    if (item?.kind === 'row') props.onCellFilter?.(kind, column, text, item.data);
  };
  return (
    <>
      {spot && (
        <div
          ref={overlay}
          className="qd-cell-acts"
          style={{ top: spot.top, right: spot.right }}
          onPointerLeave={() => setSpot(undefined)}
        >
          {KINDS.map(({ kind, word, Mark }) => (
            <button
              key={kind}
              type="button"
              tabIndex={-1}
              title={word}
              aria-label={`${word} ${spot.header} ${spot.text}`}
              onClick={() => act(kind, spot)}
            >
              <Mark size={12} aria-hidden="true" />
            </button>
          ))}
        </div>
      )}
      {menu && (
        <MenuList popup={popup} id={id} label="Filter by cell" onClose={close}>
          {menu.flatMap((one) =>
            KINDS.map(({ kind, word, Mark }) => (
              <button
                key={`${kind} ${one.column}`}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className="qd-menu-item"
                onClick={() => act(kind, one)}
              >
                <Mark size={14} aria-hidden="true" />
                <span className="qd-menu-label">
                  {word} {one.header} <b>{one.text}</b>
                </span>
              </button>
            )),
          )}
        </MenuList>
      )}
    </>
  );
}

interface Latest<R, G> {
  columns: readonly Column<R, G>[];
  props: TableProps<R, G>;
}

function spotOf<R, G>(cell: HTMLElement, scroller: HTMLElement, { columns, props }: Latest<R, G>): Spot | undefined {
  const index = Number(cell.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
  const column = columns.find((one) => one.id === cell.dataset.col);
  const item: TableItem<R, G> | undefined = props.rows[index];
  const text = item?.kind === 'row' ? column?.filterText?.(item.data) : undefined;
  if (!column || !text) return undefined;
  const [box, frame] = [cell.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const right = Math.max(0, frame.right - Math.min(box.right, frame.right));
  return { column: column.id, header: column.header, text, index, right, top: box.top - frame.top };
}

/** All cells of a row that can be filtered by, also those of columns that are not drawn. */
function spotsOf<R, G>(row: HTMLElement, scroller: HTMLElement, { props }: Latest<R, G>): Spot[] {
  const index = Number(row.dataset.index ?? -1);
  const item = props.rows[index];
  if (item?.kind !== 'row') return [];
  const top = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return props.columns.flatMap((column) => {
    const text = column.filterText?.(item.data);
    return text ? [{ column: column.id, header: column.header, text, index, right: 0, top }] : [];
  });
}
