import { createManualClock, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestEgress } from '../testing/egress.ts';
import { startHttpServer, type TestServer } from '../testing/http-server.ts';
import { createHttpClient } from './client.ts';
import { createTokenCache } from './oauth.ts';
import type { ClientCredentials } from './types.ts';

const base: ClientCredentials = {
  tokenUrl: 'http://id.test/token',
  clientId: 'app',
  clientSecret: 'secret',
  scopes: ['a'],
  params: {},
};

describe('createTokenCache', () => {
  it('gives a token until shortly before it expires', () => {
    const cache = createTokenCache();
    cache.set(base, 'token', 60_000);
    expect(cache.get(base, 49_999)).toBe('token');
    expect(cache.get(base, 50_000)).toBeNull();
  });

  it('tells clients, secrets, scopes, parameters and servers apart', () => {
    const cache = createTokenCache();
    cache.set(base, 'token', 60_000);
    for (const other of [
      { clientId: 'b' },
      { clientSecret: 'b' },
      { scopes: ['b'] },
      { params: { audience: 'b' } },
      { tokenUrl: 'http://other.test' },
    ]) {
      expect(cache.get({ ...base, ...other }, 0)).toBeNull();
    }
  });

  it('forgets on request, and the oldest when it is full', () => {
    const cache = createTokenCache();
    cache.set(base, 'token', 60_000);
    cache.drop(base);
    expect(cache.get(base, 0)).toBeNull();
    for (let index = 0; index <= 1000; index += 1) cache.set({ ...base, clientId: `c${index}` }, 't', 60_000);
    expect(cache.get({ ...base, clientId: 'c0' }, 0)).toBeNull();
    expect(cache.get({ ...base, clientId: 'c1000' }, 0)).toBe('t');
  });
});

describe('client credentials', () => {
  const asked: { authorization: string | undefined; form: URLSearchParams }[] = [];
  let takesBasic = true;
  let answer: unknown = {};
  let status = 200;
  let server: TestServer;

  beforeAll(async () => {
    server = await startHttpServer(async (request, response) => {
      const { authorization } = request.headers;
      if (request.url !== '/token') {
        response.writeHead(authorization === 'Bearer good' ? 200 : 401).end();
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      asked.push({ authorization, form: new URLSearchParams(Buffer.concat(chunks).toString()) });
      const refused = authorization !== undefined && !takesBasic;
      response.writeHead(refused ? 401 : status).end(JSON.stringify(refused ? {} : answer));
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    asked.length = 0;
    takesBasic = true;
    status = 200;
    answer = { access_token: 'good', expires_in: 60 };
  });

  const setUp = (clock = systemClock) => {
    const client = createHttpClient({ egress: createTestEgress(), clock, tokens: createTokenCache() });
    const auth = { kind: 'oauth2', ...base, tokenUrl: `${server.url}/token`, params: { audience: 'x' } } as const;
    return () => client.request({ url: `${server.url}/`, auth });
  };

  it('asks for a token by Basic authentication and uses it', async () => {
    expect((await setUp()()).status).toBe(200);
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('app:secret').toString('base64')}`);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'a',
      audience: 'x',
    });
  });

  it('puts the credentials into the body for a server that wants them there', async () => {
    takesBasic = false;
    expect((await setUp()()).status).toBe(200);
    expect(asked[1]?.authorization).toBeUndefined();
    expect(asked[1]?.form.get('client_secret')).toBe('secret');
  });

  it('uses a token until it expires', async () => {
    const clock = createManualClock(0);
    const send = setUp(clock);
    await send();
    await send();
    expect(asked).toHaveLength(1);
    clock.advance(51_000);
    await send();
    expect(asked).toHaveLength(2);
  });

  it('does not keep a token without a lifetime, nor one that was refused', async () => {
    answer = { access_token: 'good' };
    const send = setUp();
    await send();
    await send();
    expect(asked).toHaveLength(2);
    answer = { access_token: 'stale', expires_in: 60 };
    expect((await send()).status).toBe(401);
    expect((await send()).status).toBe(401);
    expect(asked).toHaveLength(4);
  });

  it.each([
    [200, { token: 'x' }],
    [200, null],
    [500, { access_token: 'good' }],
    [400, { error: 'invalid_scope' }],
  ])('fails on %d %j', async (code, body) => {
    status = code;
    answer = body;
    await expect(setUp()()).rejects.toMatchObject({ code: 'OAUTH_TOKEN' });
  });
});
