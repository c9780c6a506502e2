import { Navigate } from '@tanstack/react-router';
import { useAccess } from '../data/access.ts';
import { shownEntries } from './navigation.ts';
import { usePagePaths } from './pages-context.ts';
import { UnauthorizedPage } from './StatePages.tsx';

/** `/` leads to the first page that the person may see (spec 000 §2: the dashboard, once there is one). */
export function FirstPage() {
  const access = useAccess();
  const paths = usePagePaths();
  if (!access) return null;
  // A view of the sidebar is no first page: it would have to be read first. So would the mode of the server.
  const { main, settings } = shownEntries(access, paths, undefined);
  const first = main[0] ?? settings[0];
  return first ? <Navigate to={first.href} replace /> : <UnauthorizedPage />;
}
