import type { Pool, PoolClient } from 'pg';

/** Where statements are run: the pool, or one connection inside of a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>;

/** The database as the stores use it; migrated. */
export interface IdentityDatabase {
  pool: Queryable;
  /** Runs `fn` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(fn: (client: Queryable) => Promise<T>): Promise<T>;
}
