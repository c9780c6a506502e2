import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, API, type Browser, nodeValue, SESSION, saidBy } from './support/browser.ts';
import { PASSWORD, type Site, startSite, upstreamUrl } from './support/site.ts';

const isOurs = upstreamUrl === null;
let site: Site;
let ada: { id: string; email: string };

beforeAll(async () => {
  site = await startSite();
  ada = await site.addPerson();
});
afterAll(() => site.stop());

const csrfCookie = (browser: Browser): string =>
  [...browser.jar].find(([name]) => name.startsWith('csrf_token_'))?.[1] ?? '';

describe('attacks on the login (contract identity §11)', () => {
  it('11: a session that the browser brought is never adopted', async () => {
    const invented = 'A'.repeat(43);
    const browser = site.browser();
    const flow = await browser.begin('login');
    const before = csrfCookie(browser);
    browser.jar.set(SESSION, invented);
    const answer = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: ada.email,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(browser.jar.get(SESSION)).not.toBe(invented);
    expect(csrfCookie(browser)).not.toBe(before);
    const thief = site.browser();
    thief.jar.set(SESSION, invented);
    expect((await thief.whoAmI()).status).toBe(401);
    // Nor does the form of before go on after the sign-in.
    const again = await browser.submit(flow, 'login', {
      method: 'password',
      identifier: ada.email,
      password: PASSWORD,
    });
    expect(again.status).toBeGreaterThanOrEqual(400);
  });

  it("12: a form of another browser's, without a token, or without the cookie is refused", async () => {
    const victim = site.browser();
    const flow = await victim.begin('login');
    const attacker = site.browser();
    const theirs = nodeValue(await attacker.begin('login'), 'csrf_token');
    const values = { method: 'password', identifier: ada.email, password: PASSWORD };
    const withoutCookie = site.browser();
    const answers = [
      await victim.submit(flow, 'login', { ...values, csrf_token: theirs }),
      await victim.submit(flow, 'login', { ...values, csrf_token: undefined }),
      await victim.submit(flow, 'login', { ...values, csrf_token: '' }),
      await withoutCookie.submit(flow, 'login', values),
      await attacker.submit(flow, 'login', values),
      await attacker.call('GET', `${API}/self-service/login/flows?id=${flow.id}`),
    ];
    expect(answers.map((answer) => [answer.status, saidBy(answer)])).toEqual(
      answers.map(() => [403, 'security_csrf_violation']),
    );
    for (const one of [victim, withoutCookie, attacker]) expect((await one.whoAmI()).status).toBe(401);
  });

  it.runIf(isOurs)('12: a submit that a foreign page sends is refused, though it has the token', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const browser = site.browser();
      const flow = await browser.begin('login');
      const values = { method: 'password', identifier: ada.email, password: PASSWORD };
      const answer = await browser.submit(flow, 'login', values, {
        headers,
        body: { csrf_token: nodeValue(flow, 'csrf_token'), ...values },
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect((await browser.whoAmI()).status).toBe(401);
    }
  });

  it.runIf(isOurs)('13: a write that a foreign page sends with the cookie changes nothing', async () => {
    const browser = site.browser();
    await browser.signIn(ada.email, PASSWORD);
    const body = { name: 'forged', expiry: 'never', deny_permissions: [] };
    const foreign = { origin: 'https://evil.example' };
    const tries: [Record<string, string>, unknown][] = [
      [{ ...foreign, 'content-type': 'text/plain' }, JSON.stringify(body)],
      [foreign, body],
      [{ ...foreign, 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams({ name: 'forged' })],
      [{ 'sec-fetch-site': 'cross-site', origin: '' }, body],
      [{ 'content-type': 'text/plain' }, JSON.stringify(body)],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams({ name: 'forged' })],
      [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ];
    for (const [headers, sent] of tries) {
      const answer = await browser.call('POST', '/api/auth/create_token', { headers, body: sent });
      expect([headers, [403, 415].includes(answer.status)]).toEqual([headers, true]);
    }
    const { rows } = await site.test.database.pool.query("select from access_tokens where name like '%forged%'");
    expect(rows).toEqual([]);
    expect((await browser.call('POST', '/api/auth/create_token', { body })).status).toBe(200);
  });
});

describe.runIf(isOurs)('brute force', () => {
  /** What tells two refusals apart: the status, the form of the body, the names of the headers. */
  const shape = (answer: Answer): unknown => {
    const { status, headers, body } = answer;
    const names = Object.keys(headers).filter((name) => !['content-length', 'etag', 'date'].includes(name));
    return [status, names.toSorted(), shapeOf(body)];
  };
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shapeOf);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
  };
  const wrong = async (browser: Browser, identifier: string): Promise<Answer> =>
    browser.signIn(identifier, 'not the password');

  it('16: ten wrong passwords pause an address on every node, known or not; the right one helps after the pause', async () => {
    const eve = await site.addPerson();
    const shapes = [];
    for (const identifier of [eve.email, 'nobody-at-all@example.test']) {
      const seen = [];
      for (let n = 0; n < 10; n += 1) seen.push(shape(await wrong(site.browser(n % 2), identifier)));
      for (const node of [0, 1]) {
        const right = site.browser(node);
        const answer = await right.signIn(identifier, PASSWORD);
        expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
        expect((await right.whoAmI()).status).toBe(401);
        seen.push(shape(answer));
      }
      shapes.push(seen);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    site.pass(15 * 60_000 + 1000);
    expect((await site.browser(1).signIn(eve.email, PASSWORD)).status).toBe(200);
  });

  it('17: whoever signed in on a browser before is not locked out by others', async () => {
    const eve = await site.addPerson();
    const own = site.browser();
    await own.signIn(eve.email, PASSWORD);
    await own.signOut();
    for (let n = 0; n < 11; n += 1) await wrong(site.browser(), eve.email);
    expect((await site.browser().signIn(eve.email, PASSWORD)).status).toBe(429);
    expect((await own.signIn(eve.email, PASSWORD)).status).toBe(200);
  });

  it('a source that tries many addresses is paused, and others are not', async () => {
    const attacker = site.browser();
    const seen = new Set<number>();
    for (let n = 0; n < 60 && !seen.has(429); n += 1) {
      // The forms of a minute are limited as well: an attacker takes their time.
      if (n % 50 === 49) site.pass(61_000);
      seen.add((await wrong(attacker, `victim-${n}@example.test`)).status);
    }
    expect([...seen]).toEqual([400, 429]);
    expect((await attacker.call('GET', `${API}/self-service/login/browser`)).status).toBe(200);
    expect((await attacker.signIn(ada.email, PASSWORD)).status).toBe(429);
    expect((await site.browser().signIn(ada.email, PASSWORD)).status).toBe(200);
  });

  it('an address that the caller makes up by X-Forwarded-For is one more hop, not another source', async () => {
    const attacker = site.browser();
    const statuses = [];
    for (let n = 0; n < 62; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}, ${attacker.source}` };
      statuses.push((await attacker.call('GET', `${API}/self-service/login/browser`, { headers })).status);
    }
    expect(statuses.indexOf(429)).toBe(60);
  });
});
