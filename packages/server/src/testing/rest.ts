import type { Database } from '@quarterdeck/db';
import { createRest, type RestAnswer, type RestPolicy, type RestRequest } from '@quarterdeck/restql';

/** An answer of the dialect with its body read. */
export interface TestRestAnswer extends RestAnswer {
  json: unknown;
}

/** The dialect over a test's database, for a policy. */
export function createTestRest({ pool, transaction }: Pick<Database, 'pool' | 'transaction'>) {
  const rest = createRest({
    database: {
      run: (statement) => pool.query(statement),
      transaction: (work) => transaction((client) => work((statement) => client.query(statement))),
    },
    now: Date.now,
  });
  return async (policy: RestPolicy, path: string, more: Partial<RestRequest> = {}): Promise<TestRestAnswer> => {
    const [name = '', query = ''] = path.split('?');
    const request = { method: 'GET', path: name, query, headers: {}, body: null, ...more };
    const answer = await rest.handle(request, policy);
    const isJson = answer.body !== null && /^[[{"\d]|^(null|true|false)/.test(answer.body);
    return { ...answer, json: isJson ? JSON.parse(answer.body ?? '') : null };
  };
}
