import type { Sql } from './sql.ts';

export type RelationAction = 'read' | 'create' | 'update' | 'delete';

/** Names a column of the row that a condition is about. */
export type RowColumn = (column: string) => Sql;

/** What a caller may do with a relation. */
export type RelationDecision =
  /** For this caller it does not exist: 404. */
  | { kind: 'unknown' }
  /** 403. `object` and `action` are told in headers, the deciding rule only to those who may know. */
  | { kind: 'denied'; object: string; action: string; rule: string | null }
  | {
      kind: 'allowed';
      /** Never read by any path: not selected, not filtered, not ordered by, not returned after a write. */
      writeOnly?: ReadonlySet<string>;
      /** Columns that are read, filtered and ordered by only as these make of their value; written as they are. */
      masked?: ReadonlyMap<string, (value: Sql) => Sql>;
      /** Only rows that hold are read, changed or deleted; a written row must hold as well. Absent: all rows. */
      rows?: (row: RowColumn) => Sql;
      /**
       * Where a decision only takes rows away: `rows` holds exactly where this is false or unknown. What is hidden is found
       * by an index, and counted to know how many rows are left.
       */
      hidden?: (row: RowColumn) => Sql;
    };

/**
 * Decides about every relation and function that a request reaches: by its path, by embedding, by a filter or an order
 * on an embedded relation, by what a write returns. Asked while the statement is planned, once for each relation. Plans
 * are kept for the policy that they were made under: one object always decides the same; who may do something else gets
 * another object.
 */
export interface RestPolicy {
  relation(name: string, action: RelationAction): RelationDecision;
  /** A function; reading its result. `rows` is about the columns of its result. */
  routine(name: string): RelationDecision;
}
