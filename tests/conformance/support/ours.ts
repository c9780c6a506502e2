import { createRest, type Rest, type RestDatabase, type RestPolicy, type RunStatement } from '@quarterdeck/restql';
import type { Side } from './exchange.ts';

/** As much of a pool of connections as the dialect needs. */
interface Pool {
  query: RunStatement;
  connect(): Promise<{ query: RunStatement; release(error?: Error | boolean): void }>;
}

function toRestDatabase(pool: Pool): RestDatabase {
  return {
    run: (statement) => pool.query(statement),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query({ text: 'begin', values: [] });
        const result = await work((statement) => client.query(statement));
        await client.query({ text: 'commit', values: [] });
        client.release();
        return result;
      } catch (error) {
        await client.query({ text: 'rollback', values: [] }).then(
          () => client.release(),
          (cause: Error) => client.release(cause),
        );
        throw error;
      }
    },
  };
}

/** Everyone may do everything, as the reference is set up. */
const allowAll: RestPolicy = {
  relation: () => ({ kind: 'allowed' }),
  routine: () => ({ kind: 'allowed' }),
};

/** Our dialect on a database, with no limit of rows. */
export function createOurs(pool: Pool, now: () => number): { ask: Side; rest: Rest } {
  const rest = createRest({ database: toRestDatabase(pool), maxRows: null, now });
  const ask: Side = async ({ method, path, headers, body }) => {
    const [address = '', ...query] = path.split('?');
    const request = { method, path: decodeURIComponent(address), query: query.join('?'), headers, body };
    const answer = await rest.handle(request, allowAll);
    return { status: answer.status, headers: answer.headers, body: answer.body ?? '' };
  };
  return { ask, rest };
}
