import { Check, Columns3, RotateCcw } from 'lucide-react';
import { Menu, type MenuItem } from '../overlay/Menu.tsx';
import { type ColumnLayout, hideColumn, orderColumns } from './columns.ts';

export interface ColumnsMenuProps {
  columns: readonly { id: string; header: string; hideable?: boolean }[];
  layout: ColumnLayout;
  onLayout: (layout: ColumnLayout) => void;
}

/** Shows and hides the columns of a table from its toolbar, and gives everything its own place and width back. */
export function ColumnsMenu({ columns, layout, onLayout }: ColumnsMenuProps) {
  const hidden = new Set(layout.hidden);
  const items = orderColumns(columns, layout.order ?? [])
    .filter((column) => column.hideable !== false)
    .map(({ id, header }): MenuItem => {
      const isHidden = hidden.has(id);
      return {
        id,
        label: isHidden ? `Show ${header}` : `Hide ${header}`,
        icon: <Check size={14} aria-hidden="true" style={{ visibility: isHidden ? 'hidden' : 'visible' }} />,
        onSelect: () => onLayout(hideColumn(layout, id, !isHidden)),
      };
    });
  const reset: MenuItem = {
    id: 'qd-reset',
    label: 'Reset columns',
    icon: <RotateCcw size={14} aria-hidden="true" />,
    separator: true,
    onSelect: () => onLayout({ order: [], hidden: [], widths: {}, pinned: {} }),
  };
  return (
    <Menu
      label="Columns"
      align="end"
      triggerClass="qd-chip-btn"
      trigger={
        <>
          <Columns3 size={13} aria-hidden="true" />
          Columns
        </>
      }
      items={[...items, reset]}
    />
  );
}
