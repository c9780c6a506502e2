import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherPlaces } from '../../support/other-places.ts';
import { API, errorOf, flowOf, nodeValue, saidBy } from './support/browser.ts';
import { CONSOLE, PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

const spellings = otherPlaces(new URL(CONSOLE));

let site: Site;
let email: string;

beforeAll(async () => {
  site = await startSite({ nodes: 1 });
  ({ email } = await site.addPerson());
});
afterAll(() => site.stop());

/** Where a browser goes that is told to go there from a page of the console. */
const originOf = (target: string): string => URL.parse(target, `${CONSOLE}/login`)?.origin ?? 'nowhere';
const isHere = (target: string): boolean => originOf(target) === CONSOLE;

describe('14: an address to come back to never leads elsewhere', () => {
  it('is told in more than a hundred spellings', () => {
    expect(spellings.length).toBeGreaterThanOrEqual(100);
  });

  it.each(['login', 'registration', 'recovery', 'verification'])('where a %s begins', async (kind) => {
    const strayed = [];
    for (const spelling of spellings) {
      const query = new URLSearchParams({ return_to: spelling });
      const path = `${API}/self-service/${kind}/browser?${query}`;
      const answer = await site.browser().call('GET', path);
      const refused = answer.status === 400 && saidBy(answer) === 'self_service_flow_return_to_forbidden';
      if (!refused && !(answer.status === 200 && isHere(flowOf(answer).return_to ?? '/'))) strayed.push(spelling);
      const visit = await site.browser().call('GET', path, { html: true });
      if (visit.status !== 303 || !isHere(String(visit.headers.location))) strayed.push(`visited: ${spelling}`);
    }
    expect(strayed).toEqual([]);
  });

  it('where settings begin, and where a session ends', async () => {
    const browser = site.browser();
    await browser.signIn(email, PASSWORD);
    const strayed = [];
    for (const [index, spelling] of spellings.entries()) {
      // The forms of a minute are limited for one source.
      if (index % 50 === 49 && upstreamUrl === null) site.pass(61_000);
      const query = new URLSearchParams({ return_to: spelling });
      const settings = await browser.call('GET', `${API}/self-service/settings/browser?${query}`);
      if (settings.status !== 400 && !isHere(flowOf(settings).return_to ?? '/')) strayed.push(`settings: ${spelling}`);
      const logout = await browser.call('GET', `${API}/self-service/logout/browser?${query}`);
      const { logout_url = '' } = (logout.body ?? {}) as { logout_url?: string };
      const kept = logout.status === 400 ? '/' : (new URL(logout_url).searchParams.get('return_to') ?? '/');
      if (!isHere(kept)) strayed.push(`logout: ${spelling}`);
    }
    expect(strayed).toEqual([]);
  });

  it('where a session ends though it was asked for at the last moment', async () => {
    for (const spelling of spellings.slice(0, 12)) {
      const browser = site.browser();
      await browser.signIn(email, PASSWORD);
      const { logout_token } = (await browser.call('GET', `${API}/self-service/logout/browser`)).body as {
        logout_token: string;
      };
      const query = new URLSearchParams({ token: logout_token, return_to: spelling });
      const answer = await browser.call('GET', `${API}/self-service/logout?${query}`, { html: true });
      expect([spelling, isHere(String(answer.headers.location ?? '/'))]).toEqual([spelling, true]);
      expect((await browser.whoAmI()).status).toBe(401);
    }
  });

  it('where a form is submitted by the page itself, or a second step or a confirmation is owed', async () => {
    const strayed = [];
    for (const spelling of spellings) {
      const query = new URLSearchParams({ return_to: spelling });
      const browser = site.browser();
      const answer = await browser.call('GET', `${API}/self-service/login/browser?${query}`);
      if (answer.status !== 200) continue;
      const flow = flowOf(answer);
      const form = new URLSearchParams({
        csrf_token: nodeValue(flow, 'csrf_token') ?? '',
        method: 'password',
        identifier: email,
        password: PASSWORD,
      });
      const done = await browser.call('POST', flow.ui.action, { body: form, html: true });
      if (done.status !== 303 || !isHere(String(done.headers.location))) strayed.push(spelling);
      const step = await browser.call('GET', `${API}/self-service/login/browser?aal=aal2&${query}`);
      const next = step.status === 200 ? (flowOf(step).return_to ?? '/') : (errorOf(step).redirect_browser_to ?? '/');
      if (!isHere(next)) strayed.push(`second step: ${spelling}`);
    }
    expect(strayed).toEqual([]);
  });

  it('while places of the console are gone back to', async () => {
    for (const place of [
      '/',
      '/health?layout=card&q=a%26b#top',
      `${CONSOLE}/catalog/1`,
      '/x?next=https://evil.example',
    ]) {
      const flow = await site.browser().begin('login', String(new URLSearchParams({ return_to: place })));
      expect(new URL(flow.return_to ?? '', CONSOLE).href).toBe(new URL(place, CONSOLE).href);
    }
  });
});
