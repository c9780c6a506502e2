import type { CheckSummary, FoundResource, ResourceSearchAnswer, SearchedKind } from '@quarterdeck/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useAccess } from '../../data/access.ts';
import { useConsole } from '../../data/context.ts';
import { queryKeys } from '../../data/keys.ts';
import type { Summary } from '../../data/summary.ts';
import { checkKeys, displayName } from '../../features/health/model/names.ts';
import { usePagePaths } from '../pages-context.ts';
import { bestOf, type Findable } from './best.ts';
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

const wordsOfCheck = new WeakMap<CheckSummary, Findable>();

/** By what a check of the summary is found, the name of its canary included; kept as long as the check object is. */
function checkWords(check: CheckSummary): Findable {
  const known = wordsOfCheck.get(check);
  if (known) return known;
  const further = [check.namespace, check.canary_name, check.type].join(' ').toLowerCase();
  const words = { name: checkKeys(check).sortName, further };
  wordsOfCheck.set(check, words);
  return words;
}

function heldChecks(client: QueryClient): readonly CheckSummary[] {
  return client.getQueryData<Summary>(queryKeys.summary)?.checks ?? [];
}

function checkResource(check: CheckSummary): FoundResource {
  return {
    id: check.id,
    agent: 'local',
    name: displayName(check),
    namespace: [check.namespace, check.canary_name].filter(Boolean).join(' · '),
    type: check.type,
    ...(check.icon ? { icon: check.icon } : {}),
  };
}

function foundWords({ name, namespace, type }: FoundResource): Findable {
  return { name: name.toLowerCase(), further: `${namespace} ${type}`.toLowerCase() };
}

/** The best of what is known of a kind: the checks of the summary, where it is held, and what searches answered. */
function bestOfKind(
  kind: SearchedKind,
  query: string,
  checks: readonly CheckSummary[],
  answers: readonly ResourceSearchAnswer[],
): FoundResource[] {
  const known = new Map<string, FoundResource>();
  if (kind === 'checks') {
    for (const check of bestOf(checks, query, checkWords, MOST_OF_A_KIND)) known.set(check.id, checkResource(check));
  }
  for (const answer of answers) {
    for (const one of answer[kind] ?? []) if (!known.has(one.id)) known.set(one.id, one);
  }
  return bestOf(known.values(), query, foundWords, MOST_OF_A_KIND);
}

/** What earlier searches found: it answers while the server has not. */
function earlierAnswers(client: QueryClient): ResourceSearchAnswer[] {
  return client.getQueriesData<ResourceSearchAnswer>({ queryKey: [KEY] }).map(([, answer]) => answer ?? {});
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
  // Made ready while the person reaches for the first letter.
  useEffect(() => {
    const timer = setTimeout(() => heldChecks(client).forEach(checkWords));
    return () => clearTimeout(timer);
  }, [client]);
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
    const answers = answer && asked === query ? [answer] : earlierAnswers(client);
    const checks = heldChecks(client);
    return kinds
      .map((kind) => ({ kind, found: bestOfKind(kind.kind, query, checks, answers) }))
      .filter(({ found }) => found.length > 0);
  }, [client, kinds, query, asked, answer]);
  const isSearching = query !== '' && kinds.length > 0 && (asked !== query || search.isPending);
  return { groups, isSearching: isSearching && !search.isError, error: asked === query ? search.error : null };
}
