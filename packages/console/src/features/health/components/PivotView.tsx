import type { CheckSummary } from '@quarterdeck/contract';
import { formatElapsed, formatPercent, HealthMark, Link, TextButton } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { type PivotCell, type PivotChoice, pivotChecks } from '../model/pivot.ts';

export interface PivotViewProps {
  checks: readonly CheckSummary[];
  choice: PivotChoice;
  hrefOf: (id: string) => string;
  onLeave: () => void;
}

/** Checks against the values of one label: each cell tells uptime, latency or the number of checks. */
export function PivotView({ checks, choice, hrefOf, onLeave }: PivotViewProps) {
  const table = useMemo(() => pivotChecks(checks, choice), [checks, choice]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="qd-pivot" aria-label="Pivot" tabIndex={0}>
      <p className="qd-quiet">
        {choice.by === 'canary_name' ? 'Canaries' : 'Checks'} by <b>{choice.label}</b>: {choice.cell} ·{' '}
        <TextButton onClick={onLeave}>Back to the list</TextButton>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{choice.by === 'canary_name' ? 'Canary' : 'Check'}</th>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, index) => (
                <td key={table.columns[index]}>{cell && <Cell cell={cell} choice={choice} hrefOf={hrefOf} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
