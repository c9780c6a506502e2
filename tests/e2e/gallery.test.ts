import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { eventually, type Journey, startJourney } from '../support/journey.ts';
import { type GalleryPage, openGallery, PARTS, showPart, WIDTHS } from './support/gallery.ts';

let journey: Journey;
const opened: GalleryPage[] = [];

beforeAll(async () => {
  journey = await startJourney();
});

afterAll(() => journey.stop());

async function openAt(width: number): Promise<Page> {
  const gallery = await openGallery(journey, { width });
  opened.push(gallery);
  return gallery.page;
}

const show = (page: Page, part: string) => showPart(page, journey.product.url, part);
const darken = (page: Page, dark: boolean) => page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });

/** What is wrong in both themes. Only colours differ between them. */
async function findFaults(page: Page, where: { within?: string } = {}): Promise<string[]> {
  const light = await findAxeViolations(page, where);
  await darken(page, true);
  const dark = await findAxeViolations(page, { rules: ['color-contrast', 'link-in-text-block'], ...where });
  await darken(page, false);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

interface Focus {
  /** Among the controls that must be reached; -1 for something else, such as a list that scrolls. */
  place: number;
  name: string;
  shown: boolean;
}

/** Presses Tab from the start of the page through its content, and tells what it met. */
async function walk(page: Page, most: number): Promise<Focus[]> {
  await page.evaluate('document.querySelector("main").focus()');
  const met: Focus[] = [];
  while (met.length < most) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate<Focus | null>('looking.readFocus()');
    if (!focus) break;
    met.push(focus);
  }
  return met;
}

it('shows each kind of part at its own address', async () => {
  const page = await openAt(1440);
  await show(page, 'all');
  const links = await page
    .getByRole('list', { name: 'Parts' })
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toEqual(['#all', ...PARTS.map((part) => `#${part}`)]);
});

describe.each(WIDTHS)('at %d px', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await openAt(width);
  });

  it.each(PARTS)('%s: no fault in either theme, nothing sticks out, Tab reaches all and is seen', async (part) => {
    await show(page, part);
    const count = await page.evaluate<number>('looking.countControls()');
    const met = await walk(page, 2 * count + 20);
    const reached = new Set(met.map(({ place }) => place));
    const missed = Array.from({ length: count }, (_, place) => place).filter((place) => !reached.has(place));
    const names = missed.map((place) => page.evaluate<string>(`looking.nameControl(${place})`));
    expect(await Promise.all(names)).toEqual([]);
    expect(met.filter(({ shown }) => !shown).map(({ name }) => name)).toEqual([]);
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate('looking.findOverhang()')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});

/** What is opened by a button of a part, and closed by Escape. */
const OVERLAYS: readonly [part: string, button: string | RegExp, role: 'menu' | 'dialog' | 'complementary'][] = [
  ['data-table', 'Columns', 'menu'],
  ['data-table', /^Column Health/, 'menu'],
  ['frame', 'Open palette', 'dialog'],
  ['frame', 'Open palette of nothing', 'dialog'],
  ['frame', 'Settings beside', 'menu'],
  ['controls', 'More actions', 'menu'],
  ['controls', /^Group by/, 'menu'],
  ['controls', /^Type/, 'dialog'],
  ['filters', /^Absolute time range/, 'dialog'],
  ['filters', /^Saved filters/, 'menu'],
  ['feedback', 'Open very-small', 'dialog'],
  ['feedback', 'Open medium', 'dialog'],
  ['feedback', 'Open full', 'dialog'],
  ['feedback', 'Delete …', 'dialog'],
  ['feedback', 'Approve …', 'dialog'],
  ['feedback', 'Open panel', 'complementary'],
];

describe.each([1440, 400])('what opens at %d px', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await openAt(width);
  });

  it.each(OVERLAYS)('%s, %s: a %s without fault, which Escape closes', async (part, name, role) => {
    await show(page, part);
    const button = page.locator('main').getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible())) return;
    await button.focus();
    await page.keyboard.press('Enter');
    const within = `main :is([role=${role}], dialog[open], aside)`;
    const overlay = page.locator(within).last();
    await overlay.waitFor();
    expect(await findFaults(page, { within })).toEqual([]);
    expect(await page.evaluate('looking.findOverhang()')).toEqual([]);
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  it('feedback: toasts of each kind, side by side', async () => {
    await show(page, 'feedback');
    for (const kind of ['Undo', 'Success', 'Error', 'Loading']) {
      await page.getByRole('button', { name: `${kind} toast` }).click();
    }
    await page.getByText('Running the check').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('feedback: a refused act says why, in its dialog', async () => {
    await show(page, 'feedback');
    await page.getByRole('button', { name: 'Approve …' }).click();
    const dialog = page.getByRole('dialog', { name: /^Approve/ });
    await dialog.getByRole('button', { name: /^(Approve|Yes)/ }).click();
    await dialog.getByText('approved by Ada Marsh').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('form: the options of a field, and of one whose source fails', async () => {
    await show(page, 'form');
    const form = page.getByRole('form', { name: 'Plain fields' });
    await form.getByRole('combobox', { name: 'Owner' }).fill('');
    await form.getByRole('option', { name: /Ada Marsh/ }).waitFor();
    expect(await findFaults(page, { within: 'main form' })).toEqual([]);
    await page.keyboard.press('Escape');
    await form.getByRole('combobox', { name: 'Connection' }).focus();
    await page.keyboard.press('ArrowDown');
    await form.getByText('Could not search').waitFor();
    expect(await findFaults(page, { within: 'main form' })).toEqual([]);
  });

  it('data table: rows that come wait for their reader', async () => {
    await show(page, 'data-table');
    const grid = page.getByRole('grid', { name: 'Waiting rows' });
    const firstRow = () =>
      grid
        .getByRole('row', { name: /^check-/ })
        .first()
        .getAttribute('aria-label');
    const before = await firstRow();
    await page.getByRole('button', { name: 'Let three rows come' }).press('Enter');
    const held = page.getByRole('button', { name: 'Update the list: 3 new', exact: true });
    await held.waitFor();
    expect(await firstRow()).toBe(before);
    expect(await findFaults(page)).toEqual([]);
    await held.press('Enter');
    await eventually(firstRow).not.toBe(before);
  });
});

describe('by keyboard', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openAt(1440);
  });

  it.each(PARTS)('%s: Enter opens and Escape closes all that says it opens', async (part) => {
    await show(page, part);
    const buttons = page.locator('main button[aria-haspopup]');
    for (let i = 0; i < (await buttons.count()); i++) {
      const button = buttons.nth(i);
      await button.press('Enter');
      await eventually(() => button.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Escape');
      await eventually(() => button.getAttribute('aria-expanded')).toBe('false');
      expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    }
  });

  it('a table is sorted, resized, ticked and filtered', async () => {
    await show(page, 'data-table');
    const paged = page.getByRole('grid', { name: 'Paged rows' });
    const menu = paged.getByRole('button', { name: 'Column Health' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Enter');
    const header = paged.getByRole('columnheader', { name: /Health/ });
    await eventually(() => header.getAttribute('aria-sort')).toBe('ascending');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: /^Resize/ }).press('Enter');
    const handle = paged.getByRole('separator', { name: 'Width of Health' });
    await eventually(() => handle.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    const width = Number(await handle.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowRight');
    await eventually(() => handle.getAttribute('aria-valuenow')).toBe(String(width + 16));
    await paged.getByRole('row').nth(1).focus();
    for (const key of ['Space', 'j', 'j', 'Shift+Space']) await page.keyboard.press(key);
    await page.getByRole('status').filter({ hasText: '6 selected' }).waitFor();
    const grouped = page.getByRole('grid', { name: 'Grouped rows' });
    await grouped
      .getByRole('row', { name: /^check-/ })
      .first()
      .focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Exclude Type/ }).press('Enter');
    await page.getByText(/^exclude type/).waitFor();
  });

  it('a graph is walked, unfolded and read as a table', async () => {
    await show(page, 'graph');
    await page.getByRole('button', { name: /^payments/ }).focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => page.evaluate('document.activeElement.textContent')).toMatch(/^ledger|more/);
    const ledgers = page.getByRole('button', { name: /^ledger/ });
    const before = await ledgers.count();
    await page.getByRole('button', { name: /more/ }).press('Enter');
    await eventually(() => ledgers.count()).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Table' }).press('Enter');
    await page.getByRole('grid', { name: 'Relationships' }).getByRole('row', { name: 'payments' }).waitFor();
  });

  it('a chart is read point by point', async () => {
    await show(page, 'shapes');
    const points = page.getByRole('slider', { name: 'Points of Memory of the last hour' });
    await points.focus();
    await page.keyboard.press('Home');
    const first = await points.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    await eventually(() => points.getAttribute('aria-valuetext')).not.toBe(first);
  });
});

it('asked no other host, broke no policy, met no script error and logged none', () => {
  const complaints = opened.flatMap(({ foreignRequests, scriptErrors, policyViolations, logged }) => [
    ...foreignRequests,
    ...scriptErrors,
    ...policyViolations,
    ...logged,
  ]);
  expect(complaints).toEqual([]);
});
