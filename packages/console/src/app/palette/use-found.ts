import { type FoundResource, type ResourceSearchAnswer, type SearchedKind, searchedKinds } from '@quarterdeck/contract';
import { rank } from '@quarterdeck/ui';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAccess } from '../../data/access.ts';
import { useConsole } from '../../data/context.ts';
import { queryKeys } from '../../data/keys.ts';
import type { Summary } from '../../data/summary.ts';
import { displayName } from '../../features/health/model/names.ts';
import { usePagePaths } from '../pages-context.ts';
import { type FoundKind, foundKinds } from './kinds.ts';

/** The pause before the server is asked (spec 001 §9: 300 ms for resources). */
const SEARCH_DELAY_MS = 300;
const MOST_OF_A_KIND = 8;
const FRESH_MS = 30_000;
const KEY = 'found';

/** What was found of a kind, best first. */
export interface FoundGroup {
  kind: FoundKind;
  found: readonly FoundResource[];
}

/** A search for names that hold each word anywhere; what the language of searches would read otherwise is escaped. */
export function nameSearch(text: string): string {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/%/g, '%25').replace(/,/g, '%2C').replace(/\*/g, '%2A').replace(/["\\]/g, '\\$&'))
    .map((word) => `name="*${word}*"`)
    .join(' ');
}

function bodyFor(kinds: readonly FoundKind[], text: string): object {
  const selectors = kinds.map(({ kind }) => [kind, [{ agent: 'all', search: nameSearch(text) }]]);
  return { limit: MOST_OF_A_KIND, ...Object.fromEntries(selectors) };
}

/** The checks of the summary, where it is held: found also by the name of their canary. */
function summaryChecks(client: QueryClient): FoundResource[] {
  const held = client.getQueryData<Summary>(queryKeys.summary)?.checks ?? [];
  return held.map((check) => ({
    id: check.id,
    agent: 'local',
    name: displayName(check),
    namespace: [check.namespace, check.canary_name].filter(Boolean).join(' · '),
    type: check.type,
    ...(check.icon ? { icon: check.icon } : {}),
  }));
}

/** Lists of found things together, each thing once; the first of one stands. */
function union(answers: readonly ResourceSearchAnswer[]): ResourceSearchAnswer {
  const known: Partial<Record<SearchedKind, Map<string, FoundResource>>> = {};
  for (const answer of answers) {
    for (const kind of searchedKinds) {
      const byId = known[kind] ?? new Map<string, FoundResource>();
      for (const one of answer[kind] ?? []) if (!byId.has(one.id)) byId.set(one.id, one);
      known[kind] = byId;
    }
  }
  return Object.fromEntries(Object.entries(known).map(([kind, byId]) => [kind, [...byId.values()]]));
}

/** What earlier searches found: it answers while the server has not. */
function earlierAnswers(client: QueryClient): ResourceSearchAnswer[] {
  return client.getQueriesData<ResourceSearchAnswer>({ queryKey: [KEY] }).map(([, answer]) => answer ?? {});
}

function best(list: readonly FoundResource[], query: string): FoundResource[] {
  return list
    .map((one) => ({ one, at: rank(query, one.name, `${one.namespace} ${one.type}`) }))
    .filter(({ at }) => at !== undefined)
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.one.name.localeCompare(b.one.name, 'en'))
    .slice(0, MOST_OF_A_KIND)
    .map(({ one }) => one);
}

/**
 * Entities by name across the kinds that have a page: what earlier searches found at once, then the answer of
 * POST /api/resources/search when the person pauses.
 */
export function useFound(text: string): { groups: FoundGroup[]; isSearching: boolean; error: Error | null } {
  const { http } = useConsole();
  const client = useQueryClient();
  const paths = usePagePaths();
  const access = useAccess();
  const kinds = useMemo(
    () => (access?.can('database') ? foundKinds.filter(({ page }) => paths.has(page)) : []),
    [paths, access],
  );
  const query = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const search = useQuery({
    queryKey: [KEY, asked],
    queryFn: ({ signal }) =>
      http.post<ResourceSearchAnswer>('/api/resources/search', bodyFor(kinds, asked), { signal }),
    enabled: asked !== '' && asked === query && kinds.length > 0,
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
  const answer = search.data;
  const groups = useMemo(() => {
    if (query === '') return [];
    const earlier = answer && asked === query ? [answer] : earlierAnswers(client);
    const known = union([{ checks: summaryChecks(client) }, ...earlier]);
    return kinds
      .map((kind) => ({ kind, found: best(known[kind.kind] ?? [], query) }))
      .filter(({ found }) => found.length > 0);
  }, [client, kinds, query, asked, answer]);
  const isSearching = query !== '' && kinds.length > 0 && (asked !== query || search.isPending);
  return { groups, isSearching: isSearching && !search.isError, error: asked === query ? search.error : null };
}
