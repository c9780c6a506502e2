import { AppError, type FoundResource } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { identifier, join, type Sql, sql, toStatement, trusted } from '@quarterdeck/kit';
import type { RowColumn } from '@quarterdeck/restql';
import {
  type CompiledSelector,
  compileSelector,
  type ResourceSelector,
  relationOf,
  type SelectorKind,
} from '@quarterdeck/selectors';

/** One question for the resources of a kind. */
export interface Search {
  kind: SelectorKind;
  selectors: readonly ResourceSelector[];
  /** Most resources of the answer. */
  limit: number;
  /** Of which rows the caller may know; absent: all. */
  rows?: (row: RowColumn) => Sql;
}

/** What a kind shows of a row `r`, and how its rows are ordered unless the search says so. */
interface Shown {
  columns: string;
  order: string;
}

type FoundRow = Omit<FoundResource, 'icon' | 'labels' | 'tags'> & {
  icon: string | null;
  labels: Record<string, string> | null;
  tags: Record<string, string> | null;
};

const BY_NAME = 'lower(r.name collate "C"), r.id';
const SHOWN: Partial<Record<SelectorKind, Shown>> = {
  configs: {
    columns: "r.id, r.icon, r.name, coalesce(r.tags ->> 'namespace', '') as namespace, r.type, r.labels, r.tags",
    order: BY_NAME,
  },
  checks: {
    columns: "r.id, r.icon, r.name, coalesce(r.namespace, '') as namespace, r.type, r.labels, r.labels as tags",
    order: BY_NAME,
  },
  components: {
    columns:
      "r.id, r.icon, r.name, coalesce(r.namespace, '') as namespace, coalesce(r.type, '') as type, r.labels, r.labels as tags",
    order: BY_NAME,
  },
  changes: {
    columns:
      "r.id, null as icon, r.name, coalesce(r.tags ->> 'namespace', '') as namespace, r.type, null as labels, r.tags",
    order: 'r.created_at desc, r.id desc',
  },
};

const column: RowColumn = (name) => sql`r.${identifier(name)}`;

/** The rows of one selector among several: those that it takes with its own order and limit. */
function partOf(kind: SelectorKind, { where, order, limit, offset }: CompiledSelector, shown: Shown): Sql {
  if (limit === null && offset === 0) return where;
  return sql`r.id in (select r.id from ${identifier(relationOf(kind))} r where ${where}
    order by ${order ?? trusted(shown.order)} limit ${limit} offset ${offset})`;
}

function searchSql({ kind, selectors, limit, rows }: Search, nowMs: number): Sql {
  const shown = SHOWN[kind];
  if (shown === undefined) throw new Error(`${kind} cannot be searched`);
  const compiled = selectors.map((selector) => compileSelector(kind, selector, { nowMs, column }));
  const only = compiled.length === 1 ? compiled[0] : undefined;
  const parts = only === undefined ? compiled.map((one) => partOf(kind, one, shown)) : [only.where];
  const order = only?.order ?? trusted(shown.order);
  return sql`select ${trusted(shown.columns)},
      coalesce((select a.name from agents a where a.id = r.agent_id), '') as agent
    from ${identifier(relationOf(kind))} r
    where (${join(parts, ' or ')}) and ${rows === undefined ? trusted('true') : rows(column)}
    order by ${order} limit ${Math.min(limit, only?.limit ?? limit)} offset ${only?.offset ?? 0}`;
}

/** A row as it is told: what has no value is not there. */
function foundOf({ icon, labels, tags, ...rest }: FoundRow): FoundResource {
  return {
    ...rest,
    ...(icon ? { icon } : {}),
    ...(labels === null ? {} : { labels }),
    ...(tags === null ? {} : { tags }),
  };
}

/** A search as one statement. */
export interface PreparedSearch {
  text: string;
  values: unknown[];
}

const QUERY_CANCELED = '57014';

/** SQL of the search for resources. */
export function createSearchStore(database: Pick<Database, 'transaction'>) {
  return {
    /**
     * Makes the statement that finds the resources that any of the selectors means; there must be one at least.
     *
     * @throws AppError SELECTOR_SYNTAX, SELECTOR_FIELD, SELECTOR_VALUE
     */
    prepare: (search: Search, nowMs: number): PreparedSearch => toStatement(searchSql(search, nowMs)),
    /**
     * Asks all at one connection, each for at most `limitMs`, so that a search through everything holds up nobody.
     *
     * @throws AppError SEARCH_LIMIT
     */
    find(searches: readonly PreparedSearch[], limitMs: number): Promise<FoundResource[][]> {
      return database.transaction(async (client) => {
        await client.query("select set_config('statement_timeout', $1, true)", [String(limitMs)]);
        const found: FoundResource[][] = [];
        for (const search of searches) {
          const { rows } = await client.query<FoundRow>(search).catch((error: unknown) => {
            const isTooLong = error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
            throw isTooLong ? new AppError('SEARCH_LIMIT', { cause: error }) : error;
          });
          found.push(rows.map(foundOf));
        }
        return found;
      });
    },
  };
}
export type SearchStore = ReturnType<typeof createSearchStore>;
