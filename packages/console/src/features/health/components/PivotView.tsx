import type { CheckSummary } from '@quarterdeck/contract';
import {
  type Column,
  Empty,
  formatElapsed,
  formatPercent,
  HealthMark,
  Link,
  Table,
  type TableItem,
  TextButton,
} from '@quarterdeck/ui';
import { useMemo } from 'react';
import { type PivotCell, type PivotChoice, type PivotRow, pivotChecks } from '../model/pivot.ts';

export interface PivotViewProps {
  checks: readonly CheckSummary[];
  choice: PivotChoice;
  hrefOf: (id: string) => string;
  onLeave: () => void;
}

/** Checks against the values of one label: each cell tells uptime, latency or the number of checks. */
export function PivotView({ checks, choice, hrefOf, onLeave }: PivotViewProps) {
  const { by, label, cell } = choice;
  const table = useMemo(() => pivotChecks(checks, { by, label, cell }), [checks, by, label, cell]);
  const items = useMemo(
    () => table.rows.map((data): TableItem<PivotRow> => ({ kind: 'row', key: data.name, depth: 0, data })),
    [table.rows],
  );
  const first: Column<PivotRow> = {
    id: 'name',
    header: by === 'canary_name' ? 'Canary' : 'Check',
    width: 220,
    pin: 'left',
    cell: (row) => <b>{row.name}</b>,
    title: (row) => row.name,
  };
  const values = table.columns.map(
    (value, index): Column<PivotRow> => ({
      id: `value ${value}`,
      header: value || '(none)',
      width: 120,
      cell: (row) => {
        const found = row.cells[index];
        return found && <Cell cell={found} choice={choice} hrefOf={hrefOf} />;
      },
    }),
  );
  return (
    <section className="qd-pivot" aria-label="Pivot">
      <p className="qd-quiet">
        {by === 'canary_name' ? 'Canaries' : 'Checks'} by <b>{label}</b>: {cell} ·{' '}
        <TextButton onClick={onLeave}>Back to the list</TextButton>
      </p>
      <Table<PivotRow>
        label={`Checks by ${label}`}
        rows={items}
        columns={[first, ...values]}
        rowLabel={(row) => row.name}
        empty={<Empty title="No data available">None of the checks shown has the label {label}.</Empty>}
      />
    </section>
  );
}

function cellText(cell: PivotCell, choice: PivotChoice): string {
  if (choice.cell === 'checks') return String(cell.checks.length);
  if (choice.cell === 'latency') return cell.latency === undefined ? '-' : formatElapsed(cell.latency);
  return cell.uptime === undefined ? '-' : formatPercent(cell.uptime);
}

function Cell({ cell, choice, hrefOf }: { cell: PivotCell; choice: PivotChoice; hrefOf: (id: string) => string }) {
  const [only] = cell.checks;
  const content = (
    <>
      <HealthMark health={cell.health} show="shape" /> <span className="qd-num">{cellText(cell, choice)}</span>
    </>
  );
  return only && cell.checks.length === 1 ? <Link href={hrefOf(only.id)}>{content}</Link> : content;
}
