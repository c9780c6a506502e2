import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createRest, type RestOptions } from '../answer/rest.ts';
import type { RestPolicy } from '../policy.ts';
import type { Rest, RestAnswer, RestDatabase } from '../types.ts';
import { SAMPLE } from './sample.ts';

/** What a request may bring besides its method and address. */
export interface Bring {
  body?: unknown;
  headers?: Record<string, string>;
  policy?: RestPolicy;
}

/** An answer with its body read, where it is JSON. */
export interface Told extends RestAnswer {
  json: unknown;
}

/** The dialect over the sample schema in a database of the test's own. */
export interface Served {
  test: TestDatabase;
  database: RestDatabase;
  rest: Rest;
  /** Every statement that ran, in order. */
  statements: { text: string; name?: string }[];
  ask(method: string, address: string, bring?: Bring): Promise<Told>;
}

/** Nothing is hidden and nothing refused. */
export const OPEN: RestPolicy = { relation: () => ({ kind: 'allowed' }), routine: () => ({ kind: 'allowed' }) };

/** Makes the sample schema and serves it. */
export async function serveSample(options: Partial<RestOptions> = {}): Promise<Served> {
  const test = await createTestDatabase();
  await test.database.pool.query(SAMPLE);
  const statements: Served['statements'] = [];
  const database: RestDatabase = {
    run(statement) {
      statements.push(statement);
      return test.database.pool.query(statement);
    },
    transaction: (work) =>
      test.database.transaction((client) =>
        work((statement) => {
          statements.push(statement);
          return client.query(statement);
        }),
      ),
  };
  const rest = createRest({ database, schema: 'sample', now: () => Date.now(), ...options });
  return {
    test,
    database,
    rest,
    statements,
    async ask(method, address, { body, headers = {}, policy = OPEN } = {}) {
      const [path = '', query = ''] = address.split('?');
      const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await rest.handle({ method, path, query, headers, body: text }, policy);
      return { ...answer, json: readJson(answer) };
    },
  };
}

function readJson({ headers, body }: RestAnswer): unknown {
  return body !== null && /json/.test(headers['content-type'] ?? '') ? JSON.parse(body) : null;
}
