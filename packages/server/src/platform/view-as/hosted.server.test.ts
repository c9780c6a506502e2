import type { OrganizationRole, WhoAmI } from '@quarterdeck/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type HostedNodes, startHostedNodes } from '../tenant/testing/nodes.ts';

let hosted: HostedNodes;
let ask: HostedNodes['ask'];
let bearerOf: HostedNodes['bearerOf'];

beforeAll(async () => {
  hosted = await startHostedNodes();
  ({ ask, bearerOf } = hosted);
});
afterEach(() => hosted.test.database.pool.query('delete from session_views'));
afterAll(() => hosted?.stop());

const whoIs = async (bearer: string, node = 0) =>
  ((await (await ask(bearer, undefined, { node })).json()) as WhoAmI).payload;
const rolesOf = async (bearer: string, node = 0) =>
  (await whoIs(bearer, node)).roles.filter((role) => role !== 'everyone').toSorted();
const person = async (sub: string, role: OrganizationRole) => (await whoIs(await bearerOf(sub, role))).user.id;
async function begin(bearer: string, body: unknown): Promise<number> {
  return (await ask(bearer, '/api/auth/view-as', { method: 'POST', body: JSON.stringify(body) })).status;
}

it('a view holds for the session, by whichever of its tokens, on every node, and for no other session', async () => {
  expect(await begin(await bearerOf('root', 'owner'), { type: 'role', id: 'viewer' })).toBe(200);
  hosted.ahead(5 * 60_000);
  for (const node of [0, 1]) {
    const bearer = await bearerOf('root', 'owner');
    expect(await rolesOf(bearer, node)).toEqual(['viewer']);
    expect((await ask(bearer, '/api/rbac/dump', { node })).status).toBe(403);
  }
  expect(await rolesOf(await bearerOf('root', 'owner', { sid: 'at home' }))).toEqual(['admin']);
  const { viewing } = await whoIs(await bearerOf('root', 'owner'));
  // It is the view that is told, not the minute of the token.
  expect((viewing?.untilMs ?? 0) - hosted.now()).toBeGreaterThan(20 * 60_000);
  expect((await ask(await bearerOf('root', 'owner'), '/api/auth/view-as', { method: 'DELETE' })).status).toBe(200);
  expect(await rolesOf(await bearerOf('root', 'owner'), 1)).toEqual(['admin']);
});

it('a view ends by itself', async () => {
  await begin(await bearerOf('root', 'owner'), { type: 'role', id: 'guest' });
  expect(await rolesOf(await bearerOf('root', 'owner'))).toEqual(['guest']);
  hosted.ahead(31 * 60_000);
  expect(await rolesOf(await bearerOf('root', 'owner'))).toEqual(['admin']);
});

it('a person is seen with what the organisation and the backend gave, and nothing can be written', async () => {
  const ana = await person('ana', 'guest');
  await hosted.test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'editor')", [ana]);
  const root = await bearerOf('root', 'owner');
  await expect.poll(() => bearerOf('ana', 'guest').then(rolesOf)).toEqual(['editor', 'guest']);
  expect(await begin(root, { type: 'person', id: ana })).toBe(200);
  expect(await rolesOf(root)).toEqual(['editor', 'guest']);
  expect((await whoIs(root)).viewing).toMatchObject({ type: 'person', id: ana, by: { name: 'root' } });
  const refused = await ask(root, '/api/preferences', { method: 'PATCH', body: '{}' });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'VIEWING_READ_ONLY']);
});

it('only administrators begin one, and only as long as they are', async () => {
  expect(await begin(await bearerOf('max', 'member'), { type: 'role', id: 'viewer' })).toBe(403);
  await begin(await bearerOf('mia', 'admin'), { type: 'role', id: 'guest' });
  expect(await rolesOf(await bearerOf('mia', 'admin'))).toEqual(['guest']);
  // Whoever is none any more has their own rights.
  expect(await rolesOf(await bearerOf('mia', 'member'))).toEqual(['viewer']);
});

it('an API token is never narrowed, and begins none', async () => {
  const root = await bearerOf('root', 'owner');
  const made = await ask(root, '/api/auth/create_token', {
    method: 'POST',
    body: JSON.stringify({ name: 'a program', expiry: 'never' }),
  });
  const { payload } = (await made.json()) as { payload: { token: string } };
  expect(await begin(payload.token, { type: 'role', id: 'viewer' })).toBe(403);
  await begin(root, { type: 'role', id: 'viewer' });
  expect(await rolesOf(payload.token)).toEqual(['admin']);
});

it('the trail tells of the administrator who views', async () => {
  const ana = await person('ana', 'guest');
  const root = await bearerOf('root', 'owner', { client_ip: '192.0.2.9' });
  const id = (await whoIs(root)).user.id;
  await begin(root, { type: 'person', id: ana });
  await ask(root, '/api/auth/view-as', { method: 'DELETE' });
  const { rows } = await hosted.test.database.pool.query(
    "select actor_id, action, about_id, source from audit_log where action like 'view_as.%' order by at desc limit 2",
  );
  expect(rows).toEqual([
    { actor_id: id, action: 'view_as.end', about_id: ana, source: '192.0.2.9' },
    { actor_id: id, action: 'view_as.start', about_id: ana, source: '192.0.2.9' },
  ]);
});
