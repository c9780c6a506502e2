import type { ApiToken } from '@quarterdeck/contract';
import { Age, type Column, Empty, IconButton, Switch, Table, type TableItem, useDateStyle } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Command, useCommands } from '../../../app/commands.tsx';
import type { PageProps } from '../../../app/page.tsx';
import { TopBarExtras, usePageHead } from '../../../app/page-head.tsx';
import { useAccess } from '../../../data/access.ts';
import { useBootstrap, useConsole, useWhoAmI } from '../../../data/context.ts';
import { tableStates } from '../../../shared/LoadError.tsx';
import { dateWidth } from '../components/date-width.ts';
import { ListSearch } from '../components/ListSearch.tsx';
import { CreatedTokenDialog } from '../components/tokens/CreatedTokenDialog.tsx';
import { CreateTokenDialog } from '../components/tokens/CreateTokenDialog.tsx';
import { TokenDialog } from '../components/tokens/TokenDialog.tsx';
import { TokenEnd } from '../components/tokens/TokenEnd.tsx';
import { orderBy } from '../model/order.ts';
import { cellOf, findTokens, type TokensSearch } from '../model/tokens.ts';
import { tokensQuery } from '../queries/tokens.ts';
import './settings.css';
import './tokens.css';

export { parseTokensSearch } from '../model/tokens.ts';

const NONE: readonly ApiToken[] = [];

type TokensPageProps = Pick<PageProps<TokensSearch>, 'search' | 'setSearch'>;

/** Tokens by which programs call the API: `/settings/tokens` (contract screens §11.12). */
export function TokensPage(props: TokensPageProps) {
  if (useBootstrap().data?.mode !== 'standalone') return <Tokens {...props} />;
  return (
    <Empty title="There are no tokens here">
      Nobody signs in here: every program that calls is the one local administrator.
    </Empty>
  );
}

function Tokens({ search, setSearch }: TokensPageProps) {
  const { http } = useConsole();
  const query = useQuery(tokensQuery(http));
  const mayAdd = useAccess()?.can('agents', 'write') ?? false;
  const who = useWhoAmI().data?.payload;
  const [created, setCreated] = useState<{ name: string; token: string }>();
  const { format } = useDateStyle();
  usePageHead(useMemo(() => ({ title: 'Tokens' }), []));
  const add = useMemo<Command>(
    () => ({
      id: 'tokens.create',
      title: 'Create Token',
      icon: <CirclePlus size={18} aria-hidden="true" />,
      keywords: 'add api secret program',
      resource: 'agents',
      perform: () => setSearch((held) => ({ ...held, addToken: 'true' })),
    }),
    [setSearch],
  );
  useCommands(useMemo(() => [add], [add]));
  const tokens = query.data ?? NONE;
  const { sortBy = 'created_at', sortOrder = search.sortBy === undefined ? 'desc' : 'asc' } = search;
  const items = useMemo(
    () =>
      orderBy(findTokens(tokens, search), (token) => cellOf(token, sortBy), sortOrder === 'desc').map(
        (data): TableItem<ApiToken> => ({ kind: 'row', key: data.id, depth: 0, data }),
      ),
    [tokens, search, sortBy, sortOrder],
  );
  const opened = tokens.find(({ id }) => id === search.id);
  const close = () => setSearch(({ id: _id, addToken: _add, ...held }) => held);
  const columns = useMemo(() => tokenColumns(dateWidth(format)), [format]);
  return (
    <div className="qd-settings-list">
      {mayAdd && (
        <TopBarExtras>
          <IconButton label={add.title} icon={add.icon} onClick={add.perform} />
        </TopBarExtras>
      )}
      <div className="qd-settings-bar qd-token-bar">
        <ListSearch
          label="Search tokens"
          placeholder="Search by name or owner"
          value={search.query ?? ''}
          onWrite={(text) =>
            setSearch(({ query: _query, ...held }) => (text === '' ? held : { ...held, query: text }), {
              replace: true,
            })
          }
        />
        <Switch
          label="Hide Agents"
          checked={search.agents !== 'show'}
          onChange={(isHidden) =>
            setSearch(({ agents: _agents, ...held }) => (isHidden ? held : { ...held, agents: 'show' }))
          }
        />
      </div>
      <Table<ApiToken>
        label="Tokens"
        rows={items}
        columns={columns}
        sort={{ id: sortBy, desc: sortOrder === 'desc' }}
        onSort={({ id, desc }) =>
          setSearch((held) => ({ ...held, sortBy: id as typeof sortBy, sortOrder: desc ? 'desc' : 'asc' }))
        }
        rowLabel={({ name, created_by }) => `${name} of ${created_by.name}`}
        onActivate={({ id }) => setSearch((held) => ({ ...held, id }))}
        selectedKey={search.id ?? null}
        narrow={(token) => <NarrowToken token={token} />}
        {...tableStates('The tokens could not be loaded', query)}
        empty={
          <Empty title="No data available">
            {tokens.length === 0
              ? 'There is no token. A program that calls the API needs one.'
              : 'No token has such a name or owner; those of agents may be hidden.'}
          </Empty>
        }
      />
      {search.addToken && mayAdd && (
        <CreateTokenDialog
          onClose={close}
          onCreated={(made) => {
            close();
            setCreated(made);
          }}
        />
      )}
      {created && <CreatedTokenDialog {...created} purpose="api" onClose={() => setCreated(undefined)} />}
      {opened && (
        <TokenDialog
          key={opened.id}
          token={opened}
          isOwn={opened.created_by.id === who?.user.id}
          mayDelete={opened.created_by.id === who?.user.id || (who?.roles.includes('admin') ?? false)}
          onClose={close}
        />
      )}
    </div>
  );
}

function tokenColumns(dates: number): Column<ApiToken>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      flex: 1,
      minWidth: 140,
      sortable: true,
      hideable: false,
      cell: ({ name }) => <b>{name}</b>,
      title: ({ name }) => name,
    },
    {
      id: 'created_by',
      header: 'Created By',
      flex: 0.7,
      minWidth: 100,
      sortable: true,
      cell: ({ created_by }) => created_by.name,
      title: ({ created_by }) => created_by.name,
    },
    {
      id: 'created_at',
      header: 'Created',
      width: Math.max(dates, 92),
      align: 'end',
      sortable: true,
      hideBelow: 560 + 2 * dates,
      cell: ({ created_at }) => <Age at={created_at} />,
    },
    {
      id: 'last_used_at',
      header: 'Last Used',
      width: Math.max(dates, 92),
      align: 'end',
      sortable: true,
      cell: ({ last_used_at: at }) => (at === null ? <span className="qd-dim">Never</span> : <Age at={at} />),
    },
    {
      id: 'expires_at',
      header: 'Expires At',
      width: Math.max(dates, 92) + 60,
      align: 'end',
      sortable: true,
      cell: (token) => <TokenEnd token={token} />,
    },
  ];
}

function NarrowToken({ token }: { token: ApiToken }) {
  const { name, created_by, last_used_at: at } = token;
  return (
    <span className="qd-settings-narrow">
      <b>{name}</b>
      <span>{at === null ? <span className="qd-dim">Never used</span> : <Age at={at} />}</span>
      <span className="qd-dim">{created_by.name}</span>
      <span>{token.expires_at === null ? 'No expiry' : <TokenEnd token={token} />}</span>
    </span>
  );
}
