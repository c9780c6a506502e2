import { Network, Table2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Toggle } from '../../controls/Switch.tsx';
import { Skeleton } from '../../feedback/Skeleton.tsx';
import { Empty } from '../../feedback/States.tsx';
import { Icon } from '../../status/Icon.tsx';
import { DataTable } from '../../table/DataTable.tsx';
import type { DataColumn } from '../../table/data-columns.tsx';
import { INITIAL_TABLE_STATE, type TableState } from '../../table/state.ts';
import { type GraphEdge, type GraphNode, type GraphRow, graphRows } from './model.ts';

export interface GraphProps {
  /** Names the graph: "Relationships of ledger". */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Which way edges run (default `right`). */
  direction?: 'right' | 'down';
  /** Leaves of one parent that are drawn before the rest is folded (default 8). */
  foldAfter?: number;
  /** The node that is open beside. */
  selectedId?: string | null;
  /** Click or Enter. */
  onActivate?: (node: GraphNode) => void;
  /** Pixels (default 420). */
  height?: number;
  loading?: boolean;
  empty?: ReactNode;
}

const GraphCanvas = lazy(async () => ({ default: (await import('./GraphCanvas.tsx')).GraphCanvas }));

/**
 * Things and what they lead to: panned and zoomed, walked by arrow keys, long rows of siblings folded. A table says the
 * same, one click away. The drawing is loaded when first needed.
 */
export function Graph(props: GraphProps) {
  const { label, nodes, height = 420, loading, empty } = props;
  const [asTable, setAsTable] = useState(false);
  if (loading) return <Skeleton shape="block" height={height} label={`Loading ${label}`} />;
  if (nodes.length === 0) return empty ?? <Empty title="No data available" />;
  return (
    <figure className="qd-graph" aria-label={label} style={{ height }}>
      <div className="qd-graph-switch">
        <Toggle label={asTable ? 'Graph' : 'Table'} pressed={asTable} onChange={setAsTable} />
        {asTable ? <Network size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />}
      </div>
      {asTable ? (
        <GraphTable {...props} />
      ) : (
        <Suspense fallback={<Skeleton shape="block" height={height} label={`Loading ${label}`} />}>
          <GraphCanvas {...props} />
        </Suspense>
      )}
    </figure>
  );
}

const COLUMNS: readonly DataColumn<GraphRow>[] = [
  {
    id: 'name',
    header: 'Name',
    flex: 1,
    minWidth: 160,
    sortable: true,
    hideable: false,
    value: (row) => row.node.label,
    cell: (row) => (
      <>
        {row.node.type && <Icon name={row.node.type} />}
        <span className="qd-cut">{row.node.label}</span>
      </>
    ),
  },
  { id: 'health', header: 'Health', width: 110, sortable: true, value: (row) => row.node.health },
  { id: 'from', header: 'Comes from', flex: 1, minWidth: 120, value: (row) => row.from, title: (row) => row.from },
  { id: 'to', header: 'Leads to', flex: 1, minWidth: 120, value: (row) => row.to, title: (row) => row.to },
];

function GraphTable({ label, nodes, edges, selectedId, onActivate }: GraphProps) {
  const [state, setState] = useState<TableState>({ ...INITIAL_TABLE_STATE, sortBy: 'health', sortOrder: 'desc' });
  const rows = useMemo(() => graphRows(nodes, edges), [nodes, edges]);
  return (
    <DataTable
      label={label}
      data={rows}
      rowKey={rowKey}
      rowLabel={(row) => row.node.label}
      columns={COLUMNS}
      state={state}
      onState={setState}
      selectedKey={selectedId ?? null}
      {...(onActivate && { onActivate: (row: GraphRow) => onActivate(row.node) })}
    />
  );
}

function rowKey(row: GraphRow): string {
  return row.node.id;
}
