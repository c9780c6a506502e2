import { AUDIT_COUNT_LIMIT, type AuditRow } from '@quarterdeck/contract';
import {
  Age,
  type Column,
  Empty,
  formatCount,
  Pager,
  Table,
  type TableItem,
  toast,
  useDateStyle,
} from '@quarterdeck/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageProps } from '../../../../app/page.tsx';
import { type PageHead, usePageHead } from '../../../../app/page-head.tsx';
import { useConsole } from '../../../../data/context.ts';
import { useDatePreferences } from '../../../../data/dates.ts';
import { tableStates } from '../../../../shared/LoadError.tsx';
import { saveFile } from '../../../../shared/save-file.ts';
import {
  AUDIT_PAGE_SIZE,
  AUDIT_PAGE_SIZES,
  type AuditSearch,
  auditActionWords,
  auditActor,
  auditResultMarks,
  effectiveAudit,
  withAuditChange,
} from '../../model/audit.ts';
import { type AuditSource, auditExportPath, auditQuery } from '../../queries/audit.ts';
import { dateWidth } from '../date-width.ts';
import { AuditDialog } from './AuditDialog.tsx';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditResultMark } from './AuditResultMark.tsx';
import '../../pages/audit.css';
import '../../pages/settings.css';

const MINUTE_MS = 60_000;
const EXPORT_TIMEOUT_MS = 10 * MINUTE_MS;

export interface AuditTrailProps extends Pick<PageProps<AuditSearch>, 'search' | 'setSearch'> {
  /** Like the source, the same from one drawing to the next. */
  head: PageHead;
  source: AuditSource;
}

/** A page of an audit trail: its filters, its rows, one of them opened, and the export. */
export function AuditTrail({ head, source, search, setSearch }: AuditTrailProps) {
  const { http, now } = useConsole();
  const { style } = useDatePreferences();
  const { format } = useDateStyle();
  const rangeKey = JSON.stringify(effectiveAudit(search).range);
  // A relative range is resolved when it is chosen, to the minute: at each drawing it would be another request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read when the range changes
  const nowMs = useMemo(() => Math.floor(now() / MINUTE_MS) * MINUTE_MS, [now, rangeKey]);
  const query = useQuery(auditQuery(http, source, search, nowMs, style.zone));
  const exporting = useMutation({
    mutationFn: async (form: 'csv' | 'ndjson') => {
      const path = auditExportPath(source, search, form, now(), style.zone);
      const content = await http.download(path, { timeoutMs: EXPORT_TIMEOUT_MS });
      saveFile(`audit-${new Date(now()).toISOString().slice(0, 10)}.${form}`, content);
    },
  });
  usePageHead(
    useMemo(
      () => ({ ...head, onRefresh: () => void query.refetch(), refreshing: query.isFetching }),
      [head, query.refetch, query.isFetching],
    ),
  );
  const rows = query.data?.payload;
  const items = useMemo(
    () => (rows ?? []).map((data): TableItem<AuditRow> => ({ kind: 'row', key: data.id, depth: 0, data })),
    [rows],
  );
  const columns = useMemo(() => columnsOf(dateWidth(format, true)), [format]);
  const opened = rows?.find(({ id }) => id === search.entry);
  return (
    <div className="qd-settings-list">
      <div className="qd-settings-bar">
        <AuditFilterBar
          source={source}
          search={search}
          onChange={(next) => setSearch(() => next)}
          onExport={(form) => {
            if ((query.data?.total ?? 0) < AUDIT_COUNT_LIMIT) exporting.mutate(form);
            else toast.error(`Choose a shorter time: an export holds at most ${formatCount(AUDIT_COUNT_LIMIT)} rows`);
          }}
        />
      </div>
      <Table<AuditRow>
        label="Audit trail"
        rows={items}
        columns={columns}
        rowLabel={(row) =>
          [auditActionWords(row.action), row.target, auditResultMarks[row.result].word].filter(Boolean).join(' ')
        }
        onActivate={(row) => setSearch((held) => ({ ...held, entry: row.id }))}
        selectedKey={search.entry ?? null}
        narrow={(row) => <NarrowEntry row={row} />}
        {...tableStates('The audit trail could not be loaded', query)}
        empty={<Empty title="No data available">Nothing was written down that matches these filters.</Empty>}
        footer={
          query.data && (
            <Pager
              pageIndex={search.pageIndex ?? 0}
              pageSize={search.pageSize ?? AUDIT_PAGE_SIZE}
              total={query.data.total}
              pageSizes={AUDIT_PAGE_SIZES}
              onPage={(pageIndex) => setSearch((held) => ({ ...held, pageIndex }))}
              onPageSize={(pageSize) => setSearch((held) => withAuditChange(held, { pageSize }))}
            />
          )
        }
      />
      {opened && <AuditDialog row={opened} onClose={() => setSearch(({ entry: _entry, ...rest }) => rest)} />}
    </div>
  );
}

const columnsOf = (dates: number): readonly Column<AuditRow>[] => [
  { id: 'at', header: 'When', width: dates, cell: (row) => <Age at={row.at} suffix /> },
  {
    id: 'actor',
    header: 'Who',
    flex: 1,
    minWidth: 140,
    cell: (row) => auditActor(row),
    title: (row) => row.actor_name || undefined,
  },
  {
    id: 'action',
    header: 'Act',
    flex: 1,
    minWidth: 150,
    cell: (row) => auditActionWords(row.action),
    title: (row) => row.action,
  },
  {
    id: 'target',
    header: 'What',
    flex: 1.4,
    minWidth: 140,
    hideBelow: 720,
    cell: (row) => row.target,
    title: (row) => row.target || undefined,
  },
  {
    id: 'about',
    header: 'About',
    flex: 0.8,
    minWidth: 100,
    hideBelow: 980,
    cell: (row) => row.about_name,
    title: (row) => row.about_name ?? undefined,
  },
  { id: 'result', header: 'Result', width: 108, cell: (row) => <AuditResultMark result={row.result} /> },
  { id: 'source', header: 'From', width: 128, hideBelow: 860, cell: (row) => row.source, title: (row) => row.source },
];

function NarrowEntry({ row }: { row: AuditRow }) {
  return (
    <span className="qd-settings-narrow">
      <b>{auditActionWords(row.action)}</b>
      <AuditResultMark result={row.result} />
      <span className="qd-dim">{row.target ? `${auditActor(row)} · ${row.target}` : auditActor(row)}</span>
      <Age at={row.at} suffix />
    </span>
  );
}
