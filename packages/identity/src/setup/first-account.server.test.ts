import { expect, test } from 'vitest';
import { Browser, startHarness, useHarness } from '../testing/harness.ts';
import { errorOf, flowOf, messageIds, nodeOf, sessionOf } from '../testing/read.ts';

const harness = await useHarness();

const begin = (browser: Browser, code: string) =>
  browser.call('GET', '/self-service/registration/browser', { headers: code === '' ? {} : { 'x-setup-code': code } });

const register = async (browser: Browser, code: string, email: string) => {
  const created = await begin(browser, code);
  return browser.submit(flowOf(created), 'registration', {
    method: 'password',
    password: 'a fine long phrase',
    traits: { email, name: { first: 'Grace', last: 'H' } },
  });
};

test('only who has the code of the terminal makes the first account, once, also on two nodes', async () => {
  const closed = await begin(new Browser(harness.service), '');
  expect([closed.status, errorOf(closed).error.id]).toEqual([400, 'self_service_flow_disabled']);
  expect((await begin(new Browser(harness.service), 'invented')).status).toBe(403);

  const [address, another] = [await harness.service.newSetupAddress(), await harness.anotherNode().newSetupAddress()];
  expect([address?.pathname, address?.search]).toEqual(['/registration', '']);
  const codes = [address, another].map((url) => url?.hash.replace('#setup=', '') ?? '');
  const browsers = [new Browser(harness.service), new Browser(harness.anotherNode())];
  const both = await Promise.all(
    browsers.map((browser, i) => register(browser, codes[i] ?? '', `first${i}@example.test`)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  const { rows } = await harness.test.database.pool.query(
    `select i.traits ->> 'email' as email from casbin_rule r join identities i on i.id::text = r.v0 where r.v1 = 'admin'`,
  );
  const won = both.findIndex(({ status }) => status === 200);
  expect(rows).toEqual([{ email: `first${won}@example.test` }]);
  expect(sessionOf(await (browsers[won] ?? new Browser(harness.service)).whoAmI()).active).toBe(true);

  expect(await harness.service.newSetupAddress()).toBeNull();
  expect((await begin(new Browser(harness.service), codes[1 - won] ?? '')).status).toBe(403);
  const { rows: people } = await harness.test.database.pool.query(`select name from people where email like 'first%'`);
  expect(people).toEqual([{ name: 'Grace H' }]);
});

test('a registration says what is wrong at each field', async () => {
  const open = await startHarness({ registration: true });
  try {
    const browser = new Browser(open.service);
    const flow = await browser.begin('registration');
    const submit = async (password: string, email = 'new@example.test') =>
      flowOf(await browser.submit(flow, 'registration', { method: 'password', password, traits: { email } }));
    const faults = async (password: string) =>
      nodeOf(await submit(password), 'password')?.messages.map(({ id }) => id) ?? [];
    expect(await faults('short')).toEqual([4000032]);
    expect(await faults('new@example.test1')).toEqual([4000031]);
    expect(await faults('quarterdeck 1234')).toEqual([4000031]);
    expect(await faults('password1234')).toEqual([4000034]);
    await open.addPerson('taken@example.test');
    const other = new Browser(open.service);
    const second = await other.submit(await other.begin('registration'), 'registration', {
      method: 'password',
      password: 'a fine long phrase',
      traits: { email: 'taken@example.test' },
    });
    expect(messageIds(flowOf(second))).toEqual([4000007]);
  } finally {
    await open.stop();
  }
});

test('an invitation opens in any browser, signs in by its code, and dies with the next', async () => {
  const { admin } = harness.service;
  const invite = () =>
    harness.test.database.transaction((db) => admin.invite(db, { email: 'new@example.test' }, 'Grace H'));
  const first = await invite();
  const second = await invite();
  const open = async (link: string, code: string) => {
    const browser = new Browser(harness.service);
    const id = new URL(link).searchParams.get('flow');
    const flow = flowOf(await browser.call('GET', `/self-service/recovery/flows?id=${id}`));
    expect(nodeOf(flow, 'csrf_token')).toBeUndefined();
    return { browser, answer: await browser.submit(flow, 'recovery', { method: 'code', code }) };
  };
  const stale = await open(first?.link ?? '', first?.code ?? '');
  expect(messageIds(flowOf(stale.answer))).toEqual([4060006]);
  const { browser, answer } = await open(second?.link ?? '', second?.code ?? '');
  const settings = new URL(errorOf(answer).redirect_browser_to ?? '').searchParams.get('flow');
  const flow = flowOf(await browser.call('GET', `/self-service/settings/flows?id=${settings}`));
  await browser.submit(flow, 'settings', { method: 'password', password: 'a fine long phrase' });
  expect((await new Browser(harness.service).signIn('new@example.test', 'a fine long phrase')).status).toBe(200);
  expect(await invite()).toBeNull();
});
