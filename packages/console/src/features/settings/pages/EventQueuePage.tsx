import type { EventQueueRow } from '@quarterdeck/contract';
import type { Column, TableItem } from '@quarterdeck/ui';
import { Age, Code, Dialog, Empty, Table, useDateStyle } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { usePageHead } from '../../../app/page-head.tsx';
import { useConsole } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { dateWidth } from '../components/date-width.ts';
import { sortOf, withSort } from '../model/address.ts';
import { type EventsSearch, sortEvents } from '../model/events.ts';
import { eventQueueQuery } from '../queries/events.ts';
import './settings.css';

export { parseEventsSearch } from '../model/events.ts';

const USUAL = { id: 'failed', desc: true };

/** What waits in the event queue and what failed: `/settings/event-queue-status` (contract screens §11.7). */
export function EventQueuePage({ search, setSearch }: Pick<PageProps<EventsSearch>, 'search' | 'setSearch'>) {
  const { db } = useConsole();
  const query = useQuery(eventQueueQuery(db));
  usePageHead(useMemo(() => ({ title: 'Event Queue' }), []));
  const sort = sortOf(search, USUAL);
  const rows = query.data?.rows;
  const items = useMemo(
    () =>
      sortEvents(rows ?? [], sort.id, sort.desc).map(
        (data): TableItem<EventQueueRow> => ({ kind: 'row', key: data.name, depth: 0, data }),
      ),
    [rows, sort.id, sort.desc],
  );
  const { format } = useDateStyle();
  const columns = useMemo(() => columnsOf(Math.max(116, dateWidth(format, true))), [format]);
  const opened = rows?.find((row) => row.name === search.event);
  return (
    <div className="qd-settings-list">
      <Table<EventQueueRow>
        label="Event queue"
        rows={items}
        columns={columns}
        sort={sort}
        onSort={(next) => setSearch((held) => withSort(held, next))}
        rowLabel={(row) => row.name}
        onActivate={(row) => row.most_common_error && setSearch((held) => ({ ...held, event: row.name }))}
        selectedKey={search.event ?? null}
        narrow={(row) => <NarrowEvent row={row} />}
        {...tableStates('The event queue could not be loaded', query)}
        empty={<Empty title="No data available">No event waits, and none has failed.</Empty>}
      />
      {opened?.most_common_error && (
        <Dialog
          open
          size="medium"
          title={`Most Common Error for ${opened.name}`}
          onClose={() => setSearch(({ event: _event, ...rest }) => rest)}
        >
          <Code text={opened.most_common_error} language="text" label="Most common error" />
        </Dialog>
      )}
    </div>
  );
}

const columnsOf = (dates: number): readonly Column<EventQueueRow>[] => [
  {
    id: 'name',
    sortable: true,
    header: 'Name',
    flex: 1,
    minWidth: 180,
    cell: (row) => row.name,
    title: (row) => row.name,
  },
  { id: 'pending', sortable: true, header: 'Pending Count', width: 112, align: 'end', cell: (row) => row.pending },
  {
    id: 'failed',
    sortable: true,
    header: 'Error Count',
    width: 96,
    align: 'end',
    cell: (row) => <Failed count={row.failed} />,
  },
  {
    id: 'average_attempts',
    sortable: true,
    header: 'Average Attempts',
    width: 132,
    align: 'end',
    hideBelow: 760,
    cell: (row) => row.average_attempts,
  },
  {
    id: 'first_failure',
    sortable: true,
    header: 'First Failed At',
    width: dates,
    align: 'end',
    hideBelow: 860,
    cell: (row) => <Age at={row.first_failure} suffix />,
  },
  {
    id: 'last_failure',
    sortable: true,
    header: 'Last Failed At',
    width: dates,
    align: 'end',
    cell: (row) => <Age at={row.last_failure} suffix />,
  },
];

function Failed({ count }: { count: number }) {
  return count > 0 ? <span className="qd-job-bad">{count}</span> : 0;
}

function NarrowEvent({ row }: { row: EventQueueRow }) {
  return (
    <span className="qd-settings-narrow">
      <b>{row.name}</b>
      <span>
        {row.failed > 0 && <Failed count={row.failed} />}
        {row.failed > 0 && ' failed'}
      </span>
      <span className="qd-dim">{row.pending} pending</span>
      <Age at={row.last_failure} suffix />
    </span>
  );
}
