import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../data/context.ts';
import type { Keeper } from './keeper.ts';
import { PageLink } from './PageLink.tsx';
import './keeper.css';

const NAMES = {
  component: { table: 'components', page: '/topology/$id' },
  config: { table: 'configs', page: '/catalog/$id' },
} as const;

/** Says who keeps a resource, in place of its buttons (contract screens §1.8). */
export function KeeperNote({ keeper }: { keeper: Keeper }) {
  switch (keeper.kind) {
    case 'agent':
      return (
        <p className="qd-keeper">
          Linked to{' '}
          <PageLink page="/settings/agents" href={keeper.href}>
            {keeper.name}
          </PageLink>
        </p>
      );
    case 'component':
    case 'config':
      return (
        <p className="qd-keeper">
          Created by <Owner kind={keeper.kind} id={keeper.id} href={keeper.href} />
        </p>
      );
    case 'crd':
      return (
        <p className="qd-keeper">
          <PageLink page="/catalog/$id" href={keeper.href}>
            {keeper.text}
          </PageLink>
        </p>
      );
    case 'file':
      return (
        <p className="qd-keeper">
          {keeper.text} {keeper.file && <code>{keeper.file}</code>}
        </p>
      );
    default:
      return <p className="qd-keeper">{keeper.text}</p>;
  }
}

/** The name of what made a resource; its id until, or unless, the name is known. */
function Owner({ kind, id, href }: { kind: keyof typeof NAMES; id: string; href: string }) {
  const { http } = useConsole();
  const { table, page } = NAMES[kind];
  const query = useQuery({
    queryKey: ['owner', table, id],
    queryFn: ({ signal }) => http.get<{ name: string }[]>(`/api/db/${table}?id=eq.${id}&select=id,name`, { signal }),
    meta: { quiet: true },
  });
  return (
    <PageLink page={page} href={href}>
      {query.data?.[0]?.name ?? id}
    </PageLink>
  );
}
