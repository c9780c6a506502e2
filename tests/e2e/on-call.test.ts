import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
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

const WORST_FIRST = { ...USUAL_HEALTH, sortBy: 'health' };
const SEEN = ['ledger/read, Unhealthy', 'web/cart, Unhealthy', 'audit, Warning'];

/** Opens the list with the worst first and the ledger's failing check beside it. */
async function openLedger(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Worst first' }).click();
  await rowOf(page, /ledger\/read/).click();
  await panelOf(page).getByText('Unhealthy for').waitFor();
  return parametersOf(page).checkId ?? '';
}

describe('a person on call', () => {
  it('sees what is broken, worst first, with what is hidden in words', async () => {
    const page = await journey.open('/');
    await eventually(() => new URL(page.url()).pathname).toBe('/health');
    await expectParameters(page, USUAL_HEALTH);
    await eventually(async () => (await listedChecks(page)).toSorted()).toEqual(SEEN.toSorted());
    await page.getByText('5 passing hidden').waitFor();
    await page.getByRole('button', { name: 'Worst first' }).click();
    await expectParameters(page, WORST_FIRST);
    await eventually(async () => (await listedChecks(page)).at(-1)).toBe('audit, Warning');
    expect((await listedChecks(page)).slice(0, 2).toSorted()).toEqual(SEEN.slice(0, 2));
  });

  it('opens a check beside the list, reads why it fails, runs it, and closes it', async () => {
    const page = await journey.open('/health');
    const checkId = await openLedger(page);
    const panel = panelOf(page);
    await expectParameters(page, { ...WORST_FIRST, checkId });
    await rowOf(page, /web\/cart/).waitFor();
    await panel
      .getByText(/expected 503 to be/)
      .first()
      .waitFor();

    await panel.getByRole('columnheader', { name: 'Duration' }).waitFor();
    await eventually(() => panel.getByRole('row').count()).toBeGreaterThan(2);

    await panel.getByRole('tab', { name: 'Graph' }).click();
    await panel.getByRole('figure', { name: /Health and latency of the last 1 hour: \d+ points/ }).waitFor();

    await panel.getByRole('tab', { name: 'Spec' }).click();
    await eventually(() => panel.getByRole('tabpanel').textContent()).toContain('schedule: "@every 1s"');
    await panel.getByRole('button', { name: 'JSON' }).click();
    await eventually(() => panel.getByRole('tabpanel').textContent()).toContain('"schedule": "@every 1s"');

    await panel.getByRole('tab', { name: /Relationships/ }).click();
    await panel.getByText('Nothing is related to this check').waitFor();

    await panel.getByRole('button', { name: 'Run Now' }).click();
    await page.getByText(/Ran 1 check: 0 passed, 1 failed/).waitFor();
    await expectParameters(page, { ...WORST_FIRST, checkId, detail: 'relationships', format: 'json' });

    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await expectParameters(page, { ...WORST_FIRST, timeRange: '1h' });
  });

  it('goes back and forward through what was open', async () => {
    const page = await journey.open('/health');
    const checkId = await openLedger(page);
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    await expectParameters(page, { ...WORST_FIRST, timeRange: '1h' });
    await page.goBack();
    await expectParameters(page, { ...WORST_FIRST, checkId });
    await panelOf(page).getByText('Unhealthy for').waitFor();
    await page.goBack();
    await expectParameters(page, WORST_FIRST);
    await panelOf(page).waitFor({ state: 'detached' });
    await page.goBack();
    await expectParameters(page, USUAL_HEALTH);
    await page.goForward();
    await page.goForward();
    await panelOf(page).getByText('Unhealthy for').waitFor();
  });

  it('shares a link that opens the same state elsewhere', async () => {
    const page = await journey.open('/health?query=e&labels=%7B%22team%3Amoney%22%3A1%7D&groupBy=type');
    await openLedger(page);
    const seen = await listedChecks(page);
    const other = await journey.open(page.url().slice(journey.product.url.length));
    await panelOf(other).getByText('Unhealthy for').waitFor();
    await eventually(() => listedChecks(other)).toEqual(seen);
    expect(await rowOf(other, /ledger\/read/).getAttribute('aria-selected')).toBe('true');
    expect(await other.getByRole('button', { name: 'Worst first' }).getAttribute('aria-pressed')).toBe('true');
    expect(await searchOf(other).inputValue()).toBe('e');
  });

  it('fills the window with a check, and goes back to the list beside it', async () => {
    const page = await journey.open('/health');
    const checkId = await openLedger(page);
    await panelOf(page).getByRole('button', { name: 'Expand' }).click();
    await expectParameters(page, { ...WORST_FIRST, checkId, full: 'true' });
    const dialog = page.getByRole('dialog', { name: /ledger\/read/ });
    await dialog.getByText('Unhealthy for').waitFor();
    await dialog.getByRole('button', { name: 'Show beside the list' }).click();
    await panelOf(page).waitFor();
    await expectParameters(page, { ...WORST_FIRST, checkId });
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
