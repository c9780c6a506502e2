import type { AccessResource, Feature } from '@quarterdeck/contract';
import { Skeleton } from '@quarterdeck/ui';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { Right } from '../data/access.ts';
import type { ConsoleServices } from '../data/context.ts';
import { lazyPart } from './lazy-part.tsx';

/** The parameters that a path names: `/settings/canaries/$id` has `id`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `$${infer Name}`
    ? { [K in Name]: string }
    : unknown;

/** Changes the address of the page; `replace` leaves no step for Back. */
export type SetSearch<Search> = (change: (held: Search) => Search, options?: { replace?: boolean }) => void;

/** What every page is given: the parts of its path, its state in the address, and the way to change that. */
export interface PageProps<Search = Record<string, unknown>, Path extends string = string> {
  params: PathParams<Path>;
  search: Search;
  setSearch: SetSearch<Search>;
}

/** Who may come, and when the page is there at all. */
export interface PageGate {
  feature?: Feature;
  resource?: AccessResource;
  /** Default: `read`. */
  right?: Right;
}

/** A page as its route draws it: its state are the texts of the address as they are. */
export type PageComponent<Path extends string = string> = ComponentType<PageProps<Record<string, unknown>, Path>>;

export interface PageSpec<Path extends string> extends PageGate {
  /** From the root; `$name` stands for one part. */
  path: Path;
  /** The heading, and the browser's title, until the page says otherwise by `usePageHead`. */
  title: string;
  /** Without the sidebar. */
  bare?: boolean;
  /** The page in a chunk of its own, with what reads its address (`withSearch`). */
  load: () => Promise<PageComponent<Path>>;
  /** Begins to read what the page will need, while its script is still on its way. */
  prefetch?: (services: ConsoleServices, client: QueryClient) => void;
}

/** Gives a page its state in the address as `parse` reads it: total, what is not understood is left out. */
export function withSearch<Search extends object, Path extends string = string>(
  parse: (raw: Record<string, unknown>) => Search,
  Body: ComponentType<PageProps<Search, Path>>,
): PageComponent<Path> {
  return function ParsedPage({ params, search: raw, setSearch: setRaw }) {
    const search = useMemo(() => parse(raw), [raw]);
    const setSearch = useMemo<SetSearch<Search>>(
      () => (change, options) => setRaw((held) => Object.fromEntries(Object.entries(change(parse(held)))), options),
      [setRaw],
    );
    return <Body params={params} search={search} setSearch={setSearch} />;
  };
}

/** The state of a route as the router holds it. */
export interface RawPageProps {
  raw: Record<string, unknown>;
  params: Record<string, string>;
  setRaw: SetSearch<Record<string, unknown>>;
}

/** A page as the router, the shell and the palette know it. */
export interface Page extends PageGate {
  path: string;
  title: string;
  bare: boolean;
  /** Loads its script, once. */
  preload: () => void;
  prefetch?: PageSpec<string>['prefetch'];
  render: (props: RawPageProps) => ReactNode;
}

/** Declares a page. A feature lists its pages in `routes.ts`, and `app/pages.ts` lists the features. */
export function definePage<const Path extends string>(spec: PageSpec<Path>): Page {
  const { path, title, bare = false, load, prefetch, feature, resource, right } = spec;
  const Body = lazyPart<PageProps<Record<string, unknown>, Path>>(load, <Skeleton label={`Loading ${title}`} />);
  return {
    path,
    title,
    bare,
    ...(feature ? { feature } : {}),
    ...(resource ? { resource } : {}),
    ...(right ? { right } : {}),
    ...(prefetch ? { prefetch } : {}),
    preload: () => void Body.preload().catch(() => undefined),
    render: ({ raw, params, setRaw }) => <Body params={params as PathParams<Path>} search={raw} setSearch={setRaw} />,
  };
}
