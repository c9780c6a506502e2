/** A type as statements name it. `sql` is made by PostgreSQL (`format_type`) and may stand in a statement as it is. */
export interface TypeName {
  /** `timestamp with time zone`, `uuid[]`, `"other".mood`. */
  sql: string;
  kind: 'json' | 'array' | 'composite' | 'time' | 'text' | 'number' | 'boolean' | 'other';
  /** Labels of an enumeration in their order; empty for every other type. */
  labels: readonly string[];
}

/** A column of a relation, or of the rows that a function returns. */
export interface Column {
  name: string;
  type: TypeName;
  notNull: boolean;
  /** The expression of its default, written by PostgreSQL; null when there is none. */
  default: string | null;
  /** PostgreSQL makes the value: a generated column, or an identity that is always generated. */
  generated: boolean;
  maxLength: number | null;
  description: string | null;
}

/** A column set of another relation, by this relation's foreign key. Columns in pairs: ours, theirs. */
export interface ForeignKey {
  constraint: string;
  relation: string;
  target: string;
  columns: readonly (readonly [own: string, other: string])[];
}

/** A function that takes a row of a relation: a computed column, or rows of another relation. */
export interface RowFunction {
  name: string;
  type: TypeName;
  /** The relation whose rows it returns; null for a computed column. */
  returns: string | null;
  /** It returns one row at most. */
  single: boolean;
}

/** A table, a view or a materialised view. */
export interface Relation {
  name: string;
  kind: 'table' | 'view' | 'materialized';
  columns: ReadonlyMap<string, Column>;
  /** For a view: those of its columns that are the key of a table it reads. */
  primaryKey: readonly string[];
  /** A plain table: its rows tell whether they were inserted or updated. */
  isPlain: boolean;
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  description: string | null;
  functions: ReadonlyMap<string, RowFunction>;
  /** For a view: the columns that it passes on as they are, and the table of each. */
  origins: ReadonlyMap<string, string>;
}

/** How rows of `origin` find rows of `target`. */
export interface Relationship {
  origin: string;
  target: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed';
  /** Name of the foreign key's constraint, or of the function. */
  constraint: string;
  columns: readonly (readonly [origin: string, target: string])[];
  junction: Junction | null;
  isSelf: boolean;
  targetIsView: boolean;
  /** At most one row answers. */
  toOne: boolean;
}

/** The relation between the two sides of a many-to-many relationship. */
export interface Junction {
  relation: string;
  /** The constraint of the other side; the origin's is that of the relationship. */
  constraint: string;
  /** Column of the origin and of the junction. */
  origin: readonly (readonly [origin: string, junction: string])[];
  /** Column of the junction and of the target. */
  target: readonly (readonly [junction: string, target: string])[];
}

/** An argument of a function. */
export interface Argument {
  name: string;
  type: TypeName;
  required: boolean;
  variadic: boolean;
}

/** What a function answers: rows of a relation or of its own columns, or a value. */
export type RoutineResult =
  | { kind: 'void' }
  | { kind: 'scalar'; type: TypeName; set: boolean }
  | { kind: 'rows'; relation: string | null; columns: ReadonlyMap<string, Column>; set: boolean };

/** A function that can be called. */
export interface Routine {
  name: string;
  arguments: readonly Argument[];
  result: RoutineResult;
  volatility: 'immutable' | 'stable' | 'volatile';
  description: string | null;
}

/** All that one schema of the database serves, as it was when it was read. Never changed after. */
export interface SchemaModel {
  name: string;
  description: string | null;
  relations: ReadonlyMap<string, Relation>;
  /** By the name of the origin. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By name; functions of one name differ in their arguments. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** Types that a cast may name, by the names they go by; the value may stand in a statement. */
  types: ReadonlyMap<string, string>;
  /** Every name of the model, so that a statement can spell one as the model does. */
  names: ReadonlyMap<string, string>;
  /** Relations whose rows the database counts as they come and go: `exact_count(relation, filters)` tells. */
  counted: ReadonlySet<string>;
  /** Relations with one row for each row of a table of which the database notes the writes: `writes_of(tables)` tells. */
  noted: ReadonlyMap<string, NotedRows>;
  /** Relations whose texts the database holds ready for a search: `texts_of(relation)` tells. */
  searched: ReadonlyMap<string, SearchedTexts>;
}

/**
 * A table with one row for each row of a relation. Its column `text` is all of `columns` in lower case, a line each, or
 * null where that is too long. An index of it goes by `ordered`, columns that both have, and carries the text.
 */
export interface SearchedTexts {
  source: string;
  /** The column of `source` that equals the relation's column `key`. */
  owner: string;
  key: string;
  columns: ReadonlySet<string>;
  ordered: readonly string[];
}

/** The table behind a relation's rows, and the columns that are made of the table's row alone. */
export interface NotedRows {
  table: string;
  columns: ReadonlySet<string>;
}
