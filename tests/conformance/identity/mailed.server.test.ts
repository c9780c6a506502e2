import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  API,
  type Browser,
  errorOf,
  flowOf,
  messageIds,
  SESSION,
  saidBy,
  sessionOf,
} from './support/browser.ts';
import { addAuthenticator, addBackupCodes, confirmAuthenticator } from './support/factors.ts';
import { CONSOLE, PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

let site: Site;

// Mails of a service elsewhere arrive elsewhere.
describe.runIf(upstreamUrl === null)('recovery, verification, invitation (contract identity §11)', () => {
  beforeAll(async () => {
    // A mail server that nobody answers at: nothing may wait for it, or fail with it.
    site = await startSite({ env: { QD_SMTP_URL: 'smtp://127.0.0.1:9' } });
  });
  afterAll(() => site.stop());

  const ask = async (browser: Browser, kind: 'recovery' | 'verification', email: string): Promise<Answer> =>
    browser.submit(await browser.begin(kind), kind, { method: 'code', email });
  const codeOf = async (address: string): Promise<string> =>
    /\b\d{6}\b/.exec((await site.mailsTo(address)).at(-1)?.body_text ?? '')?.[0] ?? '';
  const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');

  it('20: a recovery reads the same for known and unknown addresses; only the known one gets a mail', async () => {
    const { email } = await site.addPerson();
    const known = await ask(site.browser(), 'recovery', email);
    const unknown = await ask(site.browser(), 'recovery', 'nobody@example.test');
    const shape = (answer: Answer) => [
      answer.status,
      flowOf(answer).state,
      messageIds(flowOf(answer)),
      flowOf(answer).ui.nodes.map(({ group, attributes }) => [group, Object.keys(attributes).toSorted()]),
      Object.keys(answer.headers).toSorted(),
    ];
    expect(shape(known)).toEqual(shape(unknown));
    expect(shape(known).slice(0, 3)).toEqual([200, 'sent_email', [1060003]]);
    expect(await site.mailsTo(email)).toHaveLength(1);
    expect(await site.mailsTo('nobody@example.test')).toHaveLength(0);
  });

  it('21 and 22: a wrong code is told with 200; the right one signs in once, from one browser', async () => {
    const { email } = await site.addPerson();
    const browser = site.browser();
    const flow = flowOf(await ask(browser, 'recovery', email));
    const code = await codeOf(email);
    const wrong = await browser.submit(flow, 'recovery', { method: 'code', code: otherThan(code) });
    expect([wrong.status, saidBy(wrong), browser.jar.has(SESSION)]).toEqual([200, [4060006], false]);
    const right = await browser.submit(flow, 'recovery', { method: 'code', code });
    expect([right.status, saidBy(right)]).toEqual([422, 'browser_location_change_required']);
    const target = new URL(errorOf(right).redirect_browser_to ?? '');
    expect([target.origin, target.pathname]).toEqual([CONSOLE, '/profile-settings']);
    expect(sessionOf(await browser.whoAmI()).authentication_methods.map(({ method }) => method)).toEqual([
      'code_recovery',
    ]);
    const settings = await browser.call(
      'GET',
      `${API}/self-service/settings/flows?id=${target.searchParams.get('flow')}`,
    );
    expect(saidBy(settings)).toEqual([1060001]);

    const second = site.browser(1);
    const again = await second.submit(flow, 'recovery', { method: 'code', code });
    expect(again.status === 403 || [4060001, 4060006].includes(messageIds(flowOf(again))[0] ?? 0)).toBe(true);
    expect(second.jar.has(SESSION)).toBe(false);
  });

  it('23: five wrong codes, over both nodes, spend the form', async () => {
    const { email } = await site.addPerson();
    const browser = site.browser();
    const flow = flowOf(await ask(browser, 'recovery', email));
    const code = await codeOf(email);
    for (let n = 0; n < 5; n += 1) await browser.submit(flow, 'recovery', { method: 'code', code: otherThan(code) });
    const sixth = await browser.submit(flow, 'recovery', { method: 'code', code });
    expect(flowOf(sixth).id).not.toBe(flow.id);
    expect(browser.jar.has(SESSION)).toBe(false);
  });

  it('24: a recovery proves the mailbox, not the second factor', async () => {
    const { email } = await site.addPerson('viewer');
    const owner = site.browser();
    await owner.signIn(email, PASSWORD);
    await confirmAuthenticator(site, owner);
    const codes = await addBackupCodes(owner);
    expect(codes).toHaveLength(12);
    const browser = site.browser();
    const flow = flowOf(await ask(browser, 'recovery', email));
    await browser.submit(flow, 'recovery', { method: 'code', code: await codeOf(email) });
    const settings = await browser.call('GET', `${API}/self-service/settings/browser`);
    expect([settings.status, saidBy(settings)]).toEqual([403, 'session_aal2_required']);
    expect((await browser.call('GET', '/api/auth/whoami')).status).toBe(403);
    expect((await browser.step({ method: 'lookup_secret', lookup_secret: codes[0] ?? '' })).status).toBe(200);
    expect((await browser.call('GET', `${API}/self-service/settings/browser`)).status).toBe(200);
  });

  it('25: links of mails lead to the configured host, whatever host a request names', async () => {
    const { email } = await site.addPerson();
    const browser = site.browser();
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const flow = await browser.begin('recovery');
    const answer = await browser.submit(flow, 'recovery', { method: 'code', email }, { headers });
    expect(answer.status).toBe(200);
    const refused = await browser.call('GET', `${API}/self-service/recovery/browser`, {
      headers: { host: 'evil.example' },
    });
    expect(refused.status).toBe(403);
    for (const { body_text } of await site.mailsTo(email)) {
      expect(body_text).not.toContain('evil.example');
      for (const link of body_text.match(/https?:\/\/\S+/g) ?? []) expect(new URL(link).origin).toBe(CONSOLE);
    }
  });

  it('26: a look at the link of a mail verifies nothing; a submit does, once', async () => {
    const { email } = await site.addPerson();
    const browser = site.browser();
    const flow = flowOf(await ask(browser, 'verification', email));
    const code = await codeOf(email);
    const scanner = site.browser(1);
    const seen = await scanner.call('GET', `${API}/self-service/verification?flow=${flow.id}&code=${code}`, {
      html: true,
    });
    expect([200, 303, 403]).toContain(seen.status);
    const statusOf = async () =>
      (await site.test.database.pool.query('select status from identity_addresses where value = $1', [email])).rows[0]
        ?.status;
    expect(await statusOf()).not.toBe('completed');
    const done = await browser.submit(flow, 'verification', { method: 'code', code });
    expect([done.status, flowOf(done).state, await statusOf()]).toEqual([200, 'passed_challenge', 'completed']);
    const again = await browser.submit(flow, 'verification', { method: 'code', code });
    expect(again.status === 410 || messageIds(flowOf(again)).includes(4070002)).toBe(true);
  });

  describe('an invitation', () => {
    const invite = async (email: string, role = 'responder') => {
      const root = await site.root();
      return root.call('POST', '/api/auth/invite_user', {
        body: { firstName: 'New', lastName: 'Person', email, role },
      });
    };
    const open = async (link: string): Promise<[Browser, Answer]> => {
      const browser = site.browser();
      const id = new URL(link).searchParams.get('flow');
      return [browser, await browser.call('GET', `${API}/self-service/recovery/flows?id=${id}`)];
    };
    const redeem = (browser: Browser, id: string, code: string): Promise<Answer> =>
      browser.call('POST', `${API}/self-service/recovery?flow=${id}`, { body: { method: 'code', code } });

    it('28: does not need the mail server; asked for again, the old code is of no use', async () => {
      const email = 'later@example.test';
      const first = (await invite(email)).body as { link: string; code: string };
      const again = await invite(email, 'viewer');
      expect(again.status).toBe(200);
      const second = again.body as { link: string; code: string };
      expect(second.link).not.toBe(first.link);
      for (const link of [first.link, second.link]) {
        const [browser, shown] = await open(link);
        if (shown.status !== 200) continue;
        await redeem(browser, flowOf(shown).id, first.code === second.code ? otherThan(first.code) : first.code);
        expect(browser.jar.has(SESSION)).toBe(false);
      }
      const [browser, shown] = await open(second.link);
      await redeem(browser, flowOf(shown).id, second.code);
      expect(browser.jar.has(SESSION)).toBe(true);
    });

    it('is for administrators alone, and of no use for an address that signs in already', async () => {
      const { email } = await site.addPerson('editor');
      const editor = site.browser();
      await editor.signIn(email, PASSWORD);
      const body = { firstName: 'A', lastName: 'B', email: 'x@example.test', role: 'admin' };
      expect((await editor.call('POST', '/api/auth/invite_user', { body })).status).toBe(403);
      expect((await invite(email)).status).toBe(409);
    });
  });

  it('an account whose second factor is set up is asked for it on the other node as well', async () => {
    const { email } = await site.addPerson();
    await addAuthenticator(site, email);
    const answer = await site.browser(1).signIn(email, PASSWORD);
    expect([answer.status, saidBy(answer)]).toEqual([422, 'browser_location_change_required']);
  });
});
