import type { OrganizationRole, WhoAmI, WhyAnswer } from '@quarterdeck/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HostedNodes, startHostedNodes } from './testing/nodes.ts';

const MINUTE_MS = 60_000;
let hosted: HostedNodes;
let issuer: HostedNodes['issuer'];
let test: HostedNodes['test'];
let ask: HostedNodes['ask'];
let bearerOf: HostedNodes['bearerOf'];
let ahead: HostedNodes['ahead'];

beforeAll(async () => {
  hosted = await startHostedNodes();
  ({ issuer, test, ask, bearerOf, ahead } = hosted);
});
afterEach(() => {
  issuer.fail(false);
  issuer.questions.length = 0;
});
afterAll(() => hosted?.stop());

const statusOf = async (token: string, node = 0) => (await ask(token, undefined, { node })).status;
const rolesOf = async (token: string, node = 0) =>
  ((await (await ask(token, undefined, { node })).json()) as WhoAmI).payload.roles.filter(
    (role) => role !== 'everyone',
  );
/** At one node after the other. */
const everywhere = async (token: string) => [await statusOf(token, 0), await statusOf(token, 1)];

/** A member who made an API token. */
async function addOwner(sub: string, role: OrganizationRole, more: Record<string, unknown> = {}) {
  issuer.members.set(sub, role);
  const bearer = await bearerOf(sub, role);
  const made = await ask(bearer, '/api/auth/create_token', {
    method: 'POST',
    body: JSON.stringify({ name: `of ${sub}`, expiry: 'never', ...more }),
  });
  expect(made.status).toBe(200);
  const { payload } = (await made.json()) as { payload: { token: string } };
  const id = ((await (await ask(bearer)).json()) as WhoAmI).payload.user.id;
  return { id, token: payload.token };
}

describe('the API token of a member', () => {
  it('carries the role of the organisation, and less by what was taken from it', async () => {
    const { token } = await addOwner('ada', 'owner');
    expect(await rolesOf(token)).toEqual(['admin']);
    expect((await ask(token, '/api/db/checks?select=id')).status).toBe(200);
    const guest = await addOwner('gus', 'guest');
    expect(await rolesOf(guest.token)).toEqual(['guest']);
    // An owner's assistant needs nothing else (contract playbooks §8).
    const ping = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) };
    expect((await ask(token, '/api/mcp', ping)).status).toBe(200);
    expect((await ask(guest.token, '/api/mcp', ping)).status).toBe(403);
    const bounded = await addOwner('bea', 'member', { deny_permissions: [{ object: 'canaries', action: 'read' }] });
    expect(await rolesOf(bounded.token)).toEqual(['viewer']);
    expect((await ask(bounded.token, '/api/db/checks?select=id')).status).toBe(403);
    // No question: the owner was here within the minute.
    expect(issuer.questions).toEqual([]);
  });

  it('may never more than its owner now, nor than its owner when it was made', async () => {
    const { token } = await addOwner('max', 'member');
    issuer.members.set('max', 'admin');
    ahead(2 * MINUTE_MS);
    expect(await rolesOf(await bearerOf('max', 'admin'))).toEqual(['admin']);
    expect((await ask(token, '/api/rbac/dump')).status).toBe(403);
    expect((await ask(await bearerOf('max', 'admin'), '/api/rbac/dump')).status).toBe(200);

    const { token: strong } = await addOwner('mia', 'admin');
    expect((await ask(strong, '/api/rbac/dump')).status).toBe(200);
    issuer.members.set('mia', 'guest');
    ahead(MINUTE_MS);
    for (const node of [0, 1]) {
      expect((await ask(strong, '/api/rbac/dump', { node })).status).toBe(403);
      expect(await rolesOf(strong, node)).toEqual(['guest']);
    }
  });

  it('is suspended on every node within a minute after the owner was removed, and goes on after a return', async () => {
    const { id, token } = await addOwner('rob', 'member');
    // What is given here stays, and helps nobody who is no member.
    await test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'editor')", [id]);
    expect(await everywhere(token)).toEqual([200, 200]);
    const early = await bearerOf('rob', 'member', { exp: Math.floor(hosted.now() / 1000) + 200 });
    issuer.members.delete('rob');
    expect(await everywhere(token)).toEqual([200, 200]);
    ahead(MINUTE_MS);
    expect(await everywhere(token)).toEqual([401, 401]);
    // Neither of them asks again for a minute, and a token from before takes nothing back.
    expect(issuer.questions).toHaveLength(1);
    expect(issuer.questions[0]).toEqual({ org_id: hosted.organization, sub: 'rob', proof: 'proof of rob' });
    expect((await ask(early)).status).toBe(200);
    expect(await everywhere(token)).toEqual([401, 401]);

    issuer.members.set('rob', 'member');
    ahead(MINUTE_MS);
    expect(await everywhere(token)).toEqual([200, 200]);
    expect((await rolesOf(token)).toSorted()).toEqual(['editor', 'viewer']);
    expect(issuer.questions).toHaveLength(2);
  });

  it('goes on with the next sign-in of an owner who is a member again', async () => {
    const { token } = await addOwner('sue', 'member');
    issuer.members.delete('sue');
    ahead(MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
    ahead(1000);
    expect((await ask(await bearerOf('sue', 'member'))).status).toBe(200);
    expect(await everywhere(token)).toEqual([200, 200]);
  });

  it('is asked about once, however many calls come at a time', async () => {
    const { token } = await addOwner('tim', 'member');
    ahead(MINUTE_MS);
    const answers = await Promise.all(Array.from({ length: 8 }, () => statusOf(token)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(issuer.questions).toHaveLength(1);
  });

  it('holds by the last word for an hour while the control plane does not answer, and not longer', async () => {
    const { token } = await addOwner('uma', 'member');
    const gone = await addOwner('gil', 'member');
    issuer.members.delete('gil');
    ahead(MINUTE_MS);
    expect(await statusOf(gone.token)).toBe(401);
    issuer.fail(true);
    expect(await everywhere(token)).toEqual([200, 200]);
    ahead(58 * MINUTE_MS);
    expect(await everywhere(token)).toEqual([200, 200]);
    ahead(2 * MINUTE_MS);
    const refused = await ask(token);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'SIGN_IN_UNAVAILABLE']);
    // Who was removed stays out, whatever answers.
    expect(await statusOf(gone.token)).toBe(401);
    issuer.fail(false);
    ahead(10_000);
    expect(await everywhere(token)).toEqual([200, 200]);
  });

  it('does not ask again and again where there is no answer', async () => {
    const { token } = await addOwner('vic', 'member');
    issuer.fail(true);
    ahead(MINUTE_MS);
    for (let call = 0; call < 5; call += 1) expect(await statusOf(token)).toBe(200);
    expect(issuer.questions).toHaveLength(1);
    ahead(10_000);
    expect(await statusOf(token)).toBe(200);
    expect(issuer.questions).toHaveLength(2);
  });

  it('of somebody who never came from the control plane opens nothing', async () => {
    const { id, token } = await addOwner('wes', 'member');
    await test.database.pool.query('delete from hosted_members where person_id = $1', [id]);
    expect(await everywhere(token)).toEqual([401, 401]);
  });

  it('asks about nobody for a secret that is wrong', async () => {
    const { token } = await addOwner('xan', 'member');
    ahead(MINUTE_MS);
    expect(await statusOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    expect(issuer.questions).toEqual([]);
  });
});

it('words that say nothing new are not written for each call', async () => {
  const { id } = await addOwner('ria', 'member');
  /** Also a lock of the row is seen in it. */
  const version = async () =>
    (await test.database.pool.query('select xmin::text, xmax::text from hosted_members where person_id = $1', [id]))
      .rows;
  const iat = Math.floor(hosted.now() / 1000);
  const before = await version();
  for (let call = 0; call < 5; call += 1) {
    expect((await ask(await bearerOf('ria', 'member', { iat, jti: `call ${call}` }))).status).toBe(200);
  }
  expect(await version()).toEqual(before);
  ahead(MINUTE_MS);
  expect((await ask(await bearerOf('ria', 'member'))).status).toBe(200);
  expect(await version()).not.toEqual(before);
});

it('the role of the organisation stands apart from those that are given here, and is told where decisions are explained', async () => {
  const { id } = await addOwner('yan', 'owner');
  const roles = await test.database.pool.query('select v1 from casbin_rule where v0 = $1', [id]);
  expect(roles.rows).toEqual([]);
  const kept = await test.database.pool.query('select role from hosted_members where person_id = $1', [id]);
  expect(kept.rows).toEqual([{ role: 'owner' }]);
  const asked = await bearerOf('zoe', 'owner');
  const path = `/api/rbac/why?subject_type=person&subject=${id}&object=rbac&resource=rbac&action=update`;
  const answer = (await (await ask(asked, path)).json()) as WhyAnswer;
  expect(answer).toMatchObject({ subject: { id }, outcome: 'allowed' });
});
