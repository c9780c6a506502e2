/** What a request of the dialect says, as read from its text. Nothing here has been compared with the schema yet. */

/** A step into a json column: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  arrow: '->' | '->>';
  key: string | number;
}

/** A column, and where in its json. */
export interface FieldPath {
  column: string;
  json: readonly JsonStep[];
}

/** `alias:column->path::cast`; `*` is all columns. */
export interface SelectField {
  kind: 'field';
  field: FieldPath | '*';
  alias: string | null;
  cast: string | null;
  /** `column.sum()`; a bare `count()` has the field `*`. */
  aggregate: { name: 'avg' | 'count' | 'max' | 'min' | 'sum'; cast: string | null } | null;
}

/** `alias:target!hint!inner(…)`; with `spread`, `...target(…)`: the columns join those of the parent. */
export interface SelectEmbed {
  kind: 'embed';
  spread: boolean;
  /** A table, a view, a foreign-key column or a constraint, to be found by the schema. */
  target: string;
  alias: string | null;
  hint: string | null;
  join: 'inner' | 'left' | null;
  /** Empty: it may be filtered by, and is not shown. */
  select: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

/** Operators by their names in a request. */
export const filterOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'isdistinct',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** `column=not.operator(any).value`. `list` is what `in.(…)` and the quantifiers `any` and `all` hold. */
export interface Filter {
  kind: 'filter';
  field: FieldPath;
  negated: boolean;
  operator: FilterOperator;
  quantifier: 'any' | 'all' | null;
  /** Text-search configuration: `fts(english).word`. */
  language: string | null;
  /** The wildcard `*` of like and ilike is `%` here; the text of `is` is `null`, `true`, `false` or `unknown`. */
  value: { kind: 'text'; text: string } | { kind: 'list'; items: readonly string[] };
}

/** A date of the `.filter` extension is an ordinary filter by the time it is here. */
export interface Logic {
  kind: 'and' | 'or';
  negated: boolean;
  members: readonly Condition[];
}

export type Condition = Filter | Logic;

/** `column.desc.nullslast`; with `relation`, `embedded(column).desc`. */
export interface OrderTerm {
  relation: string | null;
  field: FieldPath;
  direction: 'asc' | 'desc' | null;
  nulls: 'first' | 'last' | null;
}

/** What applies to one level: the request's own relation (path ``) or an embedded one (`hypotheses.evidences`). */
export interface Scope {
  /** All of them hold. */
  conditions: readonly Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number | null;
}

/** The query string of a request. */
export interface ParsedQuery {
  /** Empty: all columns. */
  select: readonly SelectItem[];
  /** By path below the request's relation; names as the request wrote them (alias or target). The root's key is ``. */
  scopes: ReadonlyMap<string, Scope>;
  /** Parameter `columns`: those of the body that are written. */
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** Plain arguments of a function called by GET or HEAD. */
  arguments: ReadonlyMap<string, string>;
  /** All values of each argument, in order; a variadic parameter takes them, any other the last, as in `arguments`. */
  argumentValues: ReadonlyMap<string, readonly string[]>;
}

/** Header `Prefer` (RFC 7240), the parts that the dialect knows. */
export interface Preferences {
  count: 'exact' | 'planned' | 'estimated' | null;
  return: 'representation' | 'minimal' | 'headers-only' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  tx: 'commit' | 'rollback' | null;
  maxAffected: number | null;
  timezone: string | null;
  params: 'single-object' | null;
  /** As written, in order, those that were not understood: `handling=strict` refuses them. */
  invalid: readonly string[];
}
