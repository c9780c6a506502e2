import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, flowOf, messageIds } from './support/browser.ts';
import { type Site, startSite, upstreamUrl } from './support/site.ts';

/** Tries of each kind; their medians are compared. */
const TRIES = 20;
/** An address is paused after ten. */
const BEFORE_A_PAUSE = 8;
let site: Site;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

// A password is hashed at its real cost here: what a try takes is what it tells.
describe.runIf(upstreamUrl === null)('18: who has an account is not told (contract identity §11)', () => {
  beforeAll(async () => {
    site = await startSite({ nodes: 1, realCost: true });
  });
  afterAll(() => site.stop());

  it('by the answer to a wrong password, nor by the time that it takes', async () => {
    const { email } = await site.addPerson();
    const seen: Record<'known' | 'unknown', { tookMs: number; shape: unknown }[]> = { known: [], unknown: [] };
    const attempt = async (kind: 'known' | 'unknown', identifier: string): Promise<void> => {
      const browser = site.browser();
      const flow = await browser.begin('login');
      const began = performance.now();
      const answer = await browser.submit(flow, 'login', {
        method: 'password',
        identifier,
        password: 'not the password',
      });
      seen[kind].push({ tookMs: performance.now() - began, shape: shapeOf(answer) });
    };
    // Both kinds by turns, each first as often as the other: what slows the machine down slows both.
    for (let n = 0; n < TRIES; n += 1) {
      if (n % BEFORE_A_PAUSE === 0) site.pass(30 * 60_000);
      const pair = [
        () => attempt('known', email),
        () => attempt('unknown', `nobody-${Math.floor(n / BEFORE_A_PAUSE)}@example.test`),
      ];
      for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one();
    }
    const [first] = seen.known;
    expect(first?.shape).toEqual([400, [4000006], expect.any(Array)]);
    for (const { shape } of [...seen.known, ...seen.unknown]) expect(shape).toEqual(first?.shape);
    const [known, unknown] = [seen.known, seen.unknown].map((all) => median(all.map(({ tookMs }) => tookMs)));
    // Without a hash for an unknown address the medians would differ by nearly all of it; the bench tells the milliseconds.
    expect(Math.abs((known ?? 0) - (unknown ?? 0))).toBeLessThan(0.4 * Math.max(known ?? 0, unknown ?? 0));
  });
});

function shapeOf(answer: Answer): unknown {
  return [answer.status, messageIds(flowOf(answer)), Object.keys(answer.headers).toSorted()];
}
