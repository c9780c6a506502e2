import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { type Difference, differences } from './compare.ts';
import { type ConformanceRequest, describeRequest, type Side } from './exchange.ts';
import { createOurs } from './ours.ts';
import { type Reference, startReference } from './reference.ts';

/** Both sides on one database. */
export interface Pair {
  test: TestDatabase;
  reference: Side;
  ours: Side;
  stop(): Promise<void>;
}

/** A database with our schema and the neutral one, filled with what a test wants, the reference and our dialect on it. */
export async function createPair(fill?: (pool: TestDatabase['database']['pool']) => Promise<void>): Promise<Pair> {
  const test = await createTestDatabase();
  let reference: Reference | undefined;
  try {
    await test.database.pool.query(readFileSync(new URL('./harbour.sql', import.meta.url), 'utf8'));
    await fill?.(test.database.pool);
    reference = await startReference(test.url);
    const { ask } = createOurs(test.database.pool, Date.now);
    const running = reference;
    return {
      test,
      reference: running.ask,
      ours: ask,
      stop: async () => {
        await running.stop();
        await test.drop();
      },
    };
  } catch (error) {
    await reference?.stop();
    await test.drop();
    throw error;
  }
}

/** A request of which the two sides' answers differ. */
export interface Divergence {
  request: ConformanceRequest;
  found: readonly Difference[];
}

/** Numbers that a sequence gave stay given when a write is undone: both sides begin with the same. */
async function resetSequences(pair: Pair): Promise<void> {
  await pair.test.database.pool.query(
    `select setval('ships_id_seq', 100, false), setval('counters_id_seq', 100, false)`,
  );
}

/** Asks both sides the same, one request after the other, and tells where their answers differ. */
export async function compareAll(pair: Pair, requests: readonly ConformanceRequest[]): Promise<Divergence[]> {
  const diverging: Divergence[] = [];
  for (const request of requests) {
    const changes = request.method === 'POST' || request.method === 'PUT';
    if (changes) await resetSequences(pair);
    const reference = await pair.reference(request);
    if (changes) await resetSequences(pair);
    const ours = await pair.ours(request);
    const found = differences(request, reference, ours);
    if (found.length > 0) diverging.push({ request, found });
  }
  return diverging;
}

/** Divergences as lines for a message. */
export function describe(divergences: readonly Divergence[]): string[] {
  const short = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? 'nothing';
  return divergences.flatMap(({ request, found }) => [
    describeRequest(request),
    ...found.map(({ what, reference, ours }) => `  ${what}: reference ${short(reference)}, ours ${short(ours)}`),
  ]);
}
