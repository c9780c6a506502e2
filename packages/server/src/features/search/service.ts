import { AppError, type ResourceSearchAnswer, type SearchedKind, searchedKinds } from '@quarterdeck/contract';
import { relationOf } from '@quarterdeck/selectors';
import type { Caller, Platform } from '../../platform/index.ts';
import { KIND_OF, type SearchRequest, tellingKind } from './request.ts';
import type { Search, SearchStore } from './search-store.ts';

/** What the search is made of. */
export type SearchPlatform = Pick<Platform, 'authz' | 'clock' | 'contact'>;

/** A search through all rows of a large table, which no index serves, may take this long for each kind. */
const LIMIT_MS = 10_000;

/** Finds resources of several kinds, each with the rows that the caller may see (contract catalog §9.4). */
export interface SearchService {
  /**
   * A kind that the caller may not read at all is refused when it is asked for.
   *
   * @throws AppError ACCESS_DENIED, SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE, SEARCH_LIMIT
   */
  find(caller: Caller, request: SearchRequest): Promise<ResourceSearchAnswer>;
}

/** Makes the service. */
export function createSearchService({ authz, clock, contact }: SearchPlatform, store: SearchStore): SearchService {
  /** Which rows of a kind a caller may see. */
  const rowsFor = (caller: Caller, kind: SearchedKind): Pick<Search, 'rows'> => {
    const decision = authz.policyFor(caller).relation(relationOf(KIND_OF[kind]), 'read');
    if (decision.kind === 'allowed') return decision.rows === undefined ? {} : { rows: decision.rows };
    throw new AppError('ACCESS_DENIED', { details: { kind } });
  };
  return {
    async find(caller, { selectors, limit }) {
      const nowMs = clock.now();
      const kinds = searchedKinds.filter((kind) => selectors[kind] !== undefined);
      if (kinds.length === 0) return {};
      const searches = kinds.map((kind) => {
        const search: Search = {
          kind: KIND_OF[kind],
          selectors: selectors[kind] ?? [],
          limit,
          ...rowsFor(caller, kind),
        };
        return tellingKind(kind, () => store.prepare(search, nowMs));
      });
      const found = await contact.use(() => store.find(searches, LIMIT_MS), (kinds.length + 1) * LIMIT_MS);
      const answer: ResourceSearchAnswer = {};
      for (const [place, kind] of kinds.entries()) {
        const list = found[place] ?? [];
        if (list.length > 0) answer[kind] = list;
      }
      return answer;
    },
  };
}
