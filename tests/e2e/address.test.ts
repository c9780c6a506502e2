import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  closePage,
  eventually,
  expectParameters,
  type Journey,
  listedChecks,
  panelOf,
  parametersOf,
  rowOf,
  searchOf,
  startJourney,
  USUAL_HEALTH,
} from '../support/journey.ts';
import { startTarget, type Target } from '../support/target.ts';
import { smallWorld } from '../support/world.ts';

let target: Target;
let journey: Journey;
let checkId: string;

/** An address of the health page that shows all checks ungrouped. */
function address(parameters: Record<string, string>): string {
  return `/health?${new URLSearchParams({ hidePassing: 'false', groupBy: 'no-group', ...parameters })}`;
}

beforeAll(async () => {
  target = await startTarget();
  journey = await startJourney({ documents: smallWorld(target) });
  const page = await journey.open('/health');
  await rowOf(page, /web\/cart/).click();
  await page.waitForURL(/checkId=/);
  checkId = parametersOf(page).checkId ?? '';
  await closePage(page);
});

// Pages that stay open go on drawing what comes in, beside those that are looked at.
afterEach(async () => {
  await Promise.all(journey.browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await journey.stop();
  await target.stop();
});

describe('the address of the health page', () => {
  it('checkId opens the check; closing removes it and sets timeRange back to 1h', async () => {
    const page = await journey.open(address({ checkId, timeRange: '1w' }));
    await panelOf(page).getByText('web/cart').waitFor();
    await panelOf(page).getByRole('button', { name: 'Time Range: 1 week' }).waitFor();
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    await expectParameters(page, { ...USUAL_HEALTH, hidePassing: 'false', groupBy: 'no-group', timeRange: '1h' });
  });

  it('an unknown checkId says that there is no such check', async () => {
    const page = await journey.open(address({ checkId: '00000000-0000-4000-8000-000000000000' }));
    await panelOf(page).getByText('This check does not exist').waitFor();
  });

  it('timeRange is 1h unless a known one is named, and a choice is written', async () => {
    const page = await journey.open(address({ timeRange: 'forever' }));
    await page.getByRole('button', { name: 'Time Range: 1 hour' }).click();
    await page.getByRole('option', { name: '3 months' }).click();
    await eventually(() => parametersOf(page).timeRange).toBe('3mo');
  });

  it('layout=card lists cards, anything else the table', async () => {
    const cards = await journey.open(address({ layout: 'card' }));
    await rowOf(cards, /web\/cart/).waitFor();
    await cards.getByRole('columnheader', { name: 'Recent results' }).waitFor();
    const table = await journey.open(address({ layout: 'mosaic' }));
    await rowOf(table, /web\/cart/).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Recent results' }).count()).toBe(0);
  });

  it('sortBy and sortDesc order the list and are drawn at its head', async () => {
    const page = await journey.open(address({ sortBy: 'name', sortDesc: 'true' }));
    const names = async () => (await listedChecks(page)).map((name) => name.split(',')[0]);
    await eventually(names).toEqual([
      'web/home',
      'web/cart',
      'plain/b',
      'plain/a',
      'ledger/write',
      'ledger/read',
      'ledger/port',
      'audit',
    ]);
    expect(await page.getByRole('columnheader', { name: 'Checks' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Latency', exact: true }).click();
    await eventually(() => parametersOf(page)).toMatchObject({ sortBy: 'latency' });
    const unknown = await journey.open(address({ sortBy: 'colour' }));
    await eventually(async () => (await listedChecks(unknown)).at(0)).toBe('audit, Warning');
  });

  it('query searches without regard to case', async () => {
    const page = await journey.open(address({ query: 'LEDGER/' }));
    await eventually(async () => (await listedChecks(page)).length).toBe(3);
    expect(await searchOf(page).inputValue()).toBe('LEDGER/');
    const canary = await journey.open(address({ query: ' Audit ' }));
    await eventually(() => listedChecks(canary)).toEqual(['audit, Warning']);
  });

  it('labels include with 1 and exclude with -1; 0 is dropped', async () => {
    const labels = JSON.stringify({ 'team:money': 1, 'team:base': 1, 'beta:true': -1, 'env:prod': 0 });
    const page = await journey.open(address({ labels }));
    await eventually(() => listedChecks(page)).toEqual([
      'ledger/port, Healthy',
      'ledger/read, Unhealthy',
      'ledger/write, Healthy',
      'plain/a, Healthy',
      'plain/b, Healthy',
    ]);
    await page.getByRole('button', { name: /^Filters 3$/ }).waitFor();
  });

  it.each(['{"team:money"', '[1]', 'null', '"text"', '{"team:money":"yes"}'])(
    'labels=%s is ignored',
    async (labels) => {
      const page = await journey.open(address({ labels }));
      await eventually(async () => (await listedChecks(page)).length).toBe(8);
      await closePage(page);
    },
  );

  it('pivotBy, pivotLabel and pivotCellType lay checks out by a label', async () => {
    const page = await journey.open(address({ pivotBy: 'canary_name', pivotLabel: 'team', pivotCellType: 'checks' }));
    const pivot = page.getByRole('region', { name: 'Pivot' });
    await eventually(() => pivot.getByRole('columnheader').allTextContents()).toEqual([
      'Canary',
      'base',
      'front',
      'money',
    ]);
    const ledger = pivot.getByRole('row', { name: /^ledger/ });
    expect(await ledger.getByRole('gridcell').nth(3).textContent()).toContain('3');
    await pivot.getByRole('button', { name: 'Back to the list' }).click();
    await expectParameters(page, { ...USUAL_HEALTH, hidePassing: 'false', groupBy: 'no-group' });

    const uptime = await journey.open(address({ pivotBy: 'name', pivotLabel: 'team', pivotCellType: 'uptime' }));
    const cart = uptime.getByRole('region', { name: 'Pivot' }).getByRole('row', { name: /web\/cart/ });
    await eventually(() => cart.textContent()).toContain('0 %');
  });

  it.each(['__proto__', 'constructor', 'prototype'])('a key %s is ignored and pollutes nothing', async (key) => {
    const poison = new URLSearchParams({ [key]: '{"polluted":"yes"}', [`${key}[polluted]`]: 'yes' });
    const labels = `labels=${encodeURIComponent(`{"${key}":1,"team:front":1}`)}`;
    const page = await journey.open(`${address({})}&${poison}&${labels}`);
    await eventually(async () => (await listedChecks(page)).length).toBe(2);
    expect(await page.evaluate(() => Reflect.get({}, 'polluted') ?? Reflect.get(Object, 'polluted'))).toBeUndefined();
    await closePage(page);
  });

  it('an unknown address says so and leads back', async () => {
    const page = await journey.open('/nothing/here');
    await page.getByText('There is nothing at this address').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await rowOf(page, /web\/cart/).waitFor();
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
