import { LinkProvider } from '@quarterdeck/ui';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import {
  type HealthSearch,
  parseHealthSearch,
  parseQueryString,
  writeQueryString,
} from '../features/health/model/search.ts';
import { HealthPage, type SetHealthSearch } from '../features/health/pages/HealthPage.tsx';
import { RouterLink } from './RouterLink.tsx';
import { Shell } from './Shell.tsx';
import { ErrorPage, NotFoundPage } from './StatePages.tsx';

const rootRoute = createRootRoute({
  component: () => (
    <LinkProvider link={RouterLink}>
      <Outlet />
    </LinkProvider>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/health', replace: true });
  },
});

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/health',
  validateSearch: parseHealthSearch,
  component: function HealthRoute() {
    const search = useHealthSearch(healthRoute.useSearch());
    const setSearch = useSetSearch('/health');
    return (
      <Shell page="health" title="Health">
        <HealthPage search={search} setSearch={setSearch} />
      </Shell>
    );
  },
});

const viewHealthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/view/health',
  validateSearch: parseHealthSearch,
  component: function ViewHealthRoute() {
    const search = useHealthSearch(viewHealthRoute.useSearch());
    const setSearch = useSetSearch('/view/health');
    return (
      <Shell page="health" title="Health" bare>
        <HealthPage search={search} setSearch={setSearch} />
      </Shell>
    );
  },
});

/**
 * Every part of the design system in every state, for those who build it and for the tests that walk it. Its own chunk,
 * in no navigation: who does not type the address never loads it.
 */
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/__gallery',
  component: lazyRouteComponent(() => import('@quarterdeck/ui/gallery'), 'Gallery'),
});

/** The router lays what a route understood over the raw parameters, so what was left out comes back: read again. */
function useHealthSearch(raw: HealthSearch): HealthSearch {
  return useMemo(() => parseHealthSearch({ ...raw }), [raw]);
}

function useSetSearch(to: '/health' | '/view/health'): SetHealthSearch {
  const navigate = useNavigate();
  return useCallback(
    (change, options) => {
      void navigate({ to, search: (held) => change(parseHealthSearch(held)), replace: options?.replace ?? false });
    },
    [navigate, to],
  );
}

const routeTree = rootRoute.addChildren([indexRoute, healthRoute, viewHealthRoute, galleryRoute]);

/** Makes the router. The address carries plain texts; maps are JSON. `history` is given by tests. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    parseSearch: parseQueryString,
    stringifySearch: writeQueryString,
    defaultErrorComponent: ErrorPage,
    ...(history ? { history } : {}),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
