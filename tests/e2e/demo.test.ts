import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Journey, rowOf, startJourney } from '../support/journey.ts';

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({ env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_DEMO: 'true' } });
});
afterAll(() => journey.stop());

const address = () => /http:\S+\/login\?username=\S+/.exec(journey.product.output())?.[0] ?? '';

describe('the demo', () => {
  it('is signed in to by the address of the terminal, which leaves the password nowhere', async () => {
    await expect.poll(address, { timeout: 60_000 }).not.toBe('');
    const given = new URL(address());
    const secret = given.searchParams.get('password') ?? '';
    const asked: string[] = [];
    const context = await journey.browser.newContext();
    const page = await context.newPage();
    page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
    await page.goto(`${journey.product.url}${given.pathname}${given.search}`);
    await rowOf(page, /Unhealthy/)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/health');
    expect(
      asked.slice(1).filter((url) => url.includes(secret) && !url.startsWith(`${journey.product.url}/login?`)),
    ).toEqual([]);
    const visited: string[] = [];
    for (let back = 0; back < 3; back += 1) {
      await page.goBack().catch(() => null);
      visited.push(page.url());
    }
    expect(visited.filter((url) => url.includes(secret))).toEqual([]);
    await context.close();
  });
});
