export { createRest, type RestOptions } from './answer/rest.ts';
export type * from './ast.ts';
export type { RelationAction, RelationDecision, RestPolicy, RowColumn } from './policy.ts';
export { identifier, join, type Sql, sql, toStatement, trusted } from './sql.ts';
export type { Rest, RestAnswer, RestDatabase, RestRequest, RunStatement } from './types.ts';
