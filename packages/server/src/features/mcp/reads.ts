import { AppError, type SearchedKind } from '@quarterdeck/contract';
import type { Rest } from '@quarterdeck/restql';
import { type Authz, type Caller, runUnnamed } from '../../platform/index.ts';
import type { SearchService } from '../search/service.ts';
import { tellRows } from './tell.ts';
import type { Told } from './tool.ts';

/** A row of the REST dialect. */
export type Row = Record<string, unknown>;

/** What the tools read by: the REST dialect and the search, so that a caller sees here what they see there. */
export interface Reads {
  /** Whether any row of a relation may be read. */
  may(caller: Caller, relation: string): boolean;
  /**
   * Rows of a relation, or the answer of a function (`rpc/<name>`).
   *
   * @throws AppError ACCESS_DENIED, DATABASE_UNAVAILABLE
   */
  rows(caller: Caller, path: string, query: Readonly<Record<string, string>>): Promise<Row[]>;
  /**
   * The rows of a relation that a search text finds, in the order of the search.
   *
   * @throws AppError ACCESS_DENIED, SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE, SEARCH_LIMIT
   */
  search(caller: Caller, search: SearchOf): Promise<Row[]>;
}

/** A search, and what is told of what it finds. */
export interface SearchOf {
  kind: SearchedKind;
  text: string;
  limit: number;
  /** The relation that is read, by its `id`. */
  relation: string;
  columns: string;
}

/** Makes the reads. */
export function createReads(authz: Pick<Authz, 'policyFor'>, rest: Rest, resources: SearchService): Reads {
  const rows: Reads['rows'] = async (caller, path, query) => {
    const request = { method: 'GET', path, query: String(new URLSearchParams(query)), headers: {}, body: null };
    const { status, body, denied } = await runUnnamed(() => rest.handle(request, authz.policyFor(caller)));
    if (denied !== undefined) {
      const { object, action, rule } = denied;
      throw new AppError('ACCESS_DENIED', { details: { object, action, ...(rule === null ? {} : { rules: [rule] }) } });
    }
    if (status >= 300) throw new Error(`${path} answered ${status}: ${body?.slice(0, 500)}`);
    return JSON.parse(body ?? '[]') as Row[]; // made by PostgreSQL, an array of rows
  };
  return {
    may: (caller, relation) => authz.policyFor(caller).relation(relation, 'read').kind === 'allowed',
    rows,
    async search(caller, { kind, text, limit, relation, columns }) {
      const selectors = { [kind]: [{ agent: 'all', search: text }] };
      const ids = ((await resources.find(caller, { limit, selectors }))[kind] ?? []).map(({ id }) => id);
      if (ids.length === 0) return [];
      const found = await rows(caller, relation, { id: `in.(${ids.join(',')})`, select: columns });
      const byId = new Map(found.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
    },
  };
}

/** What a tool does that tells the rows which a search text finds. */
export function findRows(reads: Pick<Reads, 'search'>, of: Omit<SearchOf, 'text' | 'limit'>) {
  return async (caller: Caller, { query, limit }: { query: string; limit: number }): Promise<Told> =>
    tellRows(await reads.search(caller, { ...of, text: query, limit }));
}
