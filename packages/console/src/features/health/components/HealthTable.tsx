import { HEALTH_WORD, Table, type TableItem, type TableProps } from '@quarterdeck/ui';
import { type ReactNode, useMemo } from 'react';
import { useMedia } from '../../../data/media.ts';
import type { CheckRow, GroupRow } from '../model/rows.ts';
import { SORT_KEYS } from '../model/search.ts';
import type { Sort } from '../model/sort.ts';
import { markedHealth } from './cells.tsx';
import { cardColumns, tableColumns } from './columns.tsx';
import { NarrowGroup, NarrowRow } from './NarrowRows.tsx';
import { useColumnTools } from './use-column-tools.ts';

export interface HealthTableProps {
  items: readonly TableItem<CheckRow, GroupRow>[];
  layout: 'table' | 'card';
  sort: Sort;
  onSort: (sort: Sort) => void;
  onClearSort: () => void;
  selected: string | undefined;
  onOpen: (id: string) => void;
  onExpand: (id: string) => void;
  onToggleGroup: (key: string, expanded: boolean) => void;
  hrefOf: (id: string) => string;
  showNamespace: boolean;
  /** Loading, failed, refused. */
  states: Pick<TableProps<CheckRow>, 'loading' | 'error' | 'denied'>;
  empty: ReactNode;
}

/** From this width, without a panel, the health column has room for the last run. */
const ROOMY = '(min-width: 1180px)';

/** The checks and their groups, as a table or as cards. */
export function HealthTable(props: HealthTableProps) {
  const { onSort, onOpen, onExpand, hrefOf, showNamespace, sort } = props;
  const roomy = useMedia(ROOMY) && props.selected === undefined;
  const arranging = useColumnTools(props.items.length > 0);
  const isCard = props.layout === 'card';
  const columns = useMemo(
    () => (isCard ? cardColumns(showNamespace) : tableColumns(showNamespace, roomy)),
    [isCard, showNamespace, roomy],
  );
  return (
    <Table<CheckRow, GroupRow>
      label="Checks"
      rows={props.items}
      columns={columns}
      sort={{ id: sort.by, desc: sort.desc }}
      onSort={({ id, desc }) => {
        const by = SORT_KEYS.find((key) => key === id);
        if (by) onSort({ by, desc });
      }}
      onClearSort={props.onClearSort}
      sortEnds
      onToggleGroup={props.onToggleGroup}
      {...(isCard ? {} : arranging)}
      groupLabel={(group) => group.name}
      onActivate={(row) => (row.id === props.selected ? onExpand(row.id) : onOpen(row.id))}
      rowHref={(row) => hrefOf(row.id)}
      rowLabel={(row) => `${row.name}, ${HEALTH_WORD[markedHealth(row.check)]}`}
      selectedKey={props.selected ?? null}
      onFocusRow={(row) => {
        if (props.selected !== undefined && props.selected !== row.id) onOpen(row.id);
      }}
      narrow={(row) => <NarrowRow row={row} card={isCard} />}
      narrowGroup={(group) => <NarrowGroup group={group} />}
      {...props.states}
      empty={props.empty}
    />
  );
}
