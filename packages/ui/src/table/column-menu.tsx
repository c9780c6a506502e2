import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Eye,
  EyeOff,
  Group,
  MoveHorizontal,
  Pin,
  PinOff,
  X,
} from 'lucide-react';
import type { MenuItem } from '../overlay/Menu.tsx';
import { hideColumn, moveColumn, pinColumn, resizeColumn } from './columns.ts';
import type { Column, TableProps } from './types.ts';

export interface ColumnMenuOptions<R, G> {
  column: Column<R, G>;
  /** The columns as drawn. */
  shown: readonly Column<R, G>[];
  props: TableProps<R, G>;
  /** Puts the keyboard on the column's width. */
  onResize: () => void;
}

const size = { size: 14, 'aria-hidden': true } as const;

/** What can be done with a column: sort, group, arrange, hide, and show what is hidden. */
export function columnMenu<R, G>({ column, shown, props, onResize }: ColumnMenuOptions<R, G>): MenuItem[] {
  const { id } = column;
  const { columns, sort, onSort, onClearSort, grouping = [], onGrouping, layout = {}, onLayout } = props;
  const items: MenuItem[] = [];
  const add = (item: MenuItem) => items.push(item);
  if (column.sortable && onSort) {
    add({
      id: 'asc',
      label: 'Sort ascending',
      icon: <ArrowUp {...size} />,
      onSelect: () => onSort({ id, desc: false }),
    });
    add({
      id: 'desc',
      label: 'Sort descending',
      icon: <ArrowDown {...size} />,
      onSelect: () => onSort({ id, desc: true }),
    });
    if (sort?.id === id && onClearSort) {
      add({ id: 'unsort', label: 'Clear sort', icon: <X {...size} />, onSelect: onClearSort });
    }
  }
  if (column.groupable && onGrouping) {
    const isGrouped = grouping.includes(id);
    add({
      id: 'group',
      label: isGrouped ? 'Stop grouping by this' : grouping.length > 0 ? 'Then group by this' : 'Group by this',
      icon: <Group {...size} />,
      onSelect: () => onGrouping(isGrouped ? grouping.filter((one) => one !== id) : [...grouping, id]),
    });
  }
  if (!onLayout) return items;
  const isFirst = shown[0]?.id === id;
  const isLast = shown.at(-1)?.id === id;
  const separator = items.length > 0;
  if (column.pin) {
    add({
      id: 'unpin',
      label: 'Unpin',
      icon: <PinOff {...size} />,
      separator,
      onSelect: () => onLayout(pinColumn(layout, id, 'none')),
    });
  } else {
    add({
      id: 'pin-left',
      label: 'Pin left',
      icon: <Pin {...size} />,
      separator,
      onSelect: () => onLayout(pinColumn(layout, id, 'left')),
    });
    add({
      id: 'pin-right',
      label: 'Pin right',
      icon: <Pin {...size} />,
      onSelect: () => onLayout(pinColumn(layout, id, 'right')),
    });
    add({
      id: 'left',
      label: 'Move left',
      icon: <ArrowLeft {...size} />,
      disabled: isFirst,
      onSelect: () => onLayout(moveColumn(layout, columns, id, -1)),
    });
    add({
      id: 'right',
      label: 'Move right',
      icon: <ArrowRight {...size} />,
      disabled: isLast,
      onSelect: () => onLayout(moveColumn(layout, columns, id, 1)),
    });
  }
  add({ id: 'resize', label: 'Resize', icon: <MoveHorizontal {...size} />, hint: '← →', onSelect: onResize });
  if (layout.widths?.[id] !== undefined) {
    add({
      id: 'reset',
      label: 'Reset width',
      icon: <X {...size} />,
      onSelect: () => onLayout(resizeColumn(layout, id, undefined)),
    });
  }
  if (column.hideable !== false) {
    add({
      id: 'hide',
      label: 'Hide column',
      icon: <EyeOff {...size} />,
      disabled: shown.length < 2,
      onSelect: () => onLayout(hideColumn(layout, id, true)),
    });
  }
  const hidden = columns.filter((one) => one.hideable !== false && layout.hidden?.includes(one.id));
  for (const [i, one] of hidden.entries()) {
    add({
      id: `show-${one.id}`,
      label: `Show ${one.header}`,
      icon: <Eye {...size} />,
      separator: i === 0,
      onSelect: () => onLayout(hideColumn(layout, one.id, false)),
    });
  }
  return items;
}
