import { LinkProvider } from '@quarterdeck/ui';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  useLocation,
  useMatches,
} from '@tanstack/react-router';
import { parseQueryString, writeQueryString } from '../data/query-string.ts';
import { accountRoutes } from './account-routes.tsx';
import { FirstPage } from './FirstPage.tsx';
import { PageArea } from './PageArea.tsx';
import type { Page } from './page.tsx';
import { pages as allPages } from './pages.ts';
import { PagesContext } from './pages-context.ts';
import { RouterLink } from './RouterLink.tsx';
import { RedirectPage, redirectOf } from './redirects.tsx';
import { Shell } from './Shell.tsx';
import { ErrorPage, NotFoundPage, SignInErrorPage } from './StatePages.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/** The frame around all pages: it stays while they change. */
function FrameRoute() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  return (
    <Shell page={page}>
      <Outlet />
    </Shell>
  );
}

function PathWithoutPage() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return redirectOf(path) === undefined ? <NotFoundPage /> : <RedirectPage />;
}

function createRouteTree(pages: readonly Page[]) {
  const rootRoute = createRootRoute({
    component: () => (
      <PagesContext value={pages}>
        <LinkProvider link={RouterLink}>
          <Outlet />
        </LinkProvider>
      </PagesContext>
    ),
    errorComponent: ErrorPage,
  });
  const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'frame', component: FrameRoute });
  const pageRoutes: AnyRoute[] = pages.map((page) =>
    createRoute({
      getParentRoute: () => frameRoute,
      path: page.path,
      staticData: { page },
      validateSearch: (raw: Record<string, unknown>) => raw,
      beforeLoad: page.preload,
      component: () => <PageArea page={page} />,
      errorComponent: ErrorPage,
    }),
  );
  return rootRoute.addChildren([
    frameRoute.addChildren([
      createRoute({ getParentRoute: () => frameRoute, path: '/', component: FirstPage }),
      // An address without a page: it leads on, or says so within the frame.
      createRoute({ getParentRoute: () => frameRoute, path: '$', component: PathWithoutPage }),
      ...pageRoutes,
    ]),
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/error',
      validateSearch: (raw: Record<string, unknown>) => ({
        error_code: String(raw.error_code ?? ''),
        id: String(raw.id ?? ''),
      }),
      component: SignInErrorPage,
    }),
    ...accountRoutes.map(({ path, component }) =>
      createRoute({
        getParentRoute: () => rootRoute,
        path,
        validateSearch: (raw: Record<string, unknown>) => raw,
        component,
        errorComponent: ErrorPage,
      }),
    ),
    // Every part of the design system in every state, for those who build it and for the tests that walk it. Its own
    // chunk, in no navigation: who does not type the address never loads it.
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/__gallery',
      component: lazyRouteComponent(() => import('@quarterdeck/ui/gallery'), 'Gallery'),
    }),
  ]);
}

/** Makes the router. The address carries plain texts; maps are JSON. `history` and other pages are given by tests. */
export function createAppRouter(history?: RouterHistory, pages: readonly Page[] = allPages) {
  return createRouter({
    routeTree: createRouteTree(pages),
    parseSearch: parseQueryString,
    stringifySearch: writeQueryString,
    defaultErrorComponent: ErrorPage,
    ...(history ? { history } : {}),
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
