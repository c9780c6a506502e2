import { formatCount } from '@quarterdeck/kit';
import { TextButton } from '../controls/Button.tsx';
import { ALL_SELECTED, countTicked, NO_SELECTION } from './selection.ts';
import type { TableProps } from './types.ts';

/** How many rows are ticked, the way to all rows of the filter, and what can be done with them. */
export function SelectionBar<R, G>({ rows, selection, onSelection, total, selectionActions }: TableProps<R, G>) {
  const here = rows.filter((item) => item.kind === 'row').length;
  const all = total ?? here;
  const count = selection && onSelection ? countTicked(selection, all) : 0;
  if (count === 0) return null;
  return (
    <div className="qd-table-ticked">
      <span role="status">{formatCount(count)} selected</span>
      {count < all && (
        <TextButton onClick={() => onSelection?.(ALL_SELECTED)}>Select all {formatCount(all)}</TextButton>
      )}
      <TextButton onClick={() => onSelection?.(NO_SELECTION)}>Clear</TextButton>
      <span className="qd-grow" />
      {selectionActions}
    </div>
  );
}
