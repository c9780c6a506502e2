import type { Crumb } from '@quarterdeck/ui';
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/** What a page says about itself in the top bar. */
export interface PageHead {
  title: string;
  /** The way here: the section first, this page last. Without it the title stands alone. */
  crumbs?: readonly Crumb[];
}

/** Holds the head of the page that is open, and the place in the top bar for its own controls. */
export interface HeadStore {
  read(): PageHead | undefined;
  set(head: PageHead | undefined): void;
  extras: { read(): HTMLElement | null; set(element: HTMLElement | null): void };
  subscribe(listener: () => void): () => void;
}

/** Makes an empty store. */
export function createHeadStore(): HeadStore {
  const listeners = new Set<() => void>();
  let head: PageHead | undefined;
  let place: HTMLElement | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    read: () => head,
    set(next) {
      head = next;
      tell();
    },
    extras: {
      read: () => place,
      set(element) {
        place = element;
        tell();
      },
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const HeadContext = createContext<HeadStore | undefined>(undefined);

/** Gives the store to the pages inside. */
export function HeadProvider({ store, children }: { store: HeadStore; children: ReactNode }) {
  return <HeadContext value={store}>{children}</HeadContext>;
}

function useHeadStore(): HeadStore {
  const store = use(HeadContext);
  if (!store) throw new Error('The page head context provider is missing');
  return store;
}

/** The head of the open page; undefined where the page leaves it to its route. */
export function useOpenHead(): PageHead | undefined {
  const store = useHeadStore();
  return useSyncExternalStore(store.subscribe, store.read);
}

/** Says the title, the breadcrumb and the refresh of the calling page. Pass a head that is made once per change. */
export function usePageHead(head: PageHead): void {
  const store = useHeadStore();
  useLayoutEffect(() => store.set(head), [store, head]);
  useEffect(() => () => store.set(undefined), [store]);
}

/** Puts controls of the page into the top bar, after its title. */
export function TopBarExtras({ children }: { children: ReactNode }) {
  const { subscribe, extras } = useHeadStore();
  const place = useSyncExternalStore(subscribe, extras.read);
  return place && createPortal(children, place);
}

/** The place in the top bar that {@link TopBarExtras} fills. */
export function ExtrasPlace() {
  const store = useHeadStore();
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    store.extras.set(element);
    return () => store.extras.set(null);
  }, [store, element]);
  return <div ref={setElement} className="qd-top-extras" />;
}
