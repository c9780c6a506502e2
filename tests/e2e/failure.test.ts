import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaryText, type Journey, listedChecks, panelOf, rowOf, startJourney } from '../support/journey.ts';
import { startTarget, type Target } from '../support/target.ts';

const FLAT = '/health?hidePassing=false&groupBy=no-group';
const SUMMARY = '**/api/canary/api/summary*';

let target: Target;
let journey: Journey;

beforeAll(async () => {
  target = await startTarget();
  journey = await startJourney({
    documents: {
      'shop.yaml': canaryText({ name: 'shop', http: { basket: target.url('/basket'), till: target.url('/till') } }),
    },
  });
});

afterAll(async () => {
  await journey.stop();
  await target.stop();
});

describe('a server that fails', () => {
  it.each([500, 503])('keeps the rows on %d, says how old they are, and retries', async (status) => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).waitFor();
    const body = { code: 'DATABASE_UNAVAILABLE', error: 'The database cannot be reached', message: 'no' };
    await page.route(SUMMARY, (route) => route.fulfill({ status, json: body }));
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    const error = page.getByRole('status').filter({ hasText: 'The checks could not be loaded' });
    await error.getByText(/The database cannot be reached.*What you see is \d+s old/).waitFor();
    expect(await listedChecks(page)).toHaveLength(2);
    expect(await page.getByText('No data available').count()).toBe(0);
    const retry = error.getByRole('button', { name: 'Retry' });
    // Its answer, too: one that is under way when the fault ends would be a good one.
    const [answer] = await Promise.all([page.waitForResponse(SUMMARY), retry.click()]);
    expect([answer.request().method(), answer.status()]).toEqual(['GET', status]);
    await page.unroute(SUMMARY);
    // Whatever reads next brings the page back; where that was not the button, there is none to press.
    await retry
      .and(page.locator(':not([aria-busy])'))
      .click({ timeout: 5000 })
      .catch(() => undefined);
    await error.waitFor({ state: 'detached' });
  });

  it('never calls a first read that failed "no data", and counts nothing', async () => {
    const page = await journey.open('/nothing');
    await page.route(SUMMARY, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.evaluate(() => localStorage.setItem('healthSettings', JSON.stringify({ hidePassing: 'false' })));
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByText('The checks could not be loaded').waitFor();
    await page.getByText('Counts are not known').waitFor();
    expect(await page.getByText('No data available').count()).toBe(0);
    await page.unroute(SUMMARY);
    await page.getByRole('button', { name: 'Retry' }).click();
    await rowOf(page, /basket|till/)
      .first()
      .waitFor();
  });

  it('says in the panel which part could not be loaded, and retries it', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).waitFor();
    await page.route('**/api/db/check_statuses*', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.route('**/api/db/canaries*', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await rowOf(page, /basket/).click();
    const panel = panelOf(page);
    await panel.getByText('The history could not be loaded').waitFor();
    await panel.getByRole('tab', { name: 'Spec' }).click();
    await panel.getByText('The spec could not be loaded').waitFor();
    await page.unroute('**/api/db/canaries*');
    await panel.getByRole('button', { name: 'Retry' }).click();
    await panel.getByRole('region', { name: 'Canary spec' }).or(panel.getByText('schedule')).first().waitFor();
  });

  it('shows the failure of Run Now', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).click();
    await page.route('**/api/canary/run/check/*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', error: 'The check could not be started' } }),
    );
    await panelOf(page).getByRole('button', { name: 'Run Now' }).click();
    await page.getByText('The check could not be started').waitFor();
  });

  it('keeps what it showed when the server is killed, and recovers by itself when it is back', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, 'basket, Healthy').waitFor();
    await page.evaluate("document.documentElement.dataset.sameDocument = 'yes'");
    await journey.product.kill();
    await page.getByText('Offline').waitFor();
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    const error = page.getByRole('status').filter({ hasText: 'The checks could not be loaded' });
    await error.getByText(/What you see is \d+(s|m) old/).waitFor();
    await error.getByRole('button', { name: 'Retry' }).waitFor();
    expect((await listedChecks(page)).map((name) => name.split(',')[0])).toEqual(['basket', 'till']);
    target.fail('/basket');
    await journey.restart();
    await rowOf(page, 'basket, Unhealthy').waitFor({ timeout: 40_000 });
    await error.waitFor({ state: 'detached' });
    await page.getByText(/^Live/).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.sameDocument')).toBe('yes');
    target.mend('/basket');
  });

  it('says by itself that it is cut off and how old its rows are, without anyone asking', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, 'till, Healthy').waitFor();
    await journey.product.kill();
    await page
      .getByRole('status')
      .filter({ hasText: /What you see is \d+(s|m) old/ })
      .waitFor({ timeout: 20_000 });
    await journey.restart();
    await page.getByText(/^Live/).waitFor({ timeout: 40_000 });
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
