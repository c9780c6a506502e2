import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { type Journey, panelOf, startJourney } from '../support/journey.ts';

const WIDTHS = [1440, 768, 400];
const SUMMARY = '**/api/canary/api/summary*';
const ALL = '/health?hidePassing=false';

/** One state of the console: how it is reached on a page that is still empty. */
interface State {
  name: string;
  reach: (page: Page, url: string) => Promise<void>;
}

async function openList(page: Page, url: string, query = ALL): Promise<void> {
  await page.goto(`${url}${query}`);
  await page.getByRole('grid', { name: 'Checks' }).getByRole('row').nth(3).waitFor();
}

async function openPanel(page: Page, url: string): Promise<void> {
  await openList(page, url, '/health?sortBy=health&groupBy=no-group');
  await page.getByRole('grid', { name: 'Checks' }).locator('[aria-selected]').first().click();
  await panelOf(page).getByText('Next Run').waitFor();
}

async function openTab(page: Page, url: string, name: string): Promise<void> {
  await openPanel(page, url);
  await panelOf(page).getByRole('tab', { name }).click();
  await panelOf(page).getByRole('tabpanel').waitFor();
}

const DEMO_STATES: State[] = [
  { name: 'table with groups', reach: (page, url) => openList(page, url) },
  { name: 'flat table', reach: (page, url) => openList(page, url, `${ALL}&groupBy=no-group&sortBy=health`) },
  { name: 'cards', reach: (page, url) => openList(page, url, `${ALL}&layout=card`) },
  {
    name: 'pivot',
    reach: async (page, url) => {
      await page.goto(`${url}${ALL}&pivotLabel=team&pivotCellType=latency`);
      await page.getByRole('region', { name: 'Pivot' }).getByRole('row').nth(2).waitFor();
    },
  },
  { name: 'panel, history', reach: openPanel },
  { name: 'panel, graph', reach: (page, url) => openTab(page, url, 'Graph') },
  { name: 'panel, spec', reach: (page, url) => openTab(page, url, 'Spec') },
  { name: 'panel, relationships', reach: (page, url) => openTab(page, url, 'Relationships') },
  {
    name: 'full-size dialog',
    reach: async (page, url) => {
      await openPanel(page, url);
      await panelOf(page).getByRole('button', { name: 'Expand' }).click();
      await page.getByRole('dialog').getByText('Next Run').waitFor();
    },
  },
  {
    name: 'filters',
    reach: async (page, url) => {
      await openList(page, url);
      await page.getByRole('button', { name: /^Filters/ }).click();
      const filters = page.getByRole('complementary', { name: 'Filters' });
      await filters.getByRole('button', { name: /team/ }).click();
      await page.getByRole('dialog', { name: 'Filter by team' }).waitFor();
    },
  },
  {
    name: 'menu',
    reach: async (page, url) => {
      await openList(page, url);
      await page.getByRole('button', { name: /^Group By/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'preferences',
    reach: async (page, url) => {
      await openList(page, url);
      await page.getByRole('button', { name: 'Preferences' }).click();
      await page.getByRole('dialog', { name: 'Preferences' }).getByRole('group', { name: 'Theme' }).waitFor();
    },
  },
  {
    name: 'help',
    reach: async (page, url) => {
      await openList(page, url);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByText(/Backend: \d/).waitFor();
    },
  },
  {
    name: 'palette',
    reach: async (page, url) => {
      await openList(page, url);
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'without a sidebar',
    reach: async (page, url) => {
      await openList(page, url, '/view/health?hidePassing=false');
    },
  },
  {
    name: 'failed sign-in',
    reach: async (page, url) => {
      await page.goto(`${url}/error?error_code=BAD_SESSION`);
      await page.getByText('Bad Session.').waitFor();
    },
  },
  {
    name: 'shortcuts',
    reach: async (page, url) => {
      await openList(page, url);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'toast',
    reach: async (page, url) => {
      await openPanel(page, url);
      await page.getByRole('button', { name: 'Run Now' }).click();
      await page.getByText(/Ran 1 check/).waitFor();
    },
  },
  {
    name: 'nothing matches',
    reach: async (page, url) => {
      await page.goto(`${url}${ALL}&query=nothing+is+called+this`);
      await page.getByText('No check matches these filters.').waitFor();
    },
  },
  {
    name: 'no checks',
    reach: async (page, url) => {
      await page.route(SUMMARY, (route) => route.fulfill({ json: { runnerName: 'local', checks_summary: [] } }));
      await page.goto(`${url}/health`);
      await page.getByText('There is no check yet.').waitFor();
    },
  },
  {
    name: 'error',
    reach: async (page, url) => {
      await page.route(SUMMARY, (route) => route.fulfill({ status: 500, body: 'oops' }));
      await page.goto(`${url}/health`);
      await page.getByText('The checks could not be loaded').waitFor();
    },
  },
  {
    name: 'error over rows',
    reach: async (page, url) => {
      await openList(page, url);
      await page.route(SUMMARY, (route) => route.fulfill({ status: 503, body: 'oops' }));
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await page.getByText('What you see is').waitFor();
    },
  },
  {
    name: 'loading',
    reach: async (page, url) => {
      await page.route(SUMMARY, () => undefined);
      await page.goto(`${url}/health`);
      await page.getByRole('status', { name: 'Loading rows' }).waitFor();
    },
  },
  {
    name: 'unknown address',
    reach: async (page, url) => {
      await page.goto(`${url}/nothing/here`);
      await page.getByText('There is nothing at this address').waitFor();
    },
  },
  {
    name: 'documents that could not be used',
    reach: async (page, url) => {
      await page.route('**/api/status', async (route) => {
        const answer = await route.fetch();
        const error = {
          file: 'a.yaml',
          line: 3,
          field: 'spec.http',
          code: 'DOCUMENT_FIELD',
          message: 'expected a list',
        };
        await route.fulfill({ json: { ...(await answer.json()), documentErrors: [error] } });
      });
      await openList(page, url);
      await page.getByRole('status').filter({ hasText: '1 document' }).getByRole('button', { name: 'Show' }).click();
      await page.getByRole('dialog').getByText('a.yaml:3').waitFor();
    },
  },
  {
    name: 'gallery of parts',
    reach: async (page, url) => {
      await page.goto(`${url}/__gallery`);
      await page.getByRole('heading', { name: 'Parts', exact: true }).waitFor();
      await page.locator('canvas').first().waitFor();
      await page.locator('[contenteditable]').first().waitFor();
    },
  },
  {
    name: 'time range and its calendar',
    reach: async (page, url) => {
      await page.goto(`${url}/__gallery`);
      await page.getByRole('button', { name: 'Time range: 1 hour', exact: true }).click();
      const range = page.getByRole('dialog', { name: 'Time range', exact: true });
      await range.getByRole('button', { name: 'From: open calendar' }).click();
      await page.getByRole('dialog', { name: 'From: choose a day' }).waitFor();
    },
  },
  {
    name: 'saved filters',
    reach: async (page, url) => {
      await page.goto(`${url}/__gallery`);
      const bar = page.getByRole('region', { name: 'Filters that are set' });
      await bar.getByRole('button', { name: 'Saved' }).click();
      await page.getByRole('dialog', { name: 'Saved filters' }).waitFor();
    },
  },
];

const SELF_WATCH: State = {
  name: 'self-watch',
  reach: async (page, url) => {
    await openList(page, url);
    await page.getByText('Watching itself').waitFor();
  },
};

/** What is wrong with a state in both themes: rules of axe, and a page that is wider than its window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    faults.push(...(await findAxeViolations(page)).map((violation) => `${theme}: ${violation}`));
  }
  const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  if (over > 0) faults.push(`${over} px wider than the window`);
  return faults;
}

function walk(journey: () => Journey, states: State[]): void {
  describe.each(WIDTHS)('at %d px', (width) => {
    it.concurrent.each(states)('$name', async ({ reach }) => {
      const page = await journey().open('/healthz', { width });
      await reach(page, journey().product.url);
      const faults = await faultsOf(page);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}

describe('the demo', () => {
  let journey: Journey;

  beforeAll(async () => {
    journey = await startJourney({ args: ['--demo'] });
  });

  afterAll(() => journey.stop());

  walk(() => journey, DEMO_STATES);

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});

describe('a product that watches itself', () => {
  let journey: Journey;

  beforeAll(async () => {
    journey = await startJourney();
  });

  afterAll(() => journey.stop());

  walk(() => journey, [SELF_WATCH]);
});
