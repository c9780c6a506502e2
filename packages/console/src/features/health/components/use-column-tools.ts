import { type ColumnLayout, INITIAL_TABLE_STATE, readTableState, writeTableState } from '@quarterdeck/ui';
import { useEffect, useState } from 'react';
import { useStored } from '../../../data/stored.ts';

type TableTools = typeof import('./table-tools.ts')['tableTools'];

function parseLayout(stored: string | null): ColumnLayout {
  try {
    const raw: unknown = JSON.parse(stored ?? '{}');
    const { order, hidden, widths, pinned } = readTableState(Object.fromEntries(Object.entries(raw ?? {})));
    return { ...(order && { order }), ...(hidden && { hidden }), ...(widths && { widths }), ...(pinned && { pinned }) };
  } catch {
    return {};
  }
}

function writeLayout(layout: ColumnLayout): string {
  return JSON.stringify(writeTableState({ ...INITIAL_TABLE_STATE, ...layout }));
}

/** How a person arranged the columns, kept in the browser, and the tools for it, loaded once the list is on screen. */
export function useColumnTools(isListed: boolean) {
  const [layout, onLayout] = useStored('healthColumns', parseLayout, writeLayout);
  const [tools, setTools] = useState<TableTools>();
  useEffect(() => {
    if (!isListed || tools) return;
    let isLeft = false;
    import('./table-tools.ts').then(
      ({ tableTools }) => isLeft || setTools(tableTools),
      // Without them the columns stay as they are.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isListed, tools]);
  return tools ? { layout, tools, onLayout } : { layout };
}
