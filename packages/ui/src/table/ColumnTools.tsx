import { ChevronDown } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Menu } from '../overlay/Menu.tsx';
import { columnMenu } from './column-menu.tsx';
import { resizeColumn } from './columns.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import type { Column, TableProps } from './types.ts';

export interface ColumnToolsProps<R, G> {
  column: Column<R, G>;
  shown: readonly Column<R, G>[];
  props: TableProps<R, G>;
  /** The header that they stand in. */
  cell: RefObject<HTMLDivElement | null>;
}

/** The menu of a column and the handle that makes it wider, for tables that a person can arrange. */
export function ColumnTools<R, G>({ column, shown, props, cell }: ColumnToolsProps<R, G>) {
  const handle = useRef<HTMLDivElement>(null);
  const { layout = {}, onLayout } = props;
  const items = columnMenu({ column, shown, props, onResize: () => handle.current?.focus() });
  const hasMenu = items.some((item) => item.id !== 'asc' && item.id !== 'desc');
  return (
    <>
      {hasMenu && (
        <Menu
          label={`Column ${column.header}`}
          trigger={<ChevronDown size={12} aria-hidden="true" />}
          triggerClass="qd-th-menu"
          items={items}
        />
      )}
      {onLayout && (
        <ResizeHandle
          handle={handle}
          header={column.header}
          width={column.width}
          onWidth={(px) => onLayout(resizeColumn(layout, column.id, px))}
          onLeave={() => cell.current?.querySelector<HTMLElement>('.qd-th-menu')?.focus()}
        />
      )}
    </>
  );
}
