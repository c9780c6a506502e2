import { Empty, IconButton, LinkButton, Pager } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import type { PageProps } from '../../../app/page.tsx';
import { TopBarExtras, usePageHead } from '../../../app/page-head.tsx';
import { usePagePaths } from '../../../app/pages-context.ts';
import { useAccess } from '../../../data/access.ts';
import { useConsole } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { PermissionFilters } from '../components/permissions/PermissionFilters.tsx';
import { PermissionTable } from '../components/permissions/PermissionTable.tsx';
import { sortOf, withSort } from '../model/address.ts';
import { PERMISSION_FILTERS, PERMISSION_LIMIT, type PermissionsSearch } from '../model/permissions.ts';
import { permissionListQuery, permissionQuery, USUAL_PERMISSION_SORT } from '../queries/permissions.ts';
import './settings.css';

export { parsePermissionsSearch } from '../model/permissions.ts';

/** Loaded when a rule is opened: most come to look. */
const PermissionDialog = lazy(async () => ({
  default: (await import('../components/permissions/PermissionDialog.tsx')).PermissionDialog,
}));

/** Who may do what: `/settings/permissions` (contract screens §11.1). */
export function PermissionsPage({ search, setSearch }: Pick<PageProps<PermissionsSearch>, 'search' | 'setSearch'>) {
  const { db } = useConsole();
  const query = useQuery(permissionListQuery(db, search));
  const mayWrite = useAccess()?.can('permissions', 'write') ?? false;
  usePageHead(useMemo(() => ({ title: 'Permissions' }), []));
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? rows.length;
  const close = () => setSearch(({ permission: _permission, add: _add, ...rest }) => rest);
  const isNarrowed =
    search.query !== undefined || search.effect !== undefined || PERMISSION_FILTERS.some((column) => search[column]);
  return (
    <div className="qd-settings-list">
      <TopBarExtras>
        {mayWrite && (
          <IconButton
            label="Add Permission"
            icon={<CirclePlus size={18} aria-hidden="true" />}
            onClick={() => setSearch((held) => ({ ...held, add: 'true' }))}
          />
        )}
      </TopBarExtras>
      <div className="qd-settings-bar qd-permission-bar">
        <PermissionFilters search={search} onChange={(next, replace = false) => setSearch(() => next, { replace })} />
        {usePagePaths().has('/why') && <LinkButton href="/why">Why?</LinkButton>}
      </div>
      <PermissionTable
        rows={rows}
        sort={sortOf(search, USUAL_PERMISSION_SORT)}
        onSort={(sort) => setSearch((held) => withSort(held, sort))}
        onOpen={(row) => setSearch((held) => ({ ...held, permission: row.id }))}
        openId={search.permission ?? null}
        {...tableStates('The permissions could not be loaded', query)}
        empty={
          <Empty title="No data available">
            {isNarrowed ? 'No rule matches these filters.' : 'No rule is set: people may do what their roles allow.'}
          </Empty>
        }
        footer={
          total > PERMISSION_LIMIT && (
            <Pager
              pageIndex={search.pageIndex ?? 0}
              pageSize={PERMISSION_LIMIT}
              total={total}
              onPage={(pageIndex) => setSearch((held) => ({ ...held, pageIndex }))}
            />
          )
        }
      />
      <Suspense>
        {search.add && mayWrite && <PermissionDialog onClose={close} />}
        {search.permission !== undefined && <StoredPermission id={search.permission} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The dialog of a stored rule, of whichever page of the list; nothing while it is read, and where there is none. */
function StoredPermission({ id, onClose }: { id: string; onClose: () => void }) {
  const { db } = useConsole();
  const [permission] = useQuery(permissionQuery(db, id)).data?.rows ?? [];
  return permission?.id === id ? <PermissionDialog key={id} permission={permission} onClose={onClose} /> : null;
}
