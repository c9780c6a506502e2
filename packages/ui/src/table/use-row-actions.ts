import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RowActions } from './TableRow.tsx';
import type { TableItem, TableProps } from './types.ts';

export interface RowActionHandlers {
  onFocus: (index: number) => void;
  onTick: (key: string, on: boolean, range: boolean) => void;
}

/** What rows may ask of their table, as one object that stays the same, so that rows need not be drawn again. */
export function useRowActions<R, G>(props: TableProps<R, G>, handlers: RowActionHandlers): RowActions<R, G> {
  const latest = useRef({ props, handlers });
  useLayoutEffect(() => {
    latest.current = { props, handlers };
  });
  const [actions] = useState<RowActions<R, G>>(() => {
    const toggle = (item: TableItem<R, G>) => {
      if (item.kind === 'group') latest.current.props.onToggleGroup?.(item.key, !item.expanded);
    };
    return {
      toggle,
      focus: (index) => latest.current.handlers.onFocus(index),
      tick: (key, on, range) => latest.current.handlers.onTick(key, on, range),
      props: () => latest.current.props,
      activate: (item, _index, event) => {
        if (isOwnControl(event) || hasSelectedText()) return;
        const { rowHref, onActivate } = latest.current.props;
        if (item.kind === 'group') {
          if (event.button === 0) toggle(item);
          return;
        }
        const isAside = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
        if (isAside && rowHref) window.open(rowHref(item.data), '_blank', 'noopener');
        else if (event.button === 0) onActivate?.(item.data, item.key);
      },
    };
  });
  return actions;
}

/** Clicks on links, buttons and popups inside a row do not open the row (contract screens §1.9). */
function isOwnControl(event: MouseEvent): boolean {
  if (event.defaultPrevented) return true;
  const own = 'a, button, input, label, [popover], dialog, .qd-td-tick';
  return event.target instanceof Element && event.target.closest(own) !== null;
}

function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
