import { type RelationName, type Relations, relationTables } from '@quarterdeck/contract';
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Http, RequestOptions } from './http.ts';
import { keepRows } from './keep-rows.ts';

/** What a filter can be compared with. */
type Value = string | number | boolean;
type Column<Row> = keyof Row & string;
type Direction = 'asc' | 'desc' | 'desc.nullslast' | 'asc.nullsfirst';

/** Rows of one page and, where it was counted, the total over all pages. */
export interface Page<Row> {
  rows: Row[];
  total: number | undefined;
}

export interface ListOptions {
  /** Tables of embedded rows: the list is read again when they change as well. */
  alsoOf?: readonly string[];
  /** The page shows failures itself, so no toast does. */
  quiet?: boolean;
  staleTime?: number;
}

/** One request of the REST dialect, built step by step; each step answers a new one (contract calls §2). */
export interface DbQuery<Row> {
  select<C extends Column<Row>>(...columns: C[]): DbQuery<Pick<Row, C>>;
  /** A select with embedded rows or JSON paths, as text; the caller names the shape of the rows. */
  selectAs<Shape>(select: string): DbQuery<Shape>;
  eq(column: Column<Row>, value: Value): DbQuery<Row>;
  is(column: Column<Row>, value: 'null' | 'true' | 'false'): DbQuery<Row>;
  in(column: Column<Row>, values: readonly Value[]): DbQuery<Row>;
  /** `*` stands for any text. */
  ilike(column: Column<Row>, pattern: string): DbQuery<Row>;
  gt(column: Column<Row>, value: Value): DbQuery<Row>;
  gte(column: Column<Row>, value: Value): DbQuery<Row>;
  lt(column: Column<Row>, value: Value): DbQuery<Row>;
  lte(column: Column<Row>, value: Value): DbQuery<Row>;
  /** The extension filter: values by comma, `!` before one excludes it. An empty text narrows nothing. */
  filter(column: Column<Row>, expression: string | undefined): DbQuery<Row>;
  /** Any other parameter: `or`, `and`, a JSON path. */
  where(name: string, expression: string): DbQuery<Row>;
  order(column: Column<Row>, direction?: Direction): DbQuery<Row>;
  limit(rows: number): DbQuery<Row>;
  /** A page from 0; parameters are left out when both are 0. */
  page(index: number, size: number): DbQuery<Row>;
  /** Asks for the exact total over all pages. */
  count(): DbQuery<Row>;
  /** The address of the request. */
  path(): string;
  rows(options?: RequestOptions): Promise<Row[]>;
  list(options?: RequestOptions): Promise<Page<Row>>;
  first(options?: RequestOptions): Promise<Row | null>;
  /** For `useQuery`: keyed by relation and address, read again when live events tell of its tables. */
  options(options?: ListOptions): ReturnType<typeof listOptions<Row>>;
  insert(values: object | readonly object[]): Promise<Row[]>;
  patch(values: object): Promise<Row[]>;
  delete(): Promise<Row[]>;
}

/** Begins a request about a relation under `/api/db`. */
export type Db = <Name extends RelationName>(relation: Name) => DbQuery<Relations[Name]>;

/** What the cache knows of a query: read by live events and by the reactions to failures. */
export interface QueryMeta extends Record<string, unknown> {
  /** Tables it is made of. */
  tables?: readonly string[];
  quiet?: boolean;
}

interface State {
  relation: RelationName;
  params: readonly (readonly [string, string])[];
  count: boolean;
}

/** Writes with `Prefer: return=representation` (spec 000 §7). */
const WRITE: RequestOptions = { headers: { Prefer: 'return=representation' } };
const COUNTED = { Prefer: 'count=exact' };
const SPECIAL = /[\s,.:()"\\]/;

/** A value inside `in.(…)`, in quotes where it could be read otherwise. */
function quoted(value: Value): string {
  const text = String(value);
  return text === '' || SPECIAL.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

/** The total of a `content-range` header (`0-49/1234`); undefined where the server did not count. */
export function totalOfContentRange(header: string | null): number | undefined {
  const total = header?.split('/')[1];
  return total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined;
}

/** The key of queries of a relation; with an address that of one. */
export function relationKey(relation: RelationName, path?: string): QueryKey {
  return path === undefined ? ['db', relation] : ['db', relation, path];
}

function listOptions<Row>(query: DbQuery<Row>, relation: RelationName, options: ListOptions = {}) {
  const { alsoOf = [], quiet = true, staleTime } = options;
  const meta: QueryMeta = { tables: [...(relationTables[relation] ?? [relation]), ...alsoOf], quiet };
  return queryOptions<Page<Row>>({
    queryKey: relationKey(relation, query.path()),
    queryFn: ({ signal }) => query.list({ signal }),
    structuralSharing: keepRows,
    placeholderData: keepPreviousData,
    meta,
    ...(staleTime === undefined ? {} : { staleTime }),
  });
}

/** Makes the builder of requests to the REST dialect. */
export function createDb(http: Http): Db {
  function build<Row>(state: State): DbQuery<Row> {
    const step = (name: string, value: string): DbQuery<Row> =>
      build({ ...state, params: [...state.params, [name, value]] });
    const set = (name: string, value: string): State => ({
      ...state,
      params: [...state.params.filter(([held]) => held !== name), [name, value]],
    });
    const compare =
      (operator: string) =>
      (column: string, value: Value): DbQuery<Row> =>
        step(column, `${operator}.${value}`);
    const query: DbQuery<Row> = {
      select: (...columns) => build(columns.length === 0 ? state : set('select', columns.join(','))),
      selectAs: (select) => build(set('select', select)),
      eq: compare('eq'),
      is: compare('is'),
      in: (column, values) => step(column, `in.(${values.map(quoted).join(',')})`),
      ilike: compare('ilike'),
      gt: compare('gt'),
      gte: compare('gte'),
      lt: compare('lt'),
      lte: compare('lte'),
      filter: (column, expression) => (expression ? step(`${column}.filter`, expression) : query),
      where: step,
      order(column, direction = 'asc') {
        const held = state.params.find(([name]) => name === 'order')?.[1];
        return build(set('order', [held, `${column}.${direction}`].filter(Boolean).join(',')));
      },
      limit: (rows) => build(set('limit', String(rows))),
      page(index, size) {
        if (index === 0 && size === 0) return query;
        return build<Row>(set('limit', String(size))).where('offset', String(index * size));
      },
      count: () => build({ ...state, count: true }),
      path() {
        const params = new URLSearchParams(state.params.map(([name, value]) => [name, value])).toString();
        return `/api/db/${state.relation}${params === '' ? '' : `?${params}`}`;
      },
      rows: (options) => http.get<Row[]>(query.path(), options),
      async list(options) {
        const headers = state.count ? { ...options?.headers, ...COUNTED } : options?.headers;
        const { body, contentRange } = await http.getWithRange<Row[]>(query.path(), {
          ...options,
          ...(headers ? { headers } : {}),
        });
        return { rows: body, total: state.count ? totalOfContentRange(contentRange) : undefined };
      },
      first: async (options) => (await query.limit(1).rows(options))[0] ?? null,
      options: (options) => listOptions(query, state.relation, options),
      insert: (values) => http.post<Row[]>(query.path(), values, WRITE),
      patch: (values) => http.patch<Row[]>(filtered(query, state), values, WRITE),
      delete: () => http.delete<Row[]>(filtered(query, state), WRITE),
    };
    return query;
  }
  return (relation) => build({ relation, params: [], count: false });
}

/** The address of a change; a change without a filter would be one of all rows, and is a fault of the caller. */
function filtered<Row>(query: DbQuery<Row>, state: State): string {
  const narrows = state.params.some(([name]) => !['select', 'order', 'limit', 'offset'].includes(name));
  if (!narrows) throw new Error(`A change of ${state.relation} names no rows`);
  return query.path();
}
