import type { RowsChanged } from '@quarterdeck/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Page, QueryMeta } from './db.ts';
import { keyOfRow } from './keep-rows.ts';

/** A burst of events is gathered for so long before a query is read again. */
const GATHER_MS = 200;
/** A query is read again for events at most this often. */
const APART_MS = 1000;

export interface FollowDependencies {
  client: QueryClient;
  later: (ms: number, run: () => void) => void;
  now: () => number;
}

function tablesOf(query: Query): readonly string[] {
  return (query.meta as QueryMeta | undefined)?.tables ?? [];
}

/** Takes rows out of a held list, so that what is gone leaves at once. */
export function withoutRows<T extends object>(
  page: Page<T> | undefined,
  ids: ReadonlySet<string>,
): Page<T> | undefined {
  if (!page) return page;
  const rows = page.rows.filter((row) => !ids.has(keyOfRow(row) ?? ''));
  const gone = page.rows.length - rows.length;
  if (gone === 0) return page;
  return { rows, total: page.total === undefined ? undefined : page.total - gone };
}

/** Whether what a query holds is a list of rows. */
export function holdsRows(query: Query): boolean {
  const data: unknown = query.state.data;
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}

/**
 * Makes the function that keeps queries true to their tables (`meta.tables`): deleted rows leave held lists at once, and
 * a query is read again soon after a change, gathered and at most once a second. One that nobody looks at is only marked
 * as stale.
 */
export function createTableFollower({ client, later, now }: FollowDependencies): (change: RowsChanged) => void {
  const readAt = new Map<string, number>();
  const waiting = new Set<string>();

  const readSoon = (query: Query): void => {
    const hash = query.queryHash;
    if (waiting.has(hash)) return;
    if (!query.isActive()) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' });
      readAt.delete(hash);
      return;
    }
    waiting.add(hash);
    const at = Math.max(now() + GATHER_MS, (readAt.get(hash) ?? Number.NEGATIVE_INFINITY) + APART_MS);
    later(at - now(), () => {
      waiting.delete(hash);
      readAt.set(hash, now());
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
  };

  return ({ table, kind, ids }) => {
    for (const query of client.getQueryCache().findAll({ predicate: (one) => tablesOf(one).includes(table) })) {
      if (kind === 'delete' && ids && tablesOf(query)[0] === table && holdsRows(query)) {
        client.setQueryData<Page<object>>(query.queryKey, (held) => withoutRows(held, new Set(ids)));
      }
      readSoon(query);
    }
  };
}
