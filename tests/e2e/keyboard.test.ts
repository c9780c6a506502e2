import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  expectParameters,
  focusedName,
  type Journey,
  listedChecks,
  panelOf,
  parametersOf,
  rowOf,
  searchOf,
  startJourney,
  USUAL_HEALTH,
} from '../support/journey.ts';
import { focusIn, tabTo } from '../support/keys.ts';
import { startTarget, type Target } from '../support/target.ts';
import { smallWorld } from '../support/world.ts';

let target: Target;
let journey: Journey;

beforeAll(async () => {
  target = await startTarget();
  journey = await startJourney({ documents: smallWorld(target) });
});

afterAll(async () => {
  await journey.stop();
  await target.stop();
});

describe('a visit without a mouse', () => {
  it('skips to the content, filters, groups, and comes to the list', async () => {
    const page = await journey.open('/health');
    await rowOf(page, /web\/cart/).waitFor();
    await tabTo(page, /Skip to content/, 1);
    await tabTo(page, /^Filters/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Filters' }).waitFor();
    await tabTo(page, /Hide Passing/, 60);
    await page.keyboard.press('Space');
    await eventually(() => parametersOf(page).hidePassing).toBe('false');
    await tabTo(page, /Exclude env: prod/);
    await page.keyboard.press('Enter');
    await eventually(() => parametersOf(page).labels).toBe('{"env:prod":-1}');
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Filters' }).waitFor({ state: 'detached' });
    expect((await focusIn(page)).name).toMatch(/^Filters/);

    await tabTo(page, /^Group By/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Group Name' }).waitFor();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await eventually(() => parametersOf(page).groupBy).toBe('type');
    expect((await focusIn(page)).name).toMatch(/^Group By/);
    await tabTo(page, /^Tab By/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect((await focusIn(page)).name).toMatch(/^Tab By/);
    await tabTo(page, /^All/);
    await page.keyboard.press('ArrowRight');
    await eventually(() => parametersOf(page)).toHaveProperty('tab');
  });

  it('walks the table and its groups, opens a check, and goes on with it open', async () => {
    const page = await journey.open('/health?hidePassing=false');
    await rowOf(page, /web\/cart/).waitFor();
    await tabTo(page, /^Checks$/);
    await page.keyboard.press('Enter');
    await eventually(() => parametersOf(page)).toMatchObject({ sortBy: 'name', sortDesc: 'true' });
    await page.keyboard.press('Enter');
    await expectParameters(page, { ...USUAL_HEALTH, hidePassing: 'false' });
    await rowOf(page, /audit/).focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => (await focusIn(page)).name).toMatch(/^ledger/);
    await page.keyboard.press('ArrowLeft');
    await eventually(() => rowOf(page, /ledger\/read/).count()).toBe(0);
    expect((await focusIn(page)).isShown).toBe(true);
    await page.keyboard.press('ArrowRight');
    await rowOf(page, /ledger\/read/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await eventually(() => focusedName(page)).toBe('ledger/read, Unhealthy');
    await page.keyboard.press('Enter');
    await panelOf(page).getByText('Unhealthy for').waitFor();
    const first = parametersOf(page).checkId;
    expect(await focusedName(page)).toBe('ledger/read, Unhealthy');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focusedName(page)).toBe('ledger/write, Healthy');
    await eventually(() => parametersOf(page).checkId).not.toBe(first);
    await panelOf(page).getByText('ledger/write').waitFor();
    await page.keyboard.press('Escape');
    await panelOf(page).waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('ledger/write, Healthy');
  });

  it('reaches the panel, its tabs and Run Now, fills the window and comes back to the row', async () => {
    const page = await journey.open('/health?groupBy=no-group');
    await rowOf(page, /web\/cart/).focus();
    await page.keyboard.press('Enter');
    await panelOf(page).getByText('Unhealthy for').waitFor();
    await tabTo(page, /^History$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await eventually(() => panelOf(page).getByRole('tabpanel').textContent()).toContain('schedule');
    expect((await focusIn(page)).name).toBe('Spec');
    await tabTo(page, /^Run Now$/);
    await page.keyboard.press('Enter');
    await page.getByText(/Ran 1 check: 0 passed, 1 failed/).waitFor();
    expect((await focusIn(page)).name).toBe('Run Now');
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog', { name: /web\/cart/ });
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => (await focusIn(page)).isPage).toBe(false);
  });

  it('uses the shortcuts: search, next, worst first, run, all of them in a sheet', async () => {
    const page = await journey.open('/health?groupBy=no-group');
    await rowOf(page, /web\/cart/).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ledger');
    await eventually(() => listedChecks(page)).toEqual(['ledger/read, Unhealthy']);
    expect(await searchOf(page).inputValue()).toBe('ledger');
    await page.keyboard.press('Escape');
    await eventually(async () => (await listedChecks(page)).length).toBe(3);
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('w');
    await eventually(() => parametersOf(page).sortBy).toBe('health');
    await page.keyboard.press('j');
    // The shortcut is there with its button: both come with the panel's own script.
    await panelOf(page).getByRole('button', { name: 'Run Now' }).waitFor();
    await page.keyboard.press('r');
    await page.getByText(/Ran 1 check/).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Run the open check now').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await panelOf(page).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expectParameters(page, { ...USUAL_HEALTH, sortBy: 'health' });
  });

  it('chooses theme, dates and time zone in the panel, which are remembered', async () => {
    const page = await journey.open('/health?groupBy=no-group');
    await rowOf(page, /web\/cart/).waitFor();
    await tabTo(page, /^Preferences$/);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Preferences' });
    await panel.getByRole('radio', { name: 'As the system' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await tabTo(page, /^Timestamp/, 1);
    await tabTo(page, /^Timezone$/, 1);
    await page.keyboard.type('Asia/Tok');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect((await focusIn(page)).name).toBe('Preferences');
    expect(await page.evaluate("localStorage.getItem('display_timezone_preference')")).toBe('Asia/Tokyo');
    await page.reload();
    await rowOf(page, /web\/cart/).click();
    const shown = panelOf(page).getByRole('tabpanel').locator('time').first();
    const iso = await shown.getAttribute('datetime');
    const tokyo = new Date(Date.parse(iso ?? '') + 32_400_000).toISOString().replace('T', ' ').replace('Z', '');
    expect(await shown.textContent()).toBe(tokyo);
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
