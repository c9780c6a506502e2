import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import type { Log } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../features/scheduler/testing/fixtures.ts';
import { Page } from '../../testing/page.ts';
import { PASSWORD, type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';

let test: TestDatabase;
let hosted: SelfHosted;
const logged: string[] = [];
const note = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log };

beforeAll(async () => {
  test = await createTestDatabase();
  hosted = await startSelfHosted(test, 1, { log });
  await hosted.addAccount('root@example.test', 'admin');
});
afterAll(async () => {
  await hosted.stop();
  await test.drop();
});

describe('whoever owes the second step', () => {
  let bob: Page;

  beforeAll(async () => {
    const id = await hosted.addAccount('bob@example.test', 'viewer');
    await test.database.pool.query(
      "insert into identity_credentials (identity_id, kind, config) values ($1, 'totp', '{}')",
      [id],
    );
    bob = new Page(() => hosted.nodes);
    expect((await bob.signIn('bob@example.test', PASSWORD)).status).toBe(422);
  });

  it.each(['/api/auth/whoami', '/api/db/people', '/api/live', '/api/canary/api/summary', '/api/auth/tokens'])(
    'is told so at %s, with the address that goes on',
    async (path) => {
      const { status, body } = await bob.answer(path);
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'SECOND_FACTOR_REQUIRED',
        error: { id: 'session_aal2_required', code: 403, status: 'Forbidden' },
        message: expect.any(String),
        redirect_browser_to: expect.stringMatching(/^http:.*\/api\/\.ory\/self-service\/login\/browser\?aal=aal2$/),
      });
    },
  );

  it('writes nothing', async () => {
    const answer = await bob.answer('/api/auth/create_token', { method: 'POST', body: { name: 'x', expiry: 'never' } });
    expect(answer).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
  });

  it('reaches what is open to everyone, the second step first of all', async () => {
    const { body } = await bob.answer('/api/auth/whoami');
    const { redirect_browser_to: next } = body as { redirect_browser_to: string };
    const { pathname, search } = new URL(next);
    expect(await bob.answer(pathname + search)).toMatchObject({ status: 200, body: { requested_aal: 'aal2' } });
    expect((await bob.call('/healthz')).status).toBe(200);
  });
});

describe('the product watches itself although nobody signs in for it', () => {
  it('by a credential that is neither stored nor logged', async () => {
    const root = await hosted.signedIn('root@example.test');
    const { body } = await root.answer('/api/db/checks?select=id,name&name=in.(database,disk,clock)');
    const checks = body as { id: string; name: string }[];
    expect(checks.map(({ name }) => name).toSorted()).toEqual(['clock', 'database', 'disk']);
    for (const { id } of checks) {
      const answer = await root.answer(`/api/run/check/${id}`, { method: 'POST' });
      expect(answer).toMatchObject({ status: 200, body: { success: 1, failed: 0 } });
    }
    await until(async () => {
      const { rows } = await test.database.pool.query(
        "select from checks where name in ('database', 'disk', 'clock') and status = 'healthy'",
      );
      return rows.length === 3;
    });
    const secret = hosted.platform.ownAuthorization ?? '';
    expect(secret).toMatch(/^Bearer [\w-]{43}$/);
    const { rows } = await test.database.pool.query(
      `select coalesce(string_agg(t::text, ' '), '') as text from (
         select c::text from canaries c union all select c::text from checks c union all
         select s::text from check_statuses s) as t (t)`,
    );
    expect(rows[0]?.text).toContain('quarterdeck');
    const key = secret.slice('Bearer '.length);
    expect(rows[0]?.text).not.toContain(key);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toContain(key);
    expect((await fetch(new URL('/api/self', hosted.nodes[0]?.url))).status).toBe(401);
    const elsewhere = await fetch(new URL('/api/db/checks', hosted.nodes[0]?.url), {
      headers: { authorization: secret },
    });
    expect(elsewhere.status).toBe(401);
  });
});
