import { Menu } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  Bot,
  CircleQuestionMark,
  Download,
  Eye,
  Keyboard,
  LogOut,
  UserRound,
  UserRoundCog,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAccess } from '../data/access.ts';
import { useBootstrap, useConsole, useServerStatus, useWhoAmI } from '../data/context.ts';
import { queryKeys } from '../data/keys.ts';
import { type Command, useCommands } from './commands.tsx';
import { lazyPart } from './lazy-part.tsx';

const ViewAsDialog = lazyPart(async () => (await import('./ViewAsDialog.tsx')).ViewAsDialog);
const SetupMcp = lazyPart(async () => (await import('../features/settings/components/tokens/SetupMcp.tsx')).SetupMcp);
const KubeconfigDialog = lazyPart(async () => (await import('./KubeconfigDialog.tsx')).KubeconfigDialog);

/** The version that the console shows of itself (spec 000 §2). */
const FRONTEND_VERSION = '1.4.40';

/** Who is there, where people sign in, and which versions run. Entries stand only for what there is in this mode. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { http } = useConsole();
  const who = useWhoAmI().data;
  const [opened, setOpened] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [settingUp, setSettingUp] = useState(false);
  const [downloading, setDownloading] = useState(false);
  const about = useQuery({
    queryKey: queryKeys.about,
    queryFn: ({ signal }) => http.get<{ Version?: string }>('/api/canary/about', { signal }),
    enabled: opened,
    meta: { quiet: true },
  });
  const { mode, docs_url: docs } = useBootstrap().data ?? {};
  const isSignedIn = mode !== undefined && mode !== 'standalone';
  const isNobody = mode === 'standalone';
  const viewing = who?.payload.viewing;
  const mayView = isSignedIn && viewing === undefined && who?.payload.roles.includes('admin') === true;
  const access = useAccess();
  const maySetUp = access?.mayUseMcp === true;
  const hasCluster = useServerStatus().data?.kubeconfig === true && access?.mayReachCluster === true;
  const entries = useMemo(
    () =>
      [
        {
          id: 'kubeconfig',
          title: 'Download kubeconfig',
          keywords: 'kubectl kubernetes cluster',
          Icon: Download,
          isOffered: hasCluster,
          perform: () => setDownloading(true),
        },
        {
          id: 'setup-mcp',
          title: 'Setup MCP',
          keywords: 'assistant claude copilot token',
          Icon: Bot,
          isOffered: maySetUp,
          perform: () => setSettingUp(true),
        },
        {
          id: 'view-as',
          title: 'View as …',
          keywords: 'impersonate role person',
          Icon: Eye,
          isOffered: mayView,
          perform: () => setChoosing(true),
        },
        {
          id: 'docs',
          title: 'Docs',
          keywords: 'documentation help runbooks',
          Icon: BookOpen,
          isOffered: docs !== undefined,
          perform: () => void window.open(docs, '_blank', 'noreferrer'),
        },
      ].filter(({ isOffered }) => isOffered),
    [mayView, maySetUp, hasCluster, docs],
  );
  useCommands(
    useMemo<Command[]>(
      () => entries.map(({ id, title, keywords, perform }) => ({ id, title, keywords, perform })),
      [entries],
    ),
  );
  const leave = async () => {
    const here = `${location.pathname}${location.search}`;
    if (mode === 'hosted') {
      const { signOutOfHub } = await import('../features/hosted/queries/hub.ts');
      return signOutOfHub(http, here);
    }
    const { signOut } = await import('../features/identity/queries/flow-api.ts');
    return signOut(here);
  };
  const backend = about.data?.Version || 'NA';
  return (
    <>
      <Menu
        label={isNobody ? 'Help' : 'Account'}
        align="end"
        triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
        trigger={
          isNobody ? <CircleQuestionMark size={15} aria-hidden="true" /> : <UserRound size={15} aria-hidden="true" />
        }
        onOpen={() => setOpened(true)}
        {...(isNobody ? {} : { header: <b>Hello, {viewing?.by.name || who?.payload.user.name || 'you'}</b> })}
        items={[
          ...(isSignedIn
            ? [
                {
                  id: 'profile',
                  label: 'Your Profile',
                  icon: <UserRoundCog size={14} aria-hidden="true" />,
                  onSelect: () => location.assign('/profile-settings'),
                },
              ]
            : []),
          ...entries.map(({ id, title, Icon, perform }) => ({
            id,
            label: title,
            icon: <Icon size={14} aria-hidden="true" />,
            onSelect: perform,
          })),
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            hint: '?',
            icon: <Keyboard size={14} aria-hidden="true" />,
            onSelect: onShortcuts,
          },
          ...(isSignedIn
            ? [
                {
                  id: 'sign-out',
                  label: 'Sign out',
                  icon: <LogOut size={14} aria-hidden="true" />,
                  onSelect: () => void leave(),
                },
              ]
            : []),
        ]}
        footer={
          about.isPending ? null : (
            <>
              Frontend: <b>{FRONTEND_VERSION}</b>, Backend: <b>{backend}</b>
            </>
          )
        }
      />
      {choosing && <ViewAsDialog onClose={() => setChoosing(false)} />}
      {downloading && <KubeconfigDialog onClose={() => setDownloading(false)} />}
      {settingUp && <SetupMcp isNobody={isNobody} onClose={() => setSettingUp(false)} />}
    </>
  );
}
