import { useSyncExternalStore } from 'react';
import { GALLERY_PARTS } from './parts.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The kind of parts that the address names; undefined for all. */
export function usePart(): string | undefined {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash.slice(1));
  return GALLERY_PARTS.find(({ id }) => id === hash)?.id;
}
