import { readFileSync } from 'node:fs';
import type { Bootstrap, Flow, FlowErrorBody, FlowKind, FlowNode } from '@quarterdeck/contract';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type Journey, startJourney } from '../support/journey.ts';
import { NAMED_PLACES, otherPlaces } from '../support/other-places.ts';

const WAY_OUT = readFileSync(new URL('support/way-out.js', import.meta.url), 'utf8');
const EMAIL = 'ada@example.test';
const PASSWORD = 'a fine long phrase';

/** One way through the page that is open. */
interface Step {
  /** Leaves for this place, as the console never should. */
  leaves?: string;
  /** Where the page goes first, without being loaded anew. */
  address?: string;
  /** A link that tells that the page knows the address. */
  link?: string;
  /** What is written into fields. */
  values?: Record<string, string>;
  /** Text that comes after the form was sent. */
  shows?: string;
  /** How often the form is sent. Default: once. */
  presses?: 0 | 1 | 2;
  /** Nothing is to leave the page. */
  stays?: boolean;
}

/** Where a step would have led, and the links of its page that lead elsewhere. */
interface Way {
  to: string[];
  straying: string[];
}

let journey: Journey;
let places: readonly string[];

beforeAll(async () => {
  journey = await startJourney({
    env: { QD_MODE: 'self-hosted', QD_BREACH_URL: 'off', QD_ADMIN_EMAIL: EMAIL, QD_ADMIN_PASSWORD: PASSWORD },
  });
  places = otherPlaces(new URL(journey.product.url));
});
afterAll(() => journey.stop());

/** Opens a page that stays where it is; the services behind it answer as told. */
async function openStaying(path: string, answers: Record<string, (route: Route) => unknown>): Promise<Page> {
  const page = await journey.open('/error');
  await page.addInitScript({ content: WAY_OUT });
  await page.route(/\/(api|cp)\//, (route) => {
    const asked = new URL(route.request().url());
    const found = Object.entries(answers).find(([key]) => `${route.request().method()} ${asked.pathname}` === key);
    return found ? found[1](route) : route.fulfill({ status: 404, json: {} });
  });
  await page.goto(new URL(path, journey.product.url).href);
  return page;
}

/** What is wrong with ways: each has to stay with the console, and to lead somewhere. */
async function strayed(page: Page, steps: readonly Step[]): Promise<string[]> {
  const ways = await page.evaluate<Way[]>(`wayOut.walk(${JSON.stringify(steps)})`);
  expect(ways).toHaveLength(steps.length);
  return ways.flatMap(({ to, straying }, index) => {
    const outside = to.filter((url) => new URL(url).origin !== new URL(journey.product.url).origin);
    return [...outside, ...straying].map((url) => `${JSON.stringify(steps[index])} leads to ${url}`);
  });
}

const bootstrap = (mode: Bootstrap['mode']) => (route: Route) =>
  route.fulfill({
    json: {
      mode,
      console_version: '0.0.0',
      features: { registration: true, outbox: false, query_login: false },
    } satisfies Bootstrap,
  });

const SEND: FlowNode = {
  type: 'input',
  group: 'password',
  attributes: { node_type: 'input', name: 'method', type: 'submit', value: 'password', disabled: false },
  messages: [],
  meta: { label: { id: 1, type: 'info', text: 'Send' } },
};

const flowOf = (more: Partial<Flow> = {}, nodes: FlowNode[] = [SEND], text?: string): Flow => ({
  id: 'f',
  type: 'browser',
  issued_at: '2026-01-01T00:00:00Z',
  expires_at: '2099-01-01T00:00:00Z',
  request_url: '/',
  state: 'choose_method',
  ui: {
    action: '/',
    method: 'POST',
    nodes,
    ...(text === undefined ? {} : { messages: [{ id: 1, type: 'info' as const, text }] }),
  },
  ...more,
});

/** Opens the page of a flow whose forms are answered in this order. */
function openFlow(kind: FlowKind, sent: readonly { status: number; json: unknown }[]): Promise<Page> {
  const left = [...sent];
  const base = '/api/.ory/self-service';
  const form = (route: Route) => route.fulfill({ json: flowOf() });
  return openStaying(`${kind === 'settings' ? '/profile-settings' : `/${kind}`}?flow=f`, {
    'GET /api/bootstrap': bootstrap('self-hosted'),
    'GET /api/auth/whoami': (route) =>
      route.fulfill({ json: { message: '', payload: { user: { id: 'a', name: 'Ada' }, roles: [], permissions: [] } } }),
    [`GET ${base}/${kind}/flows`]: form,
    [`GET ${base}/${kind}/browser`]: form,
    [`POST ${base}/${kind}`]: (route) => route.fulfill(left.shift() ?? { status: 500, json: {} }),
  });
}

const DONE = { status: 200, json: { session: {} } };
const query = (place: string) => `return_to=${encodeURIComponent(place)}`;

describe('14: the console leaves for no other place (contract identity §11)', () => {
  it('as whatever watches it would tell', async () => {
    const page = await openFlow('login', []);
    expect(await strayed(page, [{ leaves: 'https://evil.example/', presses: 0 }])).toEqual([
      expect.stringMatching('leads to https://evil.example/'),
    ]);
    expect(places.length).toBeGreaterThanOrEqual(100);
  });

  it('that the address of the sign-in names', async () => {
    const page = await openFlow(
      'login',
      places.map(() => DONE),
    );
    const steps = places.map((place) => ({
      address: `/login?flow=f&${query(place)}`,
      link: `/recovery?${query(place)}`,
    }));
    expect(await strayed(page, steps)).toEqual([]);
  });

  it('that a form names once it is done', async () => {
    const answers = places.flatMap((place, index) => [
      { status: 400, json: flowOf({ return_to: place }, [SEND], `form ${index}.`) },
      DONE,
    ]);
    const steps = places.map((_, index) => ({ shows: `form ${index}.`, presses: 2 as const }));
    expect(await strayed(await openFlow('login', answers), steps)).toEqual([]);
  });

  it.each([
    ['browser_location_change_required', 422],
    ['session_refresh_required', 403],
    ['session_aal2_required', 403],
  ] as const)('that %s names', async (id, code) => {
    const answers = places.map((place) => ({
      status: code,
      json: {
        error: { id, code, status: '', message: '' },
        redirect_browser_to: place,
      } satisfies FlowErrorBody,
    }));
    expect(
      await strayed(
        await openFlow('login', answers),
        places.map(() => ({})),
      ),
    ).toEqual([]);
  });

  it('that changed settings go on to', async () => {
    const answers = places.map((url) => ({
      status: 200,
      json: flowOf({
        continue_with: [{ action: 'show_verification_ui', flow: { id: 'v', verifiable_address: EMAIL, url } }],
      }),
    }));
    expect(
      await strayed(
        await openFlow('settings', answers),
        places.map(() => ({})),
      ),
    ).toEqual([]);
  });

  it('by a link of a form, or one that goes back from the settings', async () => {
    const forms = places.map((href, index) => {
      const title = { id: 1070009, type: 'info' as const, text: `go on ${index}.` };
      const link: FlowNode = {
        type: 'a',
        group: 'code',
        attributes: { node_type: 'a', id: 'continue', href, title },
        messages: [],
        meta: {},
      };
      return { status: 200, json: flowOf({ return_to: href }, [link, SEND]) };
    });
    const steps = places.map((_, index) => ({ shows: `go on ${index}.`, stays: true }));
    expect(await strayed(await openFlow('verification', forms), steps)).toEqual([]);
    const settings = places.map((place, index) => ({
      status: 400,
      json: flowOf({ return_to: place }, [SEND], `form ${index}.`),
    }));
    const shown = places.map((_, index) => ({ shows: `form ${index}.`, stays: true }));
    expect(await strayed(await openFlow('settings', settings), shown)).toEqual([]);
  });

  it.each([
    [
      'the sign-in',
      (place: string) => ({
        address: `/login?${query(place)}`,
        link: `/registration?${query(place)}`,
        values: { email: EMAIL, password: PASSWORD },
      }),
    ],
    [
      'the page that a 401 leads to',
      (place: string) => ({ address: `/auth-state-checker?${query(place)}`, presses: 0 as const }),
    ],
  ])('in hosted mode, from %s', async (_name, way) => {
    const user = { id: 'a', name: 'Ada', email: EMAIL };
    const page = await openStaying('/registration', {
      'GET /api/bootstrap': bootstrap('hosted'),
      'POST /cp/auth/sign-in/email': (route) => route.fulfill({ json: {} }),
      'GET /cp/session': (route) => route.fulfill({ json: { user } }),
      'GET /api/auth/whoami': (route) =>
        route.fulfill({ json: { message: '', payload: { user, roles: [], permissions: [] } } }),
    });
    // Another page between two visits: each begins anew.
    const between = { address: '/registration', link: '/login', presses: 0 as const, stays: true };
    expect(
      await strayed(
        page,
        places.flatMap((place) => [between, way(place)]),
      ),
    ).toEqual([]);
  });

  it('with nothing between: the server makes the form, and a password signs in', async () => {
    await eventually(() => journey.product.output()).toContain('listens at');
    for (const place of places.slice(0, NAMED_PLACES)) {
      const page = await journey.open(`/login?${query(place)}`);
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Account' }).waitFor();
      expect(new URL(page.url()).origin, place).toBe(new URL(journey.product.url).origin);
      await page.context().close();
    }
  });

  it('and ran nothing of them', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
