import type { Database } from '@quarterdeck/db';
import type { RestDatabase } from '@quarterdeck/restql';
import { type DatabaseContact, isActing } from '../../platform/index.ts';

/** A request may read much; an answer that takes longer than this is none. */
const LIMIT_MS = 60_000;

/** The database as the REST dialect uses it. Rejects with `DATABASE_UNAVAILABLE` while it is away. */
export function createRestDatabase(
  database: Pick<Database, 'pool' | 'transaction'>,
  contact: Pick<DatabaseContact, 'use'>,
): RestDatabase {
  return {
    // A write is told of by whoever acts, whom only a transaction names.
    run: (statement) =>
      contact.use(
        () => (isActing() ? database.transaction((client) => client.query(statement)) : database.pool.query(statement)),
        LIMIT_MS,
      ),
    transaction: (work) =>
      contact.use(() => database.transaction((client) => work((statement) => client.query(statement))), LIMIT_MS),
  };
}
