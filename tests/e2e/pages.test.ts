import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  type Journey,
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
  await post('properties', { name: 'topology.disable', value: 'false' });
  await post('canaries', {
    id: '01890000-0000-7000-8000-000000000001',
    name: 'made-here',
    namespace: 'default',
    source: 'UI',
    spec: { schedule: '@every 1h', tcp: [{ name: 'a', endpoint: '127.0.0.1:1' }] },
  });
  const page = await journey.open('/health');
  await rowOf(page, /web\/cart, Unhealthy/).waitFor();
  await page.context().close();
});

afterAll(async () => {
  await journey.stop();
  await target.stop();
});

async function post(relation: string, row: object): Promise<void> {
  const answer = await fetch(`${journey.product.url}/api/db/${relation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(row),
  });
  expect(answer.status).toBe(201);
}

/**
 * What a page shows that a person chose: its title, what is typed, pressed, ticked, chosen and sorted, what is open, and
 * the rows of a list whose rows stay.
 */
const READ_STATE = `(() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read).filter(Boolean).sort();
  const name = (element) => element.getAttribute('aria-label') || element.textContent.trim();
  return {
    title: document.querySelector('h1')?.textContent,
    typed: all('main input[type=text], main input[type=search], main input:not([type]), dialog[open] input', (one) => one.value && name(one) + '=' + one.value),
    sorted: all('[aria-sort=ascending], [aria-sort=descending]', (one) => one.getAttribute('aria-sort') + ' ' + one.textContent),
    chosen: all('[aria-selected=true][role=tab], [aria-pressed=true]', name),
    buttons: all('main .qd-chip-btn', name),
    collapsed: all('main [role=row] [aria-expanded=false]', name),
    open: all('dialog[open], main aside', (one) => one.getAttribute('aria-label') || one.querySelector('h2')?.textContent),
    rows: document.querySelector('[role=grid][aria-label=Jobs]') ? [] : all('[role=grid] [role=row][aria-label]', name),
  };
})()`;

interface State {
  from: string;
  /** What stands there before anything is done. */
  ready: (page: Page) => Promise<unknown>;
  /** What an earlier visit left in the browser. */
  stored?: Record<string, string>;
  /** What a person does; left out where the page itself completes its address. */
  act?: (page: Page) => Promise<unknown>;
  /** What is in the address then. */
  parameters: Record<string, string>;
}

const ready = {
  health: async (page: Page) => {
    await rowOf(page, /web\/cart/).waitFor();
    await eventually(() => parametersOf(page)).toMatchObject({ sortBy: expect.any(String), tabBy: expect.any(String) });
  },
  canaries: (page: Page) => rowOf(page, 'made-here').waitFor(),
  flags: (page: Page) => rowOf(page, /topology\.disable/).waitFor(),
  jobs: async (page: Page) => {
    await page.getByRole('columnheader', { name: 'Timestamp' }).waitFor();
    await eventually(() => parametersOf(page).pageSize).toBeTruthy();
  },
  events: (page: Page) => page.getByRole('columnheader', { name: 'Pending Count' }).first().waitFor(),
};
const header = (name: string) => (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();

const FLAT = '/health?hidePassing=false&groupBy=no-group';
const MADE = '/settings/canaries/01890000-0000-7000-8000-000000000001';

/** Opens a check of the list, and a tab of it. */
const openCheck = async (page: Page, tab?: string): Promise<void> => {
  await rowOf(page, /web\/cart/).click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  await panelOf(page)
    .getByRole('button', { name: tab === undefined ? /^Status/ : 'JSON' })
    .waitFor();
};

/** What somebody else may have chosen before: everything otherwise than usual. */
const OTHER_CHOICES = {
  healthSettings: JSON.stringify({ hidePassing: 'false', groupBy: 'type', tabBy: 'team', badnessFirst: 'true' }),
  persistPageSize: '50',
};

/**
 * The states whose links are copied, and opened by somebody who chose otherwise before. A link does not carry what belongs to the window or to the person rather than to
 * what is looked at: whether the filter area stands open, the widths and the hidden columns of a table, the width of the
 * panel, the rate of refreshing, theme, dates and zone; a menu that is open and a text that cannot be read (yet); and
 * collapsed groups beyond some five hundred characters of their names.
 */
const STATES: Record<string, State> = {
  'health, as it is before anything is chosen': { from: '/health', ready: ready.health, parameters: USUAL_HEALTH },
  'jobs, as they are before anything is chosen': {
    from: '/settings/jobs',
    ready: ready.jobs,
    parameters: { pageSize: '150' },
  },
  'health, by settings of an earlier visit': {
    from: '/health',
    stored: OTHER_CHOICES,
    ready: ready.health,
    parameters: { hidePassing: 'false', groupBy: 'type', tabBy: 'team', sortBy: 'health' },
  },
  'health, settings of an earlier visit under an address that names others': {
    from: '/health?hidePassing=false&groupBy=no-group',
    stored: OTHER_CHOICES,
    ready: ready.health,
    parameters: { hidePassing: 'false', groupBy: 'no-group', sortBy: 'health' },
  },
  'health, a group collapsed': {
    from: '/health?hidePassing=false',
    ready: ready.health,
    act: (page) => page.getByRole('button', { name: 'Collapse ledger' }).click(),
    parameters: { closed: '["ledger"]' },
  },
  'health, failed results of a check': {
    from: FLAT,
    ready: ready.health,
    act: async (page) => {
      await openCheck(page);
      await panelOf(page)
        .getByRole('button', { name: /^Status/ })
        .click();
      await page.getByRole('menuitemradio', { name: 'Unhealthy' }).click();
    },
    parameters: { status: 'unhealthy' },
  },
  'health, slow results of a check': {
    from: FLAT,
    ready: ready.health,
    act: async (page) => {
      await openCheck(page);
      await panelOf(page).getByLabel('Duration').fill('2s');
    },
    parameters: { duration: '2s' },
  },
  'health, a spec as JSON': {
    from: FLAT,
    ready: ready.health,
    act: async (page) => {
      await openCheck(page, 'Spec');
      await panelOf(page).getByRole('button', { name: 'JSON' }).click();
    },
    parameters: { detail: 'spec', format: 'json' },
  },
  'health, searched': {
    from: FLAT,
    ready: ready.health,
    act: (page) => searchOf(page).fill('ledger'),
    parameters: { query: 'ledger' },
  },
  'health, sorted': { from: FLAT, ready: ready.health, act: header('Uptime'), parameters: { sortBy: 'uptime' } },
  'health, grouped': {
    from: '/health?hidePassing=false',
    ready: ready.health,
    act: async (page) => {
      await page.getByRole('button', { name: /^Group By/ }).click();
      await page.getByRole('menuitemradio', { name: 'Type' }).click();
    },
    parameters: { groupBy: 'type' },
  },
  'health, passing shown': {
    from: '/health?groupBy=no-group',
    ready: ready.health,
    act: (page) => page.getByRole('button', { name: 'Show passing' }).first().click(),
    parameters: { hidePassing: 'false' },
  },
  'health, a check open at its spec': {
    from: FLAT,
    ready: ready.health,
    act: async (page) => {
      await rowOf(page, /web\/cart/).click();
      await page.getByRole('tab', { name: 'Spec' }).click();
    },
    parameters: { detail: 'spec' },
  },
  'health, a check in full': {
    from: FLAT,
    ready: ready.health,
    act: async (page) => {
      await rowOf(page, /web\/cart/).click();
      await page.getByRole('button', { name: 'Expand' }).click();
    },
    parameters: { full: 'true' },
  },
  'health without a sidebar, sorted': {
    from: '/view/health?hidePassing=false&groupBy=no-group',
    ready: ready.health,
    act: header('Uptime'),
    parameters: { sortBy: 'uptime' },
  },
  'health checks, sorted': {
    from: '/settings/canaries',
    ready: ready.canaries,
    act: header('Name'),
    parameters: { sortBy: 'name' },
  },
  'health checks, adding one': {
    from: '/settings/canaries',
    ready: ready.canaries,
    act: (page) => page.getByRole('button', { name: 'Add Health Check' }).click(),
    parameters: { add: 'true' },
  },
  'a health check, its jobs': {
    from: MADE,
    ready: (page) => page.getByRole('heading', { name: 'made-here' }).waitFor(),
    act: (page) => page.getByRole('tab', { name: 'Job History' }).click(),
    parameters: { tab: 'jobs', pageSize: '150' },
  },
  'flags, searched': {
    from: '/settings/feature-flags',
    ready: ready.flags,
    act: (page) =>
      page
        .getByRole('searchbox')
        .or(page.getByPlaceholder(/search/i))
        .first()
        .fill('topology'),
    parameters: { query: 'topology' },
  },
  'flags, one open': {
    from: '/settings/feature-flags',
    ready: ready.flags,
    act: (page) => rowOf(page, /topology\.disable/).click(),
    parameters: { flag: 'topology.disable' },
  },
  'jobs, sorted': {
    from: '/settings/jobs?status=all',
    ready: ready.jobs,
    act: header('Duration'),
    parameters: { sortBy: 'duration_millis' },
  },
  'jobs, of a duration': {
    from: '/settings/jobs?status=all',
    ready: ready.jobs,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Duration/ })
        .first()
        .click();
      await page.getByRole('menuitemradio').nth(1).click();
    },
    parameters: {},
  },
  'events, sorted': {
    from: '/settings/event-queue-status',
    ready: ready.events,
    act: header('Name'),
    parameters: { sortBy: 'name' },
  },
};

describe('a link copied from any state of any page opens the same state', () => {
  it.each(Object.entries(STATES))('%s', async (_name, { from, stored, ready: isReady, act, parameters }) => {
    const page = stored ? await openWith(stored, from) : await journey.open(from);
    await isReady(page);
    if (act) {
      const before = page.url();
      await act(page);
      await eventually(() => page.url()).not.toBe(before);
    }
    await eventually(() => parametersOf(page)).toMatchObject(parameters);
    const link = page.url().slice(journey.product.url.length);
    const copy = stored ? await journey.open(link) : await openWith(OTHER_CHOICES, link);
    await eventually(() => copy.evaluate(READ_STATE)).toEqual(await settled(page));
    await Promise.all([page, copy].map((one) => one.context().close()));
  });
});

/** Opens an address in a browser that kept something from an earlier visit. */
async function openWith(stored: Record<string, string>, path: string): Promise<Page> {
  const page = await journey.open('/nothing');
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`${journey.product.url}${path}`);
  return page;
}

/** The state of a page once it no longer changes. */
async function settled(page: Page): Promise<unknown> {
  let last = '';
  await eventually(async () => {
    const now = JSON.stringify(await page.evaluate(READ_STATE));
    const isSame = now === last;
    last = now;
    return isSame;
  }).toBe(true);
  return JSON.parse(last);
}

const PAGES: Record<string, { path: string; ready: (page: Page) => Promise<unknown> }> = {
  Health: { path: FLAT, ready: ready.health },
  'Health without a sidebar': { path: '/view/health', ready: ready.health },
  'Health checks': { path: '/settings/canaries', ready: ready.canaries },
  'A health check': { path: MADE, ready: (page) => page.getByRole('heading', { name: 'made-here' }).waitFor() },
  'Feature flags': { path: '/settings/feature-flags', ready: ready.flags },
  'Job history': { path: '/settings/jobs?status=all', ready: ready.jobs },
  'Event queue': { path: '/settings/event-queue-status', ready: ready.events },
};

describe('a server that is killed while pages are open', () => {
  it('leaves each page readable and saying how old it is, and each goes on by itself', async () => {
    const open = await Promise.all(
      Object.values(PAGES).map(async (one) => {
        const page = await journey.open(one.path);
        // Seven pages begin at the same time.
        page.context().setDefaultTimeout(60_000);
        return { ...one, page };
      }),
    );
    await Promise.all(open.map(({ page, ready: isReady }) => isReady(page)));
    await Promise.all(open.map(({ page }) => page.evaluate("document.documentElement.dataset.sameDocument = 'yes'")));
    await journey.product.kill();
    for (const { page, ready: isReady } of open) {
      await page.getByText('The server cannot be reached.').waitFor();
      await page.getByText(/This page shows the state of \d+ ?(s|m)/).waitFor();
      await isReady(page);
    }
    await journey.restart();
    for (const { page, ready: isReady } of open) {
      await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
      await page.getByText(/^Live/).waitFor();
      await isReady(page);
      expect(await page.evaluate('document.documentElement.dataset.sameDocument')).toBe('yes');
    }
    await Promise.all(open.map(({ page }) => page.context().close()));
  });

  it('lets a page whose script could not be fetched be opened again when it is back', async () => {
    const page = await journey.open(FLAT);
    await ready.health(page);
    await page.route('**/assets/FlagsPage-*.js', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Feature Flags' }).click();
    await page.getByText('Sorry.. there was an error').waitFor();
    await page.unroute('**/assets/FlagsPage-*.js');
    await page.getByRole('button', { name: 'Retry' }).click();
    await ready.flags(page);
    await page.context().close();
  });
});

describe('by keyboard alone', () => {
  it('a flag is found, opened and left, and the focus is on it again', async () => {
    const page = await journey.open('/settings/feature-flags');
    await ready.flags(page);
    await tabTo(page, /^topology\.disable/, 60);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit Feature Flag' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => (await focusIn(page)).name).toMatch(/^topology\.disable/);
    await page.context().close();
  });

  it.each([
    ['jobs', '/settings/jobs?status=all', ready.jobs, 'Timestamp', { sortBy: 'created_at', sortOrder: 'asc' }],
    ['events', '/settings/event-queue-status', ready.events, 'Pending Count', { sortBy: 'pending' }],
  ] as const)('%s are sorted, and shortcuts lead on', async (_what, path, isReady, column, parameters) => {
    const page = await journey.open(path);
    await isReady(page);
    await tabTo(page, new RegExp(`^${column}`), 60);
    await page.keyboard.press('Enter');
    await eventually(() => parametersOf(page)).toMatchObject(parameters);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await ready.health(page);
    await page.context().close();
  });
});

it('the policy of every page lets no script in but those of this host', async () => {
  for (const path of ['/', '/settings/jobs', '/nothing/here', '/error']) {
    const answer = await fetch(`${journey.product.url}${path}`, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src')) ?? '';
    expect(scripts).toMatch(/^script-src 'self'( 'sha256-[\w+/=]+')*$/);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("connect-src 'self'");
  }
});

it('asked no other host, broke no policy and met no script error', () => {
  expect(journey.complaints()).toEqual([]);
});
