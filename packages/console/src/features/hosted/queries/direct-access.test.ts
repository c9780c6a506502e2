import { describe, expect, it } from 'vitest';
import { createDirectAccess } from './direct-access.ts';

const target = { organization_id: 'o1', backend_url: 'https://b.example/deep/api' };

function setUp(options: { refuse?: (token: string | null) => boolean; tokenStatus?: number } = {}) {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  let made = 0;
  const calls: { url: string; authorization: string | null; credentials: RequestCredentials | undefined }[] = [];
  const send = createDirectAccess(
    {
      now: () => nowMs,
      fetch: async (url, init = {}) => {
        const authorization = new Headers(init.headers).get('authorization');
        calls.push({ url, authorization, credentials: init.credentials });
        if (url === '/cp/token') {
          if (options.tokenStatus !== undefined) return new Response('{}', { status: options.tokenStatus });
          made += 1;
          return Response.json({ token: `t${made}`, expires_at: new Date(nowMs + 60_000).toISOString() });
        }
        return new Response(null, { status: options.refuse?.(authorization) ? 401 : 204 });
      },
    },
    target,
  );
  return { send, calls, wait: (ms: number) => (nowMs += ms), tokens: () => made };
}

describe('direct access', () => {
  it('calls the backend below its path with a token and without cookies', async () => {
    const { send, calls } = setUp();
    expect((await send('/api/db/people?a=%2F', { headers: { prefer: 'count=exact' } })).status).toBe(204);
    expect(calls.slice(1)).toEqual([
      { url: 'https://b.example/deep/api/db/people?a=%2F', authorization: 'Bearer t1', credentials: 'omit' },
    ]);
  });

  it('asks once for calls at the same time, and anew shortly before the end', async () => {
    const { send, tokens, wait } = setUp();
    await Promise.all([send('/api/a'), send('/api/b'), send('/api/c')]);
    wait(44_000);
    await send('/api/d');
    expect(tokens()).toBe(1);
    wait(2000);
    await send('/api/e');
    expect(tokens()).toBe(2);
  });

  it('renews a refused token once, and then hands the refusal on', async () => {
    const once = setUp({ refuse: (token) => token === 'Bearer t1' });
    expect((await once.send('/api/a')).status).toBe(204);
    const always = setUp({ refuse: () => true });
    expect((await always.send('/api/a')).status).toBe(401);
    expect(always.tokens()).toBe(2);
  });

  it('answers what the control plane answers where it gives no token', async () => {
    const { send, calls } = setUp({ tokenStatus: 403 });
    expect((await send('/api/a')).status).toBe(403);
    expect(calls.map(({ url }) => url)).toEqual(['/cp/token']);
  });
});
