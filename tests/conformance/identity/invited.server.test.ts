import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API, flowOf, nodeOf, SESSION, saidBy, sessionOf } from './support/browser.ts';
import { PASSWORD, type Site, startSite, upstreamAdminUrl, upstreamUrl } from './support/site.ts';

let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe.runIf(upstreamUrl === null || upstreamAdminUrl !== null)('27: an invitation (contract identity §11)', () => {
  it('opens in any browser, signs in by its code, and gives exactly its role', async () => {
    const email = `new-${Date.now()}@example.test`;
    const root = await site.root();
    const answer = await root.call('POST', '/api/auth/invite_user', {
      body: { firstName: 'New', lastName: 'Person', email, role: 'responder' },
    });
    expect(answer.status).toBe(200);
    const { link, code } = answer.body as { link: string; code: string };
    if (upstreamUrl === null) {
      const [mail] = await site.mailsTo(email);
      expect(mail?.body_text).toContain(link);
      expect(mail?.body_text).toContain(code);
    }
    const id = new URL(link).searchParams.get('flow') ?? '';
    const redeem = (who = site.browser()) =>
      who.call('POST', `${API}/self-service/recovery?flow=${id}`, { body: { method: 'code', code } });
    const browser = site.browser();
    const shown = await browser.call('GET', `${API}/self-service/recovery/flows?id=${id}`);
    expect([shown.status, flowOf(shown).state, nodeOf(flowOf(shown), 'csrf_token')]).toEqual([
      200,
      'sent_email',
      undefined,
    ]);
    const signedIn = await redeem(browser);
    expect([signedIn.status, saidBy(signedIn)]).toEqual([422, 'browser_location_change_required']);
    // A stock Kratos lets the code of an administrator prove no address.
    const [address] = sessionOf(await browser.whoAmI()).identity?.verifiable_addresses ?? [];
    expect(address).toMatchObject({ value: email, verified: upstreamUrl === null });
    const settings = await browser.begin('settings');
    const chosen = await browser.submit(settings, 'settings', { method: 'password', password: PASSWORD });
    expect(chosen.status).toBe(200);
    const who = await browser.call('GET', '/api/auth/whoami');
    const { roles } = (who.body as { payload: { roles: string[] } }).payload;
    expect(roles.filter((role) => role !== 'everyone')).toEqual(['responder']);
    expect((await site.browser(1).signIn(email, PASSWORD)).status).toBe(200);
    const late = await redeem();
    expect(late.cookies.filter((one) => one.startsWith(`${SESSION}=`))).toEqual([]);
  });
});
