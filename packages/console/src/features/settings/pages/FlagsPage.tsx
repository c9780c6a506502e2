import type { Column, TableItem } from '@quarterdeck/ui';
import { Age, Empty, IconButton, Table, toast, useDateStyle } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import { useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { TopBarExtras, usePageHead } from '../../../app/page-head.tsx';
import { useAccess } from '../../../data/access.ts';
import { propertiesQuery, useConsole } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { dateWidth } from '../components/date-width.ts';
import { FlagDialog } from '../components/FlagDialog.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { Person } from '../components/Person.tsx';
import { sortOf, withSort } from '../model/address.ts';
import { type Flag, type FlagsSearch, findFlags, mergeFlags, sortFlags } from '../model/flags.ts';
import { storedFlagsQuery } from '../queries/flags.ts';
import './settings.css';

export { parseFlagsSearch } from '../model/flags.ts';

const USUAL = { id: 'name', desc: false };
/** Fixed by contract screens §11.6. */
const LOCAL = 'Cannot edit local feature flags';

/** The feature flags that apply, and those of the database to be changed: `/settings/feature-flags`. */
export function FlagsPage({ search, setSearch }: Pick<PageProps<FlagsSearch>, 'search' | 'setSearch'>) {
  const { http, db } = useConsole();
  const query = useQuery({ ...propertiesQuery(http), staleTime: 0 });
  const stored = useQuery(storedFlagsQuery(db));
  const mayWrite = useAccess()?.can('properties', 'write') ?? false;
  usePageHead(useMemo(() => ({ title: 'Feature Flags' }), []));
  const sort = sortOf(search, USUAL);
  const { format } = useDateStyle();
  const columns = useMemo(() => columnsOf(Math.max(96, dateWidth(format))), [format]);
  const storedRows = stored.data?.rows;
  const items = useMemo(() => {
    const flags = findFlags(mergeFlags(query.data ?? [], storedRows ?? []), search.query);
    return sortFlags(flags, sort.id, sort.desc).map(
      (data): TableItem<Flag> => ({ kind: 'row', key: data.name, depth: 0, data }),
    );
  }, [query.data, storedRows, search.query, sort.id, sort.desc]);
  const open = (flag: Flag) => {
    if (flag.source === 'local') toast.error(LOCAL);
    else if (mayWrite) setSearch((held) => ({ ...held, flag: flag.name }));
  };
  const edited = storedRows?.find((row) => row.name === search.flag);
  const close = () => setSearch(({ flag: _flag, add: _add, ...rest }) => rest);
  const find = (text: string) =>
    setSearch(({ query: _query, ...rest }) => (text === '' ? rest : { ...rest, query: text }), { replace: true });
  return (
    <div className="qd-settings-list">
      {mayWrite && (
        <TopBarExtras>
          <IconButton
            label="Add Feature Flag"
            icon={<CirclePlus size={18} aria-hidden="true" />}
            onClick={() => setSearch((held) => ({ ...held, add: 'true' }))}
          />
        </TopBarExtras>
      )}
      <div className="qd-settings-bar">
        <ListSearch
          label="Search feature flags"
          placeholder="Search by name, description or value"
          value={search.query ?? ''}
          onWrite={find}
        />
      </div>
      <Table<Flag>
        label="Feature flags"
        rows={items}
        columns={columns}
        sort={sort}
        onSort={(next) => setSearch((held) => withSort(held, next))}
        rowLabel={(flag) => `${flag.name} ${flag.value}`}
        onActivate={open}
        selectedKey={search.flag ?? null}
        narrow={(flag) => <NarrowFlag flag={flag} />}
        {...tableStates('The feature flags could not be loaded', query)}
        empty={
          <Empty title="No data available">
            {search.query === undefined
              ? 'No property is set. A flag named after a feature, such as logs.disable, hides that feature.'
              : `No flag has “${search.query}” in it.`}
          </Empty>
        }
      />
      {search.add && mayWrite && <FlagDialog onClose={close} />}
      {edited && mayWrite && <FlagDialog key={edited.name} flag={edited} onClose={close} />}
    </div>
  );
}

const columnsOf = (dates: number): readonly Column<Flag>[] => [
  {
    id: 'name',
    header: 'Name',
    flex: 1.2,
    minWidth: 180,
    sortable: true,
    cell: (flag) => <span className="qd-mono">{flag.name}</span>,
    title: (flag) => flag.name,
  },
  {
    id: 'description',
    header: 'Description',
    flex: 1.6,
    minWidth: 140,
    sortable: true,
    hideBelow: 760,
    cell: (flag) => flag.description,
    title: (flag) => flag.description,
  },
  {
    id: 'value',
    header: 'Value',
    flex: 0.7,
    minWidth: 80,
    sortable: true,
    cell: (flag) => <span className="qd-mono">{flag.value}</span>,
    title: (flag) => flag.value,
  },
  { id: 'source', header: 'Source', width: 78, sortable: true, cell: (flag) => flag.source },
  {
    id: 'created_by',
    header: 'Created By',
    width: 130,
    sortable: true,
    hideBelow: 1080,
    cell: (flag) => <Person person={flag.created_by} />,
  },
  {
    id: 'created_at',
    header: 'Created At',
    width: dates,
    align: 'end',
    sortable: true,
    hideBelow: 980,
    cell: (flag) => <Age at={flag.created_at} />,
  },
  {
    id: 'updated_at',
    header: 'Updated At',
    width: dates,
    align: 'end',
    sortable: true,
    hideBelow: 860,
    cell: (flag) => <Age at={flag.updated_at} />,
  },
];

function NarrowFlag({ flag }: { flag: Flag }) {
  return (
    <span className="qd-settings-narrow">
      <span className="qd-mono">{flag.name}</span>
      <span className="qd-mono">{flag.value}</span>
      <span className="qd-dim">{flag.description || flag.source}</span>
      <Age at={flag.updated_at} />
    </span>
  );
}
