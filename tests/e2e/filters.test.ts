import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  type Journey,
  listedChecks,
  parametersOf,
  rowOf,
  searchOf,
  startJourney,
} from '../support/journey.ts';
import { startTarget, type Target } from '../support/target.ts';
import { smallWorld } from '../support/world.ts';

let target: Target;
let journey: Journey;

beforeAll(async () => {
  target = await startTarget();
  journey = await startJourney({ documents: smallWorld(target) });
});

// Pages that stay open go on drawing what comes in, beside those that are looked at.
afterEach(async () => {
  await Promise.all(journey.browser.contexts().map((context) => context.close()));
});

afterAll(async () => {
  await journey.stop();
  await target.stop();
});

const FLAT = '/health?hidePassing=false&groupBy=no-group';

async function namesIn(page: Page): Promise<(string | undefined)[]> {
  return (await listedChecks(page)).map((name) => name.split(',')[0]);
}

async function choose(page: Page, menu: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${menu}`) }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

function groupsIn(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole('grid', { name: 'Checks' })
    .getByRole('button', { expanded: true })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
}

async function settingsIn(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('healthSettings') ?? '{}'));
}

describe('filters of the health page', () => {
  it('hide passing is on, counts in words what it hides, and is remembered when it is taken off', async () => {
    const page = await journey.open('/health?groupBy=no-group');
    await eventually(() => listedChecks(page)).toEqual([
      'audit, Warning',
      'ledger/read, Unhealthy',
      'web/cart, Unhealthy',
    ]);
    await page.getByText('5 passing hidden').waitFor();
    await page.getByRole('button', { name: 'Filters 1' }).click();
    await page.getByRole('switch', { name: 'Hide Passing' }).click();
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
    expect(await page.getByText('passing hidden').count()).toBe(0);
    expect(await settingsIn(page)).toMatchObject({ hidePassing: 'false' });
    await page.goto(`${journey.product.url}/health?groupBy=no-group`);
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
  });

  it('a label with one value is a switch of three states', async () => {
    const page = await journey.open(FLAT);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('button', { name: 'Exclude env: prod' }).click();
    await eventually(() => namesIn(page)).toEqual(['audit', 'plain/a', 'plain/b']);
    await page.getByRole('button', { name: 'Include env: prod' }).click();
    await eventually(async () => (await listedChecks(page)).length).toBe(5);
    await page.getByRole('button', { name: 'Include env: prod' }).click();
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
    expect(parametersOf(page)).not.toHaveProperty('labels');
  });

  it('a label with several values is a choice of many', async () => {
    const page = await journey.open(FLAT);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('button', { name: /team/ }).click();
    const values = page.getByRole('dialog', { name: 'Filter by team' });
    await values.getByRole('button', { name: 'Include base' }).click();
    await values.getByRole('button', { name: 'Include front' }).click();
    await eventually(() => namesIn(page)).toEqual(['plain/a', 'plain/b', 'web/cart', 'web/home']);
    expect(JSON.parse(parametersOf(page).labels ?? '')).toEqual({ 'team:base': 1, 'team:front': 1 });
  });

  it('shows label filters as chips, saves them by name, and brings them back', async () => {
    const page = await journey.open(`${FLAT}&labels=${encodeURIComponent('{"team:front":1}')}`);
    await eventually(() => namesIn(page)).toEqual(['web/cart', 'web/home']);
    await page.getByRole('button', { name: 'Saved' }).click();
    await page.getByLabel('Save these filters as').fill('Front');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Saved: Front' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter team: front' }).click();
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
    await page.reload();
    await page.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('button', { name: 'Front', exact: true }).click();
    await eventually(() => namesIn(page)).toEqual(['web/cart', 'web/home']);
    await page.goBack();
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
  });

  it('search never loses a letter, however fast or slow, while updates come in', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /web\/cart/).waitFor();
    const box = searchOf(page);
    await box.click();
    let typed = '';
    for (const [part, pauseMs] of [
      ['led', 450],
      ['g', 390],
      ['er/', 410],
      ['wr', 405],
      ['ite', 0],
    ] as const) {
      await page.keyboard.type(part, { delay: 8 });
      typed += part;
      expect(await box.inputValue()).toBe(typed);
      await page.waitForTimeout(pauseMs);
      expect(await box.inputValue()).toBe(typed);
    }
    await eventually(() => parametersOf(page).query).toBe('ledger/write');
    await eventually(() => namesIn(page)).toEqual(['ledger/write']);
    await page.waitForTimeout(1200);
    expect(await box.inputValue()).toBe('ledger/write');
    await page.getByRole('button', { name: /clear/i }).first().click();
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
  });

  it('tabs split by namespace, by a label and by agent, All first', async () => {
    const page = await journey.open(FLAT);
    const tabs = () => page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.firstChild?.textContent));
    await eventually(tabs).toEqual(['All', 'default', 'payments', 'shop']);
    await page.getByRole('tab', { name: /shop/ }).click();
    await eventually(() => namesIn(page)).toEqual(['web/cart', 'web/home']);
    expect(parametersOf(page)).toMatchObject({ tab: 'shop' });
    await choose(page, 'Tab By', 'team');
    await eventually(tabs).toEqual(['All', 'base', 'front', 'money']);
    expect(parametersOf(page)).not.toHaveProperty('tab');
    expect(await settingsIn(page)).toMatchObject({ tabBy: 'team' });
    await choose(page, 'Tab By', 'Agent');
    await eventually(tabs).toEqual(['All', 'local']);
  });

  it('groups by canary, name, description, type and label, and remembers which', async () => {
    const page = await journey.open('/health?hidePassing=false');
    await eventually(() => groupsIn(page)).toEqual(['Collapse ledger', 'Collapse plain', 'Collapse web']);
    await choose(page, 'Group By', 'Type');
    await eventually(() => groupsIn(page)).toEqual(['Collapse http']);
    await choose(page, 'Group By', 'Name');
    await eventually(() => groupsIn(page)).toEqual(['Collapse ledger', 'Collapse plain', 'Collapse web']);
    await eventually(() => namesIn(page)).toEqual(['audit', 'port', 'read', 'write', 'a', 'b', 'cart', 'home']);
    await choose(page, 'Group By', 'Description');
    await eventually(() => groupsIn(page)).toEqual(['Collapse (none)']);
    await choose(page, 'Group By', 'env');
    await eventually(() => groupsIn(page)).toEqual(['Collapse Others', 'Collapse prod']);
    await choose(page, 'Group By', 'No Grouping');
    await eventually(() => groupsIn(page)).toEqual([]);
    expect(await settingsIn(page)).toMatchObject({ groupBy: 'no-group' });
    await page.goto(`${journey.product.url}/health`);
    await eventually(() => groupsIn(page)).toEqual([]);
  });

  it('a group tells the health and the counts of all its members, hidden ones too', async () => {
    const page = await journey.open('/health?hidePassing=false');
    const group = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Collapse ledger' }) });
    await eventually(() => group.textContent()).toMatch(/Mixed.*2 of 3 passing.*2 \/ 3/);
    await group.getByRole('button').click();
    await eventually(() => rowOf(page, /ledger\/read/).count()).toBe(0);
    await page.getByRole('button', { name: 'Expand ledger' }).click();
    await rowOf(page, /ledger\/read/).waitFor();
  });

  it('cards list the same checks with their recent results', async () => {
    const page = await journey.open(FLAT);
    await choose(page, 'Layout', 'Cards');
    await eventually(async () => (await listedChecks(page)).length).toBe(8);
    const cards = page.getByRole('grid', { name: 'Checks' });
    await cards
      .getByRole('img', { name: /of the last \d+ results failed/ })
      .first()
      .waitFor();
    await rowOf(page, /web\/cart/).click();
    await eventually(() => parametersOf(page)).toMatchObject({ layout: 'card' });
    await page.getByRole('complementary', { name: 'Check detail' }).getByText('web/cart').waitFor();
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
