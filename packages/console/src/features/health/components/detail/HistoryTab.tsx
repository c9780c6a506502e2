import { type CheckStatusRow, type HealthTimeRange, HISTORY_DURATIONS, HISTORY_PAGE_SIZE } from '@quarterdeck/contract';
import { Age, ChoiceMenu, Empty, formatElapsed, type Health, HealthMark, Pager, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../../../../data/context.ts';
import { LoadError } from '../../../../shared/LoadError.tsx';
import { HISTORY_STATUSES, type HistoryStatus, parseDurationFilter } from '../../model/history.ts';
import type { DetailChange, DetailChoices } from '../../model/search.ts';
import { historyQuery } from '../../queries/detail.ts';
import { DurationFilter } from './DurationFilter.tsx';

const STATUS_WORDS: Record<HistoryStatus, string> = { all: 'All', healthy: 'Healthy', unhealthy: 'Unhealthy' };

export interface HistoryTabProps {
  checkId: string;
  range: HealthTimeRange;
  choices: DetailChoices;
  onChoose: (change: DetailChange) => void;
}

/** The stored results of a check in the chosen range, filtered and in pages from the server. */
export function HistoryTab({ checkId, range, choices, onChoose }: HistoryTabProps) {
  const { http, now } = useConsole();
  const { status = 'all', duration = 'All', pageIndex: page = 0 } = choices;
  const parsed = parseDurationFilter(duration);
  const minMs = parsed.ok ? parsed.ms : undefined;
  const query = useQuery(historyQuery(http, checkId, { range, status, minMs, page }, now));
  return (
    <div className="qd-history">
      <div className="qd-history-filters">
        <ChoiceMenu
          label="Status"
          value={status}
          options={HISTORY_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          onChange={(next) => onChoose({ status: HISTORY_STATUSES.find((value) => value === next) ?? 'all' })}
        />
        <DurationFilter
          value={duration}
          choices={HISTORY_DURATIONS}
          onChange={(next) => onChoose({ duration: next })}
        />
      </div>
      <LoadError title="The history could not be loaded" query={query} />
      {query.data && <HistoryTable rows={query.data.rows} />}
      {query.isPending && <Skeleton shape="rows" count={8} label="Loading history" />}
      {query.data && query.data.total > HISTORY_PAGE_SIZE && (
        <Pager
          pageIndex={page}
          pageSize={HISTORY_PAGE_SIZE}
          total={query.data.total}
          onPage={(pageIndex) => onChoose({ pageIndex })}
        />
      )}
    </div>
  );
}

/** How a stored result is drawn; null with `invalid` is one that could not be probed. */
export function resultHealth(row: Pick<CheckStatusRow, 'status' | 'invalid'>): Health {
  if (row.invalid || row.status === null) return 'unknown';
  return row.status ? 'healthy' : 'unhealthy';
}

function HistoryTable({ rows }: { rows: readonly CheckStatusRow[] }) {
  if (rows.length === 0) return <Empty title="No data available">No result matches in this time range.</Empty>;
  return (
    <table className="qd-history-table">
      <thead>
        <tr>
          <th scope="col">Age</th>
          <th scope="col">Health</th>
          <th scope="col" className="qd-end">
            Duration
          </th>
          <th scope="col">Message</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HistoryRow key={row.time} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryRow({ row }: { row: CheckStatusRow }) {
  const text = [row.message, row.error].filter(Boolean).join('\n');
  return (
    <tr>
      <td className="qd-num qd-quiet">
        <Age at={row.time} suffix />
      </td>
      <td>
        <HealthMark health={resultHealth(row)} />
      </td>
      <td className="qd-num qd-end">{row.duration === null ? '-' : formatElapsed(row.duration)}</td>
      <td className="qd-history-message" title={text || undefined}>
        {text}
      </td>
    </tr>
  );
}
