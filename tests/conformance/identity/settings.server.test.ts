import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API, type Browser, errorOf, flowOf, messageIds, nodeOf, saidBy, sessionOf } from './support/browser.ts';
import { addAuthenticator, addBackupCodes, confirmAuthenticator, totp } from './support/factors.ts';
import { CONSOLE, PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

const isOurs = upstreamUrl === null;
const OTHER = 'eleven grey herons wade';
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const signedIn = async (email: string, node = 0): Promise<Browser> => {
  const browser = site.browser(node);
  const answer = await browser.signIn(email, PASSWORD);
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.text}`);
  return browser;
};

describe('settings (contract identity §11)', () => {
  it.runIf(isOurs)(
    '29: a new password asks for a sign-in of the last minutes, and ends the other sessions',
    async () => {
      const { email } = await site.addPerson();
      const browser = await signedIn(email);
      const other = await signedIn(email, 1);
      site.pass(16 * 60_000);
      const flow = await browser.begin('settings');
      const late = await browser.submit(flow, 'settings', { method: 'password', password: OTHER });
      expect([late.status, saidBy(late)]).toEqual([403, 'session_refresh_required']);
      const redirect = new URL(errorOf(late).redirect_browser_to ?? '');
      expect([redirect.origin, redirect.searchParams.get('refresh')]).toEqual([CONSOLE, 'true']);
      const visit = await browser.call('GET', redirect.href);
      const login = flowOf(visit);
      expect(new URL(login.return_to ?? '', CONSOLE).searchParams.get('flow')).toBe(flow.id);
      const confirmed = await browser.submit(login, 'login', {
        method: 'password',
        identifier: email,
        password: PASSWORD,
      });
      expect(confirmed.status).toBe(200);
      const same = flowOf(await browser.call('GET', `${API}/self-service/settings/flows?id=${flow.id}`));
      const done = await browser.submit(same, 'settings', { method: 'password', password: OTHER });
      expect([done.status, flowOf(done).state, messageIds(flowOf(done))]).toEqual([200, 'success', [1050001]]);
      expect((await other.whoAmI()).status).toBe(401);
      expect((await browser.whoAmI()).status).toBe(200);
      expect((await site.browser().signIn(email, OTHER)).status).toBe(200);
    },
  );

  it.runIf(isOurs)('30: weak passwords are refused, each with its reason, on the field', async () => {
    const { email } = await site.addPerson();
    const browser = await signedIn(email);
    for (const [password, id] of [
      ['short1', 4000032],
      [`${email.split('@')[0]}12345`, 4000031],
      ['qwertyuiop123', 4000034],
      [PASSWORD, 4000039],
    ] as const) {
      const flow = await browser.begin('settings');
      const answer = await browser.submit(flow, 'settings', { method: 'password', password });
      expect([password, answer.status]).toEqual([password, 400]);
      expect([password, nodeOf(flowOf(answer), 'password')?.messages.map((one) => one.id)]).toEqual([password, [id]]);
      expect(answer.text).not.toContain(`"${password}"`);
    }
  });

  it('31: an authenticator app is proven by its set-up, and its secret is never shown again', async () => {
    const { email } = await site.addPerson();
    const browser = await signedIn(email);
    const secret = await confirmAuthenticator(site, browser);
    expect(sessionOf(await browser.whoAmI()).authenticator_assurance_level).toBe('aal2');
    const answer = await browser.call('GET', `${API}/self-service/settings/browser`);
    expect(nodeOf(flowOf(answer), 'totp_unlink')).toBeDefined();
    expect(nodeOf(flowOf(answer), 'totp_secret_key')).toBeUndefined();
    expect(answer.text).not.toContain(secret);
    const { rows } = await site.test.database.pool.query('select config::text as text from identity_credentials');
    for (const { text } of rows) expect(text).not.toContain(secret);
  });

  it.runIf(isOurs)('32: a code of an authenticator app is of use once, over all nodes', async () => {
    const { email } = await site.addPerson();
    const secret = await addAuthenticator(site, email);
    site.pass(60_000);
    const code = totp(site, secret);
    const browsers = [site.browser(0), site.browser(1)];
    for (const browser of browsers) await browser.signIn(email, PASSWORD);
    const [first, second] = browsers;
    const one = await first?.step({ method: 'totp', totp_code: code });
    const two = await second?.step({ method: 'totp', totp_code: code });
    expect(one?.status).toBe(200);
    expect([two?.status, two && saidBy(two)]).toEqual([400, expect.arrayContaining([4000008])]);
  });

  it.runIf(isOurs)('32: nor is it when both nodes are given it at the same moment', async () => {
    const { email } = await site.addPerson();
    const secret = await addAuthenticator(site, email);
    site.pass(60_000);
    const browsers = Array.from({ length: 4 }, (_, n) => site.browser(n % 2));
    for (const browser of browsers) await browser.signIn(email, PASSWORD);
    const flows = await Promise.all(browsers.map((browser) => browser.begin('login', 'aal=aal2')));
    const code = totp(site, secret);
    const answers = await Promise.all(
      browsers.map((browser, n) => {
        const flow = flows[n];
        if (!flow) throw new Error('no flow');
        return browser.submit(flow, 'login', { method: 'totp', totp_code: code });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('33: a backup code that two browsers give at the same moment helps one of them', async () => {
    const { email } = await site.addPerson();
    const owner = await signedIn(email);
    await confirmAuthenticator(site, owner);
    const [code = ''] = await addBackupCodes(owner);
    const browsers = [site.browser(0), site.browser(1)];
    for (const browser of browsers) await browser.signIn(email, PASSWORD);
    const answers = await Promise.all(
      browsers.map((browser) => browser.step({ method: 'lookup_secret', lookup_secret: code })),
    );
    const levels = await Promise.all(browsers.map(async (browser) => (await browser.whoAmI()).status));
    expect(levels.toSorted()).toEqual([200, 403]);
    const refused = answers.find(({ status }) => status !== 200);
    expect([4000012, 4000016]).toContain(refused && messageIds(flowOf(refused)).at(-1));
  });

  it("34: another's settings are neither shown nor changed", async () => {
    const bob = await site.addPerson('viewer');
    const ada = await site.addPerson();
    const flow = await (await signedIn(bob.email)).begin('settings');
    const browser = await signedIn(ada.email);
    const own = await browser.begin('settings');
    const seen = await browser.call('GET', `${API}/self-service/settings/flows?id=${flow.id}`);
    expect([seen.status, saidBy(seen)]).toEqual([403, 'security_identity_mismatch']);
    const changed = await browser.call('POST', `${API}/self-service/settings?flow=${flow.id}`, {
      body: {
        method: 'password',
        password: OTHER,
        csrf_token: own.ui.nodes.flatMap(({ attributes }) =>
          attributes.node_type === 'input' && attributes.name === 'csrf_token' ? [attributes.value] : [],
        )[0],
      },
    });
    expect([changed.status, saidBy(changed)]).toEqual([403, 'security_identity_mismatch']);
    for (const { email } of [ada, bob]) expect((await site.browser().signIn(email, PASSWORD)).status).toBe(200);
  });
});
