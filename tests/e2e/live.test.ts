import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  canaryText,
  eventually,
  focusedName,
  type Journey,
  listedChecks,
  panelOf,
  rowOf,
  startJourney,
} from '../support/journey.ts';
import { startTarget, type Target } from '../support/target.ts';

const FLAT = '/health?hidePassing=false&groupBy=no-group';

describe('a page that is open', () => {
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

  it('changes a row in place when its target breaks and mends, without a reload', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, 'basket, Healthy').waitFor();
    await rowOf(page, 'basket, Healthy').evaluate((row) => row.setAttribute('data-seen', 'yes'));
    target.fail('/basket');
    await rowOf(page, 'basket, Unhealthy').waitFor();
    expect(await rowOf(page, 'basket, Unhealthy').getAttribute('data-seen')).toBe('yes');
    await page.getByRole('region', { name: 'Summary' }).getByText('1 unhealthy').waitFor();
    target.mend('/basket');
    await rowOf(page, 'basket, Healthy').waitFor();
    expect(await page.evaluate("performance.getEntriesByType('navigation').length")).toBe(1);
  });

  it('shows the new result in an open panel', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /till/).click();
    await panelOf(page).getByText('Last Run').waitFor();
    target.fail('/till');
    await panelOf(page).getByText('Unhealthy for').waitFor();
    target.mend('/till');
    await panelOf(page).getByText('Unhealthy for').waitFor({ state: 'detached' });
  });

  it('takes in a new document, and its removal, at once when nobody reads the list', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).waitFor();
    await journey.write('late.yaml', canaryText({ name: 'late', http: { 'a newcomer': target.url('/late') } }));
    await rowOf(page, /a newcomer/).waitFor();
    await journey.write('late.yaml', null);
    await rowOf(page, /a newcomer/).waitFor({ state: 'detached' });
  });

  it('holds new rows back while the pointer is in the list, until they are asked for', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).hover();
    const before = await listedChecks(page);
    await journey.write('late.yaml', canaryText({ name: 'late', http: { 'a newcomer': target.url('/late') } }));
    const waiting = page.getByRole('button', { name: 'Update the list: 1 new' });
    await waiting.waitFor();
    expect(await listedChecks(page)).toEqual(before);
    await waiting.click();
    await rowOf(page, /a newcomer/).waitFor();
    await journey.write('late.yaml', null);
    await rowOf(page, /a newcomer/).waitFor({ state: 'detached' });
  });

  it('leaves a row that is read where it is although it would move or be hidden now', async () => {
    const page = await journey.open('/health?groupBy=no-group&sortBy=health');
    await page.getByText('Nothing is failing').waitFor();
    target.fail('/basket', '/till');
    await rowOf(page, 'till, Unhealthy').waitFor();
    await rowOf(page, 'basket, Unhealthy').focus();
    target.mend('/basket');
    await rowOf(page, 'basket, Healthy').waitFor();
    await page.getByRole('button', { name: 'Update the list: 1 no longer listed' }).waitFor();
    expect(await focusedName(page)).toBe('basket, Healthy');
    await page.evaluate('document.activeElement.blur()');
    await eventually(() => listedChecks(page)).toEqual(['till, Unhealthy']);
    target.mend('/till');
  });

  it('tells of a document that cannot be used, and of its repair', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /basket/).waitFor();
    await journey.write(
      'bad.yaml',
      'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: {name: bad}\nspec:\n  http: 7\n',
    );
    const banner = page.getByRole('status').filter({ hasText: '1 document could not be used' });
    await banner.waitFor({ timeout: 20_000 });
    await banner.getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'Documents that could not be used' });
    await dialog.getByText(/bad\.yaml:\d+ spec\.http/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await rowOf(page, /basket/).waitFor();
    await journey.write('bad.yaml', null);
    await banner.waitFor({ state: 'detached', timeout: 20_000 });
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});

describe('a product without documents', () => {
  let journey: Journey;

  beforeAll(async () => {
    journey = await startJourney();
  });

  afterAll(() => journey.stop());

  it('watches itself, says so, and tells how to add checks of one’s own', async () => {
    const page = await journey.open('/health?hidePassing=false&groupBy=no-group');
    await eventually(async () => (await listedChecks(page)).length).toBeGreaterThan(2);
    await page.getByText('Watching itself').waitFor();
    await page.getByRole('button', { name: 'Add your own checks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add your own checks' });
    await dialog.getByText('QD_CONFIG_DIR').waitFor();
    await dialog.getByText('quarterdeck apply').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('grid', { name: 'Checks' }).getByRole('row').nth(1).click();
    await panelOf(page).getByText('Built in').waitFor();
    expect(journey.complaints()).toEqual([]);
  });
});
