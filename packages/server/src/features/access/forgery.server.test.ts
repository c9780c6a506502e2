import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteDefinition } from '../../platform/index.ts';
import type { Page } from '../../testing/page.ts';
import { type SelfHosted, startSelfHosted } from '../../testing/self-hosted.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
let test: TestDatabase;
let hosted: SelfHosted;
let root: Page;

beforeAll(async () => {
  test = await createTestDatabase();
  hosted = await startSelfHosted(test);
  await hosted.addAccount('root@example.test', 'admin');
  root = await hosted.signedIn('root@example.test');
});
afterAll(async () => {
  await hosted.stop();
  await test.drop();
});

/** Every call that changes something and that a cookie may vouch for. */
const writes = (): RouteDefinition[] =>
  (hosted.nodes[0]?.routes ?? []).filter(({ method, access }) => !SAFE.includes(method) && access !== 'public');

/** Sends a write with the administrator's cookie and these headers. Nothing it is about exists. */
async function send(
  { method, url }: Pick<RouteDefinition, 'method' | 'url'>,
  headers: Record<string, string>,
  body = '{}',
) {
  const path = url.replace(/:\w+/g, randomUUID()).replace('*', 'no_such_relation');
  const answer = await fetch(new URL(path, hosted.nodes[0]?.url), {
    method,
    headers: { cookie: root.cookie(), ...headers },
    ...(body === '' ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

const json = { 'content-type': 'application/json' };
const ownOrigin = () => ({ origin: new URL(String(hosted.nodes[0]?.url)).origin });
const FORGED = { status: 403, code: 'ACCESS_DENIED' };
const NO_JSON = { status: 415, code: 'MEDIA_TYPE_REFUSED' };

describe('a change that a cookie vouches for', () => {
  it('is refused on every route when it comes from the page of another site, or from no page at all', async () => {
    expect(writes().length).toBeGreaterThan(15);
    for (const route of writes()) {
      const name = `${route.method} ${route.url}`;
      const sources: Record<string, string>[] = [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
        { 'sec-fetch-site': 'none' },
      ];
      for (const headers of sources) {
        expect(await send(route, { ...json, ...headers }), `${name} ${JSON.stringify(headers)}`).toEqual(FORGED);
      }
    }
  });

  it('is refused on every route when its body is no JSON, as what forms send', async () => {
    for (const route of writes()) {
      const name = `${route.method} ${route.url}`;
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/csv',
      ]) {
        expect(await send(route, { ...ownOrigin(), 'content-type': type }, 'a=b'), `${name} ${type}`).toEqual(NO_JSON);
      }
    }
  });

  it('is let through on every route from a page of ours', async () => {
    for (const route of writes()) {
      const pages: Record<string, string>[] = [ownOrigin(), { 'sec-fetch-site': 'same-origin' }];
      for (const headers of pages) {
        const { status, code } = await send(route, { ...json, ...headers });
        expect([FORGED.code, NO_JSON.code], `${route.method} ${route.url} ${status}`).not.toContain(code);
      }
      expect(await send(route, ownOrigin(), ''), `${route.method} ${route.url}`).not.toEqual(NO_JSON);
    }
  });

  it('made no token', async () => {
    const forged = { method: 'POST', url: '/api/auth/create_token' } as const;
    const body = JSON.stringify({ name: 'forged', expiry: 'never' });
    expect(await send(forged, { origin: 'https://evil.example', 'content-type': 'text/plain' }, body)).toEqual(FORGED);
    expect(await send(forged, { origin: 'https://evil.example', ...json }, body)).toEqual(FORGED);
    const { rows } = await test.database.pool.query("select from access_tokens where name = 'forged'");
    expect(rows).toEqual([]);
  });
});

it('reads need no page, and what is open to everyone asks for none', async () => {
  const get = (path: string) => fetch(new URL(path, hosted.nodes[0]?.url), { headers: { cookie: root.cookie() } });
  for (const path of ['/api/auth/whoami', '/api/db/checks?limit=1', '/healthz'])
    expect((await get(path)).status).toBe(200);
});
