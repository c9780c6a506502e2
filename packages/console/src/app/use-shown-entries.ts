import { useMemo } from 'react';
import { useAccess } from '../data/access.ts';
import { shownEntries } from './navigation.ts';
import { usePagePaths } from './pages-context.ts';

const NOTHING = { main: [], settings: [] };

/** The entries of the navigation that the person is shown; none before their rights are known. */
export function useShownEntries(): ReturnType<typeof shownEntries> {
  const access = useAccess();
  const paths = usePagePaths();
  return useMemo(() => (access ? shownEntries(access, paths) : NOTHING), [access, paths]);
}
