import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { type Command, useCommands } from './commands.tsx';
import { refreshScreen } from './refresh.ts';
import { useShownEntries } from './use-shown-entries.tsx';

export interface ShellCommandsInput {
  showShortcuts: () => void;
  showPalette: () => void;
}

/** What can be done on every page: go to an entry of the navigation, refresh, find, show the shortcuts. */
export function useShellCommands(input: ShellCommandsInput): void {
  const client = useQueryClient();
  const router = useRouter();
  const { main, settings } = useShownEntries();
  const latest = useRef(input);
  latest.current = input;
  const commands = useMemo<Command[]>(() => {
    const go = (href: string) => () => router.history.push(href);
    const firstSetting = settings[0];
    return [
      { id: 'palette', title: 'Find anything', shortcut: 'Mod+k', perform: () => latest.current.showPalette() },
      ...main.flatMap(({ label, href, shortcut }) =>
        shortcut ? [{ id: `go ${href}`, title: `Go to ${label}`, shortcut, isWay: true, perform: go(href) }] : [],
      ),
      ...(firstSetting
        ? [{ id: 'go settings', title: 'Go to Settings', shortcut: 'g s', isWay: true, perform: go(firstSetting.href) }]
        : []),
      {
        id: 'refresh',
        title: 'Refresh',
        shortcut: 'R',
        keywords: 'reload read again',
        perform: () => void refreshScreen(client),
      },
      { id: 'shortcuts', title: 'Show all shortcuts', shortcut: '?', perform: () => latest.current.showShortcuts() },
    ];
  }, [client, router, main, settings]);
  useCommands(commands);
}
