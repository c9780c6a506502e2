import { CellActs } from './CellActs.tsx';
import { ColumnTools } from './ColumnTools.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TableFoot } from './TableFoot.tsx';
import type { TableTools } from './types.ts';

/** All tools of a table. */
export const tableTools: TableTools = { ColumnTools, CellActs, SelectionBar, TableFoot };
