import { Menu } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark, Keyboard, LogOut, UserRound, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useBootstrap, useConsole, useWhoAmI } from '../data/context.ts';
import { queryKeys } from '../data/keys.ts';

/** The version that the console shows of itself (spec 000 §2). */
const FRONTEND_VERSION = '1.4.40';

/** Who is there, where people sign in, and which versions run. Entries stand only for what there is in this mode. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { http } = useConsole();
  const who = useWhoAmI().data;
  const [opened, setOpened] = useState(false);
  const about = useQuery({
    queryKey: queryKeys.about,
    queryFn: ({ signal }) => http.get<{ Version?: string }>('/api/canary/about', { signal }),
    enabled: opened,
    meta: { quiet: true },
  });
  const mode = useBootstrap().data?.mode;
  const isSignedIn = mode === 'self-hosted';
  const isNobody = mode === 'standalone';
  const leave = async () => {
    const { signOut } = await import('../features/identity/queries/flow-api.ts');
    await signOut(`${location.pathname}${location.search}`);
  };
  const backend = about.data?.Version || 'NA';
  return (
    <Menu
      label={isNobody ? 'Help' : 'Account'}
      align="end"
      triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
      trigger={
        isNobody ? <CircleQuestionMark size={15} aria-hidden="true" /> : <UserRound size={15} aria-hidden="true" />
      }
      onOpen={() => setOpened(true)}
      {...(isNobody ? {} : { header: <b>Hello, {who?.payload.user.name || 'you'}</b> })}
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
  );
}
