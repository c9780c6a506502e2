import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  API,
  type Browser,
  cookieOf,
  errorOf,
  flowOf,
  messageIds,
  nodeOf,
  nodeValue,
  SESSION,
  saidBy,
  sessionOf,
} from './support/browser.ts';
import { addAuthenticator, totp } from './support/factors.ts';
import { CONSOLE, PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

let site: Site;
let ada: { id: string; email: string };
const isOurs = upstreamUrl === null;

beforeAll(async () => {
  site = await startSite();
  ada = await site.addPerson();
});
afterAll(() => site.stop());

const signedIn = async (): Promise<Browser> => {
  const browser = site.browser();
  expect((await browser.signIn(ada.email, PASSWORD)).status).toBe(200);
  return browser;
};

describe('login and sessions (contract identity §11)', () => {
  it('1: a flow for a program, with its form, its life and the cookie against forgery', async () => {
    const browser = site.browser();
    const answer = await browser.call('GET', `${API}/self-service/login/browser`);
    expect(answer.status).toBe(200);
    const flow = flowOf(answer);
    expect(flow).toMatchObject({ type: 'browser', state: 'choose_method' });
    for (const name of ['csrf_token', 'identifier', 'password', 'method'])
      expect(nodeOf(flow, name), name).toBeDefined();
    expect(flow.ui.action.startsWith(`${CONSOLE}${API}/`)).toBe(true);
    expect(Date.parse(flow.expires_at)).toBeGreaterThan(Date.now());
    const csrf = answer.cookies.find((text) => /^csrf_token_[0-9a-f]{64}=/.test(text));
    expect(csrf).toMatch(/; ?HttpOnly/i);
    expect(csrf).toMatch(/; ?SameSite=Lax/i);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  it('2: a visit by a person leads to the page, which finds the flow', async () => {
    const browser = site.browser();
    const visit = await browser.call('GET', `${API}/self-service/login/browser`, { html: true });
    expect(visit.status).toBe(303);
    const page = new URL(String(visit.headers.location), CONSOLE);
    expect([page.origin, page.pathname]).toEqual([CONSOLE, '/login']);
    const id = page.searchParams.get('flow');
    const flow = await browser.call('GET', `${API}/self-service/login/flows?id=${id}`);
    expect([flow.status, flowOf(flow).id]).toEqual([200, id]);
  });

  it('3: right credentials sign in', async () => {
    const browser = site.browser();
    const answer = await browser.signIn(ada.email, PASSWORD);
    expect(answer.status).toBe(200);
    const session = sessionOf(answer);
    expect(session).toMatchObject({ active: true, authenticator_assurance_level: 'aal1' });
    expect(session.authentication_methods.map(({ method }) => method)).toEqual(['password']);
    const cookie = cookieOf(answer, SESSION) ?? '';
    for (const attribute of [/; ?HttpOnly/i, /; ?SameSite=Lax/i, /; ?Path=\/(;|$)/i, /; ?Secure/i]) {
      expect(cookie).toMatch(attribute);
    }
    expect(cookie).not.toMatch(/domain=/i);
    const who = await browser.whoAmI();
    expect([who.status, who.headers['x-kratos-authenticated-identity-id']]).toEqual([200, ada.id]);
  });

  it('4: a wrong password keeps the form and what was typed, and gives no session', async () => {
    const browser = site.browser();
    const flow = await browser.begin('login');
    const answer = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: ada.email,
      password: 'not the password',
    });
    expect([answer.status, flowOf(answer).id, messageIds(flowOf(answer))]).toEqual([400, flow.id, [4000006]]);
    expect(nodeValue(flowOf(answer), 'identifier')).toBe(ada.email);
    expect(nodeValue(flowOf(answer), 'password')).toBeUndefined();
    expect(cookieOf(answer, SESSION)).toBeUndefined();
  });

  it('5: who is signed in gets no other login flow', async () => {
    const browser = await signedIn();
    const answer = await browser.call('GET', `${API}/self-service/login/browser`);
    expect([answer.status, saidBy(answer)]).toEqual([400, 'session_already_available']);
    const visit = await browser.call('GET', `${API}/self-service/login/browser`, { html: true });
    expect([visit.status, new URL(String(visit.headers.location), CONSOLE).href]).toEqual([303, `${CONSOLE}/`]);
  });

  it('6: a refresh moves the time of the sign-in, under another cookie', async () => {
    const browser = await signedIn();
    const before = sessionOf(await browser.whoAmI());
    const old = browser.jar.get(SESSION) ?? '';
    const flow = await browser.begin('login', 'refresh=true');
    expect([flow.refresh, messageIds(flow)]).toEqual([true, [1010003]]);
    site.pass(isOurs ? 1000 : 0);
    const answer = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: ada.email,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    const after = sessionOf(await browser.whoAmI());
    expect(Date.parse(after.authenticated_at)).toBeGreaterThan(Date.parse(before.authenticated_at));
    if (!isOurs) return;
    const thief = site.browser();
    thief.jar.set(SESSION, old);
    expect((await thief.whoAmI()).status).toBe(401);
  });

  it('7: a second step needs a first', async () => {
    const answer = await site.browser().call('GET', `${API}/self-service/login/browser?aal=aal2`);
    expect([answer.status, saidBy(answer)]).toEqual([401, 'session_aal1_required']);
  });

  it('8 and 9: with a second factor the password alone opens nothing; a right code leads on', async () => {
    const bob = await site.addPerson('viewer');
    const secret = await addAuthenticator(site, bob.email);
    site.pass(isOurs ? 60_000 : 0);
    const browser = site.browser();
    const answer = await browser.submit(await browser.begin('login', 'return_to=%2Fhealth%3Flayout%3Dcard'), 'login', {
      method: 'password',
      identifier: bob.email,
      password: PASSWORD,
    });
    expect([answer.status, saidBy(answer)]).toEqual([422, 'browser_location_change_required']);
    expect(cookieOf(answer, SESSION)).toBeDefined();
    const who = await browser.whoAmI();
    expect([who.status, saidBy(who)]).toEqual([403, 'session_aal2_required']);
    const redirect = new URL(errorOf(who).redirect_browser_to ?? '', CONSOLE);
    expect([redirect.origin, redirect.searchParams.get('aal')]).toEqual([CONSOLE, 'aal2']);
    for (const path of ['/api/auth/whoami', '/api/db/people', '/api/live', '/api/canary/api/summary']) {
      expect([401, 403], path).toContain((await browser.call('GET', path)).status);
    }

    const visit = await browser.call('GET', errorOf(answer).redirect_browser_to ?? '', { html: true });
    expect(visit.status).toBe(303);
    const id = new URL(String(visit.headers.location), CONSOLE).searchParams.get('flow');
    const flow = flowOf(await browser.call('GET', `${API}/self-service/login/flows?id=${id}`));
    expect([messageIds(flow), flow.requested_aal]).toEqual([[1010004], 'aal2']);
    expect(nodeOf(flow, 'totp_code')).toBeDefined();
    expect(nodeOf(flow, 'password')).toBeUndefined();
    // The clock of a service elsewhere stands where it is, and the code of the set-up was used.
    const done = await browser.submit(flow, 'login', { method: 'totp', totp_code: totp(site, secret, isOurs ? 0 : 1) });
    expect(done.status).toBe(200);
    expect(sessionOf(done).authenticator_assurance_level).toBe('aal2');
    expect(sessionOf(done).authentication_methods.map(({ method }) => method)).toEqual(['password', 'totp']);
    expect((await browser.call('GET', '/api/auth/whoami')).status).toBe(200);
  });

  it('10: a sign-out ends the session on every node, and what to come back to survives', async () => {
    const browser = await signedIn();
    const old = browser.jar.get(SESSION) ?? '';
    expect((await browser.signOut()).status).toBe(204);
    const thief = site.browser(1);
    thief.jar.set(SESSION, old);
    expect((await thief.whoAmI()).status).toBe(401);
    expect((await thief.call('GET', '/api/auth/whoami')).status).toBe(401);
    const flow = await browser.begin('login', `return_to=${encodeURIComponent('/health?layout=card&x=1')}`);
    expect(new URL(flow.return_to ?? '', CONSOLE).href).toBe(`${CONSOLE}/health?layout=card&x=1`);
  });

  it.runIf(isOurs)('19: a form past its life is refused, and another stands in its place', async () => {
    const browser = site.browser();
    const flow = await browser.begin('login');
    site.pass(3_700_000);
    const answer = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: ada.email,
      password: PASSWORD,
    });
    expect([answer.status, saidBy(answer)]).toEqual([410, 'self_service_flow_expired']);
    const next = errorOf(answer).use_flow_id ?? '';
    expect((await browser.call('GET', `${API}/self-service/login/flows?id=${next}`)).status).toBe(200);
  });
});
