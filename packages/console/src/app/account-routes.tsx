import { FrameSkeleton } from '@quarterdeck/ui';
import type { ComponentType, ReactNode } from 'react';
import { useBootstrap } from '../data/context.ts';
import { hostedRoutes } from '../features/hosted/routes.ts';
import { type SignInRoute, signInRoutes } from '../features/identity/routes.ts';
import { lazyPart } from './lazy-part.tsx';
import { MissingPage, NobodyPage } from './StatePages.tsx';

/** A page outside of the frame: nobody is known there yet, or leaves it. */
export interface AccountRoute {
  path: string;
  component: () => ReactNode;
}

const SKELETON = <FrameSkeleton collapsed={false} bare />;

/** The page at a path in the mode of the server: only that one's script is fetched. */
function accountPage(path: string): () => ReactNode {
  const partOf = (routes: readonly SignInRoute[]): ComponentType => {
    const load = routes.find((route) => route.path === path)?.load;
    return load === undefined ? MissingPage : lazyPart(load, SKELETON);
  };
  const OfHub = partOf(hostedRoutes);
  const OfService = partOf(signInRoutes);
  return function AccountPage() {
    const bootstrap = useBootstrap();
    if (bootstrap.isError) {
      const { error, isFetching, refetch } = bootstrap;
      return <NobodyPage error={error} retrying={isFetching} onRetry={() => void refetch()} />;
    }
    if (!bootstrap.data) return SKELETON;
    return bootstrap.data.mode === 'hosted' ? <OfHub /> : <OfService />;
  };
}

/** The pages of the sign-in and of one's own account, in every mode. */
export const accountRoutes: readonly AccountRoute[] = [
  ...new Set([...signInRoutes, ...hostedRoutes].map(({ path }) => path)),
].map((path) => ({ path, component: accountPage(path) }));
