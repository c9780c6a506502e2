import { Icon, Palette, type PaletteItem, type PaletteSection } from '@quarterdeck/ui';
import { useRouter } from '@tanstack/react-router';
import { CornerDownLeft, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { failureText } from '../../data/http.ts';
import { useStored } from '../../data/stored.ts';
import { useCommandList } from '../commands.tsx';
import { keyNames } from '../shortcut-keys.ts';
import { useShownEntries } from '../use-shown-entries.tsx';
import { bestOf } from './best.ts';
import { parseRecentItems, RECENT_ITEMS_KEY, type RecentItem, withRecent } from './recent-items.ts';
import { type FoundGroup, useFound } from './use-found.ts';

interface Choice {
  item: PaletteItem;
  perform: () => void;
}

interface ChoiceSection {
  id: string;
  title: string;
  choices: Choice[];
}

const ICON_PX = 15;

/** Finds pages, entities by name and what can be done here, from one field (Ctrl K). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { groups, isSearching, error } = useFound(query);
  const [recent, storeRecent] = useStored(RECENT_ITEMS_KEY, parseRecentItems, JSON.stringify);
  const router = useRouter();
  const open = (item: RecentItem) => () => {
    storeRecent(withRecent(recent, item));
    router.history.push(item.href);
  };
  const pages = usePageChoices(open);
  const acts = useActChoices();
  const sections = [
    ...(query.trim() === '' ? [recentSection(recent, open)] : []),
    { id: 'pages', title: 'Pages', choices: narrow(pages, query) },
    ...groups.map((group) => foundSection(group, open)),
    { id: 'commands', title: 'Commands', choices: narrow(acts, query) },
  ].filter(({ choices }) => choices.length > 0);
  const pick = ({ id }: PaletteItem) => {
    const choice = sections.flatMap(({ choices }) => choices).find(({ item }) => item.id === id);
    onClose();
    choice?.perform();
  };
  return (
    <Palette
      label="Find anything"
      placeholder="A page, a check, a command"
      query={query}
      onQuery={setQuery}
      sections={sections.map<PaletteSection>(({ id, title, choices }) => ({
        id,
        title,
        items: choices.map(({ item }) => item),
      }))}
      onPick={pick}
      onClose={onClose}
      note={noteOf(sections, isSearching, error)}
    />
  );
}

function noteOf(sections: readonly ChoiceSection[], isSearching: boolean, error: Error | null): string {
  if (error) return `Names could not be searched: ${failureText(error)}`;
  if (isSearching) return 'Searching …';
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0);
  return count === 0 ? 'Nothing matches' : count === 1 ? '1 choice' : `${count} choices`;
}

/** The choices that answer a query, best first; all of them in their own order for none. */
function narrow(choices: readonly (Choice & { keywords: string })[], query: string): Choice[] {
  if (query.trim() === '') return [...choices];
  const words = ({ item, keywords }: Choice & { keywords: string }) => ({
    name: item.label.toLowerCase(),
    further: keywords.toLowerCase(),
  });
  return bestOf(choices, query, words, choices.length);
}

function usePageChoices(open: (item: RecentItem) => () => void) {
  const { main, settings } = useShownEntries();
  return [...main, ...settings].map(({ label, href, icon: Mark, group, keywords = '', shortcut }) => ({
    keywords: `${keywords} ${group}`,
    item: {
      id: `page ${href}`,
      label,
      icon: <Mark size={ICON_PX} />,
      ...(group === 'settings' ? { hint: 'Settings' } : {}),
      ...(shortcut ? { keys: keyNames(shortcut) } : {}),
    },
    perform: open({ label, href, ...(group === 'settings' ? { hint: 'Settings' } : {}) }),
  }));
}

function useActChoices() {
  const commands = useCommandList();
  return useMemo(
    () =>
      commands
        .filter(({ listedOnly, isWay, id }) => !listedOnly && !isWay && id !== 'palette')
        .filter(({ title }, index, all) => all.findIndex((other) => other.title === title) === index)
        .map(({ id, title, icon, keywords = '', shortcut, perform }) => ({
          keywords,
          item: {
            id: `command ${id}`,
            label: title,
            icon: icon ?? <CornerDownLeft size={ICON_PX} />,
            ...(shortcut ? { keys: keyNames(shortcut) } : {}),
          },
          perform,
        })),
    [commands],
  );
}

function recentSection(recent: readonly RecentItem[], open: (item: RecentItem) => () => void): ChoiceSection {
  return {
    id: 'recent',
    title: 'Recent',
    choices: recent.map((one) => ({
      item: {
        id: `recent ${one.href}`,
        label: one.label,
        icon: one.icon ? <Icon name={one.icon} /> : <History size={ICON_PX} />,
        ...(one.hint ? { hint: one.hint } : {}),
      },
      perform: open(one),
    })),
  };
}

function foundSection({ kind, found }: FoundGroup, open: (item: RecentItem) => () => void): ChoiceSection {
  return {
    id: kind.kind,
    title: kind.title,
    choices: found.map((one) => {
      const icon = one.icon || one.type;
      const hint = [one.type, one.namespace].filter(Boolean).join(' · ');
      const href = kind.href(one);
      return {
        item: { id: `${kind.kind} ${one.id}`, label: one.name, icon: <Icon name={icon} />, hint },
        perform: open({ label: one.name, href, hint, icon }),
      };
    }),
  };
}
