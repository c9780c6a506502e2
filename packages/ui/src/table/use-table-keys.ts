import type { KeyboardEvent } from 'react';
import { moveInTable, parentIndex } from './layout.ts';
import { ALL_SELECTED } from './selection.ts';
import type { TableItem, TableProps } from './types.ts';
import { type Ticks, wouldTick } from './use-ticks.ts';

export interface TableKeys<R, G> {
  props: TableProps<R, G>;
  active: number;
  /** Rows that fit the screen. */
  page: () => number;
  ticks: Ticks;
  focusRow: (index: number) => void;
}

/**
 * The keys of a row: arrows, j and k, Page, Home and End move; Left and Right close and open groups; Enter opens; Space
 * ticks, with Shift a range; Ctrl A ticks everything; Escape closes what is open beside.
 */
export function tableKeys<R, G>({ props, active, page, ticks, focusRow }: TableKeys<R, G>) {
  const { rows, selection, onSelection } = props;
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.getAttribute('role') !== 'row' || event.altKey) return;
    const item = rows[active];
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a' || !onSelection) return;
      event.preventDefault();
      onSelection(ALL_SELECTED);
      return;
    }
    const next = moveInTable(event.key, active, rows.length, page()) ?? sideways(event.key, rows, active, props);
    if (next !== undefined) {
      event.preventDefault();
      if (next !== active) focusRow(next);
    } else if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault();
      event.stopPropagation();
      props.onEscape();
    } else if (item && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (item.kind === 'group') props.onToggleGroup?.(item.key, !item.expanded);
      else if (event.key === 'Enter') (props.onOpen ?? props.onActivate)?.(item.data, item.key);
      else if (onSelection) ticks.set(item.key, event.shiftKey || wouldTick(selection, item.key), event.shiftKey);
    }
  };
}

/** Right opens a group, Left closes it or goes up to the group of a row. */
function sideways<R, G>(
  key: string,
  rows: readonly TableItem<R, G>[],
  index: number,
  { onToggleGroup }: TableProps<R, G>,
): number | undefined {
  const item = rows[index];
  if (!item || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  const opens = key === 'ArrowRight';
  if (item.kind === 'group' && item.expanded !== opens) {
    onToggleGroup?.(item.key, opens);
    return index;
  }
  return opens ? undefined : parentIndex(rows, index);
}
