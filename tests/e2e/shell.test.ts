import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { eventually, focusedName, type Journey, parametersOf, rowOf, startJourney } from '../support/journey.ts';
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

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openHealth(width = 1440): Promise<Page> {
  const page = await journey.open('/health?groupBy=no-group', { width });
  await rowOf(page, /web\/cart/).waitFor();
  return page;
}

async function setProperty(name: string, value: string | null): Promise<void> {
  const url = `${journey.product.url}/api/db/properties`;
  const headers = { 'content-type': 'application/json' };
  const answer =
    value === null
      ? await fetch(`${url}?name=eq.${name}`, { method: 'DELETE' })
      : await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name, value }) });
  expect(answer.ok).toBe(true);
}

describe('the palette', () => {
  it('finds a check by a part of its name and opens it, without a mouse', async () => {
    const page = await openHealth();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.type('cart');
    await page.getByRole('option', { name: /web\/cart/ }).waitFor();
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await eventually(() => parametersOf(page).checkId).toBeTruthy();
    await page.getByRole('complementary', { name: 'Check detail' }).getByText('web/cart').first().waitFor();
    await page.keyboard.press('Control+k');
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /web\/cart/ })
      .waitFor();
  });

  it('answers from what it knows within a frame', async () => {
    const page = await openHealth();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.type('web');
    await page.getByRole('option', { name: /web\/cart/ }).waitFor();
    await page.route('**/api/resources/search', () => undefined);
    await page.keyboard.type('/c');
    await page.getByRole('option', { name: /web\/cart/ }).waitFor({ timeout: 250 });
  });

  it('goes to a page, does a command, and gives the focus back when it is left', async () => {
    const page = await openHealth();
    await page.getByRole('button', { name: 'Preferences' }).focus();
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('Preferences');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('shortcuts');
    await page.getByRole('option', { name: /Show all shortcuts/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Find anything').waitFor();
  });
});

describe('the sidebar', () => {
  it('is followed by keys, remembers that it is narrow, and then opens its group beside it', async () => {
    const page = await openHealth();
    await sidebar(page).getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await sidebar(page).getByRole('link', { name: 'Event Queue' }).waitFor();
    await sidebar(page).getByRole('button', { name: 'Collapse navigation' }).click();
    await page.reload();
    const settings = sidebar(page).getByRole('button', { name: 'Settings' });
    await settings.focus();
    await page.keyboard.press('ArrowRight');
    const menu = page.getByRole('menu', { name: 'Settings' });
    await menu.getByRole('menuitem').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await eventually(() => pathOf(page)).toMatch(/^\/settings\//);
    await menu.waitFor({ state: 'detached' });
  });

  it('has little room under 1024 px: a click beside the wide bar makes it narrow', async () => {
    const page = await openHealth(900);
    await sidebar(page).getByRole('button', { name: 'Expand navigation' }).click();
    await sidebar(page).getByRole('button', { name: 'Collapse navigation' }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await sidebar(page).getByRole('button', { name: 'Expand navigation' }).waitFor();
  });

  it('is a drawer on a phone, left by Escape and by following an entry', async () => {
    const page = await openHealth(400);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await sidebar(page).getByRole('link', { name: 'Health' }).waitFor();
    await page.keyboard.press('Escape');
    await sidebar(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await sidebar(page).getByRole('button', { name: 'Settings' }).click();
    await sidebar(page).getByRole('link', { name: 'Jobs History' }).click();
    await eventually(() => pathOf(page)).toBe('/settings/jobs');
    await sidebar(page).waitFor({ state: 'hidden' });
  });
});

describe('flags', () => {
  it('take an entry and its page away while the console is open, and give them back', async () => {
    const page = await openHealth();
    await setProperty('health.disable', 'true');
    await sidebar(page)
      .getByRole('link', { name: /^Health/ })
      .waitFor({ state: 'detached' });
    await page.getByText('Health is switched off').waitFor();
    await page.goto(`${journey.product.url}/settings/jobs`);
    await page.getByText(/is switched off$/).waitFor();
    await setProperty('health.disable', null);
    await sidebar(page)
      .getByRole('link', { name: /^Health/ })
      .first()
      .waitFor();
  });
});

describe('a server that is gone', () => {
  it('leaves the page readable, with its age, and the page goes on by itself', async () => {
    const page = await openHealth();
    await page.evaluate("document.documentElement.dataset.sameDocument = 'yes'");
    await journey.product.kill();
    const banner = page.getByText('The server cannot be reached.');
    await banner.waitFor();
    await page.getByText(/This page shows the state of \d+ ?(s|m)/).waitFor();
    expect(await rowOf(page, /web\/cart/).count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);
    await journey.restart();
    await banner.waitFor({ state: 'detached', timeout: 40_000 });
    await page.getByText(/^Live/).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.sameDocument')).toBe('yes');
  });
});

it('asked no other host, broke no policy and met no script error', () => {
  expect(journey.complaints()).toEqual([]);
});
