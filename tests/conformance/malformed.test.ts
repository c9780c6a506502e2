import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConformanceAnswer, type ConformanceRequest, describeRequest, type Side } from './support/exchange.ts';
import { generateMalformed } from './support/malformed.ts';
import { createOurs } from './support/ours.ts';

/** `MALFORMED_REQUESTS` sets another number. */
const REQUESTS = Number(process.env.MALFORMED_REQUESTS ?? 100_000);
const SEED = 4_211_961;
const HANG_MS = 10_000;
/** What the process may hold more in the second half than after the first, in bytes. */
const MAX_GROWTH = 24 * 1024 * 1024;

let database: TestDatabase;
let ask: Side;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.database.pool.query(readFileSync(new URL('./support/harbour.sql', import.meta.url), 'utf8'));
  ask = createOurs(database.database.pool, Date.now).ask;
});
afterAll(() => database?.drop());

/** Text of an address that is no URL is the transport's to refuse. */
function isAddress({ path }: ConformanceRequest): boolean {
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with an answer to a malformed request; null when nothing is. */
function complaint(request: ConformanceRequest, { status, body, headers }: ConformanceAnswer): string | null {
  if (status >= 500 || status < 200) return `status ${status}: ${body}`;
  if (status < 300 || request.method === 'HEAD') return null;
  if (!headers['content-type']?.startsWith('application/json')) return `no JSON: ${body}`;
  const { code } = JSON.parse(body) as { code?: unknown };
  return typeof code === 'string' && /^(PGRST\d{3}|[0-9A-Z]{5})$/.test(code) ? null : `no code: ${body}`;
}

async function askInTime(request: ConformanceRequest): Promise<ConformanceAnswer> {
  const hang = Promise.withResolvers<never>();
  const timer = setTimeout(() => hang.reject(new Error(`it hangs: ${describeRequest(request)}`)), HANG_MS);
  try {
    return await Promise.race([ask(request), hang.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}

test('malformed requests are refused with a code, whatever they say', { timeout: 900_000 }, async () => {
  const requests = generateMalformed(SEED);
  const complaints: string[] = [];
  let refused = 0;
  let heapAtHalf = 0;
  for (let count = 0; count < REQUESTS; count += 1) {
    const request = requests.next().value;
    if (!isAddress(request)) continue;
    const answer = await askInTime(request);
    if (answer.status >= 400) refused += 1;
    const found = complaint(request, answer);
    if (found) complaints.push(`${describeRequest(request).slice(0, 600)} => ${found.slice(0, 300)}`);
    if (count === Math.floor(REQUESTS / 2)) heapAtHalf = heapBytes();
  }
  expect(complaints).toEqual([]);
  expect(refused).toBeGreaterThan(REQUESTS / 2);
  expect(heapBytes() - heapAtHalf).toBeLessThan(MAX_GROWTH);
  const { rows } = await database.database.pool.query('select count(*)::int as ships from ships');
  expect(rows).toEqual([{ ships: 6 }]);
});
