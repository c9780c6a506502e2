import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { intendedDifferences } from './intended.ts';
import { calling } from './requests/calling.ts';
import { forms } from './requests/forms.ts';
import { reading } from './requests/reading.ts';
import { writing } from './requests/writing.ts';
import type { ConformanceRequest } from './support/exchange.ts';
import { generateRequests } from './support/generate.ts';
import { hasReference } from './support/reference.ts';
import { compareAll, createPair, type Divergence, describe as explain, type Pair } from './support/run.ts';

/** Generated requests of one run; `CONFORMANCE_REQUESTS` asks for more. */
const GENERATED = Number(process.env.CONFORMANCE_REQUESTS ?? 3000);
const SEED = 20_261_121;

describe.runIf(hasReference)('the dialect answers as PostgREST 12', () => {
  let pair: Pair;
  const seen: Divergence[] = [];

  beforeAll(async () => {
    pair = await createPair();
  });
  afterAll(() => pair?.stop());

  async function surprises(requests: readonly ConformanceRequest[]): Promise<string[]> {
    const diverging = await compareAll(pair, requests);
    seen.push(...diverging);
    return explain(diverging.filter((one) => !intendedDifferences.some(({ matches }) => matches(one))));
  }

  test.each(Object.entries({ reading, forms, writing, calling }))('%s', async (_name, requests) => {
    expect(await surprises(requests)).toEqual([]);
  });

  test('requests made from a grammar', { timeout: 300_000 }, async () => {
    const requests = generateRequests(SEED);
    expect(await surprises(Array.from({ length: GENERATED }, () => requests.next().value))).toEqual([]);
  });

  test('each intended difference was seen above', () => {
    const unused = intendedDifferences.filter(({ matches }) => !seen.some(matches));
    expect(unused.map(({ reason }) => reason)).toEqual([]);
  });
});
