import type { Page } from 'playwright-core';
import { STILL_CANARY_ID, STILL_CHECK_ID } from './still-world.ts';

/** A page of the console in the world that stands still. */
export interface StillPage {
  name: string;
  path: string;
  /** Waits until it is there, or does what shows it. */
  reach: (page: Page) => Promise<void>;
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row').nth(2).waitFor();
const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const ALL = '/health?hidePassing=false';

/** Answers of the summary that are no rows. */
const summary = (fulfil: { status?: number; json?: unknown }, wait: (page: Page) => Promise<void>) => {
  return async (page: Page): Promise<void> => {
    await page.route('**/api/canary/api/summary*', (route) => route.fulfill(fulfil));
    await page.reload();
    await wait(page);
  };
};

/** What is said for some seconds only is in no picture. */
async function dismissToast(page: Page): Promise<void> {
  const button = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' });
  await button.click({ timeout: 5000 }).catch(() => undefined);
  await button.waitFor({ state: 'hidden' });
}

/** Health, the settings, and the pages that say why there is nothing. */
export const STILL_PAGES: readonly StillPage[] = [
  { name: 'health', path: '/health', reach: rows },
  { name: 'health-flat', path: `${ALL}&groupBy=no-group&sortBy=health`, reach: rows },
  { name: 'health-cards', path: `${ALL}&layout=card`, reach: rows },
  {
    name: 'health-panel',
    path: `${ALL}&groupBy=no-group&sortBy=health&checkId=${STILL_CHECK_ID}`,
    reach: (page) => page.getByText('expected 503').first().waitFor(),
  },
  { name: 'health-none-match', path: `${ALL}&query=nothing+is+called+this`, reach: says('No check matches') },
  {
    name: 'health-empty',
    path: '/health',
    reach: summary({ json: { runnerName: 'local', checks_summary: [] } }, says('There is no check yet.')),
  },
  {
    name: 'health-failed',
    path: '/health',
    reach: async (page) => {
      await summary({ status: 500, json: {} }, says('The checks could not be loaded'))(page);
      await dismissToast(page);
    },
  },
  { name: 'settings-canaries', path: '/settings/canaries', reach: rows },
  {
    name: 'settings-canary',
    path: `/settings/canaries/${STILL_CANARY_ID}`,
    reach: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).first().waitFor(),
  },
  { name: 'settings-jobs', path: '/settings/jobs', reach: rows },
  { name: 'settings-flags', path: '/settings/feature-flags', reach: rows },
  { name: 'settings-events', path: '/settings/event-queue-status', reach: rows },
  { name: 'not-found', path: '/nowhere', reach: (page) => page.getByRole('heading').first().waitFor() },
  {
    name: 'sign-in-error',
    path: '/error?error_code=nobody',
    reach: (page) => page.getByRole('heading').first().waitFor(),
  },
];
