import { readFileSync } from 'node:fs';
import { FULL_WORLD_SIZE, loadWorld, scaleWorld } from '@quarterdeck/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { intendedDifferences } from './intended.ts';
import { consoleRequests } from './requests/console.ts';
import { hasReference } from './support/reference.ts';
import { compareAll, createPair, describe as explain, type Pair } from './support/run.ts';

describe.runIf(hasReference)('the requests of the console, over our own schema', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await createPair(async (pool) => {
      await loadWorld(pool, scaleWorld(FULL_WORLD_SIZE, 0.003), Date.now());
      await pool.query(readFileSync(new URL('./support/checks.sql', import.meta.url), 'utf8'));
    });
  });
  afterAll(() => pair?.stop());

  test('find rows', async () => {
    const empty: string[] = [];
    for (const request of consoleRequests.filter(({ path }) => path.includes('limit='))) {
      const { status, body } = await pair.ours(request);
      if (status > 206 || body === '[]') empty.push(`${status} ${request.path}`);
    }
    expect(empty).toEqual([]);
  });

  test('are answered as PostgREST answers them', async () => {
    const diverging = await compareAll(pair, consoleRequests);
    const surprises = diverging.filter((one) => !intendedDifferences.some(({ matches }) => matches(one)));
    expect(explain(surprises)).toEqual([]);
  });
});
