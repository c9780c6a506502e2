import type { ViewSummaryRow } from '@quarterdeck/contract';
import { Icon } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { LayoutDashboard } from 'lucide-react';
import { useMemo } from 'react';
import { useAccess } from '../data/access.ts';
import { useBootstrap, useConsole } from '../data/context.ts';
import type { Db } from '../data/db.ts';
import { type NavigationEntry, type ShownEntries, shownEntries } from './navigation.ts';
import { usePagePaths } from './pages-context.ts';

const NOTHING: ShownEntries = { main: [], settings: [] };
const VIEW_PAGE = '/views/$id';

/** The views that are flagged for the sidebar, by ordinal, then title (contract calls §11.1). */
function sidebarViews(db: Db) {
  return db('views_summary')
    .eq('sidebar', true)
    .select('id', 'name', 'namespace', 'title', 'icon', 'ordinal')
    .order('ordinal')
    .order('title')
    .options();
}

type View = Pick<ViewSummaryRow, 'id' | 'name' | 'title' | 'icon'>;

function viewEntry({ id, name, title, icon }: View): NavigationEntry {
  return {
    label: title || name,
    href: `/views/${id}`,
    icon: icon ? ({ size = 16 }) => <Icon name={icon} size={Number(size)} /> : LayoutDashboard,
    feature: 'views',
    resource: 'database',
    group: 'main',
    keywords: 'view',
  };
}

/** The entries of the navigation that the person is shown, views included; none before their rights are known. */
export function useShownEntries(): ShownEntries {
  const { db } = useConsole();
  const access = useAccess();
  const paths = usePagePaths();
  const server = useBootstrap().data;
  const hasViews = paths.has(VIEW_PAGE) && access?.can('database') === true && !access.isOff('views');
  const views = useQuery({ ...sidebarViews(db), enabled: hasViews }).data?.rows;
  return useMemo(() => {
    if (!access) return NOTHING;
    const shown = shownEntries(access, paths, server);
    return hasViews && views ? { ...shown, main: [...shown.main, ...views.map(viewEntry)] } : shown;
  }, [access, paths, server, hasViews, views]);
}
