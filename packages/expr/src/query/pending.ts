import type { Budget } from '../budget.ts';
import { limitReached, toAppError } from '../failure.ts';
import type { Env } from '../lib/env.ts';
import { toNative } from '../values.ts';
import { runQuery } from './worker.ts';

/** Thrown where an evaluation needs the answer of a query that runs in another thread. */
class QueryPending extends Error {
  readonly key: string;
  readonly request: { language: 'jq' | 'jsonpath'; expression: string; json: string };

  constructor(key: string, request: QueryPending['request']) {
    super('a query has to be answered first');
    this.key = key;
    this.request = request;
  }
}

const MAX_QUERIES = 100;

/**
 * Runs an evaluation that may use jq or jsonpath. Their engines cannot be stopped from within, so they run in a worker:
 * an evaluation that meets an unanswered query stops, the query is answered, and the evaluation starts again.
 */
export async function withQueries<T>(budget: Budget, now: () => number, evaluation: (env: Env) => T): Promise<T> {
  const answers = new Map<string, string | null>();
  const env: Env = {
    budget,
    now,
    query(language, expression, data) {
      const json = JSON.stringify(toNative(data)) ?? 'null';
      budget.chars(json.length);
      const key = `${language}\n${expression}\n${json}`;
      const answer = answers.get(key);
      if (answer === undefined) throw new QueryPending(key, { language, expression, json });
      return answer === null ? null : JSON.parse(answer);
    },
  };
  for (let round = 0; round <= MAX_QUERIES; round += 1) {
    try {
      return evaluation(env);
    } catch (error) {
      if (!(error instanceof QueryPending)) throw toAppError(error, 'EXPRESSION_FAILED');
      answers.set(error.key, await runQuery(error.request, budget.remainingMs()));
    }
  }
  throw limitReached(`${MAX_QUERIES} queries`);
}
