import { useEffect } from 'react';

export const PRODUCT = 'Quarterdeck';

/** The browser's title of a page. */
function pageTitle(page: string): string {
  return page === '' ? PRODUCT : `${page} | ${PRODUCT}`;
}

/** Sets the browser's title while the calling page is open. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}
