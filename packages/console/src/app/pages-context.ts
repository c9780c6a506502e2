import { createContext, use, useMemo } from 'react';
import type { Page } from './page.tsx';

/** The pages that are registered. */
export const PagesContext = createContext<readonly Page[]>([]);

/** Paths of the registered pages: a link, an entry or a search hit is shown only where one stands. */
export function usePagePaths(): ReadonlySet<string> {
  const pages = use(PagesContext);
  return useMemo(() => new Set(pages.map((page) => page.path)), [pages]);
}

/** The page at a path; undefined where none is registered. */
export function usePageAt(): (path: string) => Page | undefined {
  const pages = use(PagesContext);
  return useMemo(() => {
    const byPath = new Map(pages.map((page) => [page.path, page]));
    return (path) => byPath.get(path);
  }, [pages]);
}
