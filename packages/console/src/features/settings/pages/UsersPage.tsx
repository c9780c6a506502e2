import {
  Age,
  Avatar,
  Badge,
  type Column,
  Empty,
  IconButton,
  Table,
  type TableItem,
  useDateStyle,
} from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Command, useCommands } from '../../../app/commands.tsx';
import type { PageProps } from '../../../app/page.tsx';
import { TopBarExtras, usePageHead } from '../../../app/page-head.tsx';
import { useAccess } from '../../../data/access.ts';
import { useBootstrap, useConsole, useWhoAmI } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { dateWidth } from '../components/date-width.ts';
import { ListSearch } from '../components/ListSearch.tsx';
import { InviteLinkDialog } from '../components/users/InviteLinkDialog.tsx';
import { EditDialog, InviteDialog } from '../components/users/UserDialog.tsx';
import { UserMenu } from '../components/users/UserMenu.tsx';
import { orderBy } from '../model/order.ts';
import { cellOf, findUsers, type Invited, stateWord, type User, type UsersSearch } from '../model/users.ts';
import { usersQuery } from '../queries/users.ts';
import './settings.css';
import './users.css';

export { parseUsersSearch } from '../model/users.ts';

const NOBODY: readonly User[] = [];

type UsersPageProps = Pick<PageProps<UsersSearch>, 'search' | 'setSearch'>;

/** Everybody who signs in here, and invitations: `/settings/users` (contract screens §11.3). */
export function UsersPage(props: UsersPageProps) {
  const mode = useBootstrap().data?.mode;
  if (mode === undefined || mode === 'self-hosted') return <Users {...props} />;
  return (
    <Empty title="There are no users here">
      {mode === 'hosted'
        ? 'People of this organisation are kept where they sign in.'
        : 'Nobody signs in here: every caller is the one local administrator.'}
    </Empty>
  );
}

function Users({ search, setSearch }: UsersPageProps) {
  const { db } = useConsole();
  const query = useQuery(usersQuery(db));
  const mayWrite = useAccess()?.can('identities', 'write') ?? false;
  const self = useWhoAmI().data?.payload.user.id;
  const [invited, setInvited] = useState<Invited>();
  const { format } = useDateStyle();
  usePageHead(useMemo(() => ({ title: 'Users' }), []));
  const invite = useMemo<Command>(
    () => ({
      id: 'users.invite',
      title: 'Invite User',
      icon: <UserPlus size={18} aria-hidden="true" />,
      keywords: 'add person account',
      resource: 'identities',
      perform: () => setSearch((held) => ({ ...held, invite: 'true' })),
    }),
    [setSearch],
  );
  useCommands(useMemo(() => [invite], [invite]));
  const users = query.data ?? NOBODY;
  const { sortBy = 'name', sortOrder = 'asc' } = search;
  const items = useMemo(
    () =>
      orderBy(findUsers(users, search.query), (user) => cellOf(user, sortBy), sortOrder === 'desc').map(
        (data): TableItem<User> => ({ kind: 'row', key: data.id, depth: 0, data }),
      ),
    [users, search.query, sortBy, sortOrder],
  );
  const edited = mayWrite ? users.find(({ id }) => id === search.user) : undefined;
  const edit = (user: User) => setSearch((held) => ({ ...held, user: user.id }));
  const close = () => setSearch(({ user: _user, invite: _invite, ...held }) => held);
  const columns = useMemo(() => userColumns(dateWidth(format), self), [format, self]);
  const menuOf = (user: User) => (
    <UserMenu user={user} isSelf={user.id === self} onEdit={() => edit(user)} onInvited={setInvited} />
  );
  const shown = mayWrite
    ? [
        ...columns,
        {
          id: 'actions',
          header: 'Actions',
          width: 74,
          hideable: false,
          cell: menuOf,
        },
      ]
    : columns;
  return (
    <div className="qd-settings-list">
      {mayWrite && (
        <TopBarExtras>
          <IconButton label={invite.title} icon={invite.icon} onClick={invite.perform} />
        </TopBarExtras>
      )}
      <div className="qd-settings-bar">
        <ListSearch
          label="Search users"
          placeholder="Search by name, email or role"
          value={search.query ?? ''}
          onWrite={(text) =>
            setSearch(({ query: _query, ...held }) => (text === '' ? held : { ...held, query: text }), {
              replace: true,
            })
          }
        />
      </div>
      <Table<User>
        label="Users"
        rows={items}
        columns={shown}
        sort={{ id: sortBy, desc: sortOrder === 'desc' }}
        onSort={({ id, desc }) =>
          setSearch((held) => ({ ...held, sortBy: id as typeof sortBy, sortOrder: desc ? 'desc' : 'asc' }))
        }
        rowLabel={({ name, email }) => `${name} ${email}`}
        {...(mayWrite ? { onActivate: edit } : {})}
        selectedKey={search.user ?? null}
        narrow={(user) => (
          <NarrowUser user={user} isSelf={user.id === self}>
            {mayWrite && menuOf(user)}
          </NarrowUser>
        )}
        {...tableStates('The users could not be loaded', query)}
        empty={
          <Empty title="No data available">
            {search.query === undefined
              ? 'Nobody has an account yet. Invite the first by their address.'
              : `No name, address or role has “${search.query}” in it.`}
          </Empty>
        }
      />
      {search.invite && mayWrite && (
        <InviteDialog
          onClose={close}
          onInvited={(made) => {
            close();
            setInvited(made);
          }}
        />
      )}
      {edited && <EditDialog key={edited.id} user={edited} isSelf={edited.id === self} onClose={close} />}
      {invited && <InviteLinkDialog invited={invited} onClose={() => setInvited(undefined)} />}
    </div>
  );
}

function userColumns(dates: number, self: string | undefined): Column<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      flex: 1,
      minWidth: 170,
      sortable: true,
      hideable: false,
      cell: (user) => <UserName user={user} isSelf={user.id === self} />,
      title: ({ name }) => name,
    },
    {
      id: 'email',
      header: 'Email',
      flex: 1,
      minWidth: 170,
      sortable: true,
      cell: ({ email }) => email,
      title: ({ email }) => email,
    },
    {
      id: 'roles',
      header: 'Roles',
      flex: 0.8,
      minWidth: 110,
      sortable: true,
      cell: ({ roles }) => <Roles roles={roles} />,
      title: ({ roles }) => roles.join(', '),
    },
    { id: 'state', header: 'State', width: 92, sortable: true, cell: (user) => <State user={user} /> },
    {
      id: 'last_login',
      header: 'Last Sign-in',
      width: Math.max(dates, 104),
      align: 'end',
      sortable: true,
      hideBelow: 700 + dates,
      cell: ({ lastLogin }) => (lastLogin === null ? <span className="qd-dim">never</span> : <Age at={lastLogin} />),
    },
    {
      id: 'created_at',
      header: 'Created At',
      width: Math.max(dates, 104),
      align: 'end',
      sortable: true,
      hideBelow: 700 + 2 * dates,
      cell: ({ createdAt }) => <Age at={createdAt} />,
    },
  ];
}

function UserName({ user, isSelf }: { user: User; isSelf: boolean }) {
  return (
    <span className="qd-user">
      <Avatar name={user.name} image={user.avatar} />
      <b>{user.name}</b>
      {isSelf && <Badge tone="info">you</Badge>}
    </span>
  );
}

function Roles({ roles }: { roles: readonly string[] }) {
  if (roles.length === 0) return <span className="qd-dim">none</span>;
  return (
    <span className="qd-user-roles">
      {roles.map((role) => (
        <Badge key={role} tone={role === 'admin' ? 'accent' : 'neutral'}>
          {role}
        </Badge>
      ))}
    </span>
  );
}

function State({ user }: { user: User }) {
  return <Badge tone={user.isActive ? 'ok' : 'neutral'}>{stateWord(user)}</Badge>;
}

function NarrowUser({ user, isSelf, children }: { user: User; isSelf: boolean; children: ReactNode }) {
  return (
    <span className="qd-user-narrow">
      <span className="qd-settings-narrow">
        <UserName user={user} isSelf={isSelf} />
        <State user={user} />
        <span className="qd-dim">{user.email}</span>
        <Roles roles={user.roles} />
      </span>
      {children}
    </span>
  );
}
