import { IconButton, Pager } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { TopBarExtras, usePageHead } from '../../../app/page-head.tsx';
import { useAccess } from '../../../data/access.ts';
import { useConsole } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { useGo } from '../../../shared/PageLink.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { NoResources, ResourceTable } from '../components/ResourceTable.tsx';
import { sortOf, withSort } from '../model/address.ts';
import { editorOf, withEditor } from '../model/editor.ts';
import { oneRowEach, RESOURCE_LIMIT, type ResourceListSearch, type SettingsResource } from '../model/resource.ts';
import { resourceListQuery, USUAL_SORT } from '../queries/resources.ts';
import './settings.css';

export { parseResourceListSearch } from '../model/resource.ts';

/** Loaded when one is added: most come to look. */
const AddResource = lazy(async () => ({ default: (await import('../components/AddResource.tsx')).AddResource }));

export interface ResourceListPageProps extends Pick<PageProps<ResourceListSearch>, 'search' | 'setSearch'> {
  resource: SettingsResource;
}

/** The list of a kind of resource: `/settings/{table}` (contract screens §11.4). */
export function ResourceListPage({ resource, search, setSearch }: ResourceListPageProps) {
  const { db } = useConsole();
  const go = useGo();
  const query = useQuery(resourceListQuery(db, resource, search));
  const found = query.data?.rows;
  const rows = useMemo(() => oneRowEach(found ?? []), [found]);
  const mayWrite = useAccess()?.can(resource.resource, 'write') ?? false;
  usePageHead(useMemo(() => ({ title: resource.title }), [resource]));
  const hrefOf = (row: { id: string }) => `/settings/${resource.table}/${row.id}`;
  const total = query.data?.total ?? rows.length;
  const setQuery = (text: string) =>
    setSearch(({ query: _query, pageIndex: _page, ...rest }) => (text === '' ? rest : { ...rest, query: text }), {
      replace: true,
    });
  return (
    <div className="qd-settings-list">
      {mayWrite && (
        <TopBarExtras>
          <IconButton
            label={resource.addTitle}
            icon={<CirclePlus size={18} aria-hidden="true" />}
            onClick={() => setSearch((held) => ({ ...held, add: 'true' }))}
          />
        </TopBarExtras>
      )}
      <div className="qd-settings-bar">
        <ListSearch
          label={`Search ${resource.title}`}
          placeholder="Search by name"
          value={search.query ?? ''}
          onWrite={setQuery}
        />
      </div>
      <ResourceTable
        resource={resource}
        rows={rows}
        sort={sortOf(search, USUAL_SORT)}
        onSort={(sort) => setSearch((held) => withSort(held, sort))}
        onOpen={(row) => go(hrefOf(row))}
        hrefOf={hrefOf}
        {...tableStates(`${resource.title} could not be loaded`, query)}
        empty={
          <NoResources>
            {search.query === undefined ? resource.emptyHint : `No name has “${search.query}” in it.`}
          </NoResources>
        }
        footer={
          total > RESOURCE_LIMIT && (
            <Pager
              pageIndex={search.pageIndex ?? 0}
              pageSize={RESOURCE_LIMIT}
              total={total}
              onPage={(pageIndex) => setSearch((held) => ({ ...held, pageIndex }))}
            />
          )
        }
      />
      {search.add && mayWrite && (
        <Suspense>
          <AddResource
            resource={resource}
            kind={search.add}
            editor={editorOf(search)}
            onKind={(kind) => setSearch(({ editor: _editor, ...held }) => ({ ...held, add: kind }))}
            onEditor={(tab) => setSearch((held) => withEditor(held, tab), { replace: true })}
            onClose={() => setSearch(({ add: _add, editor: _editor, ...rest }) => rest)}
          />
        </Suspense>
      )}
    </div>
  );
}
