import type { MembershipAnswer, TenantToken } from '@quarterdeck/contract';
import { systemClock } from '@quarterdeck/kit';
import type { RunningServer } from '@quarterdeck/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkOf, type Page, type Rig, startRig } from './testing/rig.ts';

/** What the clock of the backend is ahead of the real one. */
let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
let rig: Rig;
let ada: Page;
let max: Page;
let id: string;
/** Two nodes of the organisation's backend. */
let nodes: RunningServer[];
/** Made through the control plane before its clock and those of the nodes part. */
let tokens: Record<'max' | 'ada', string>;

beforeAll(async () => {
  rig = await startRig();
  ada = await rig.signUp('ada@example.test');
  id = await ada.createOrganization('Harbour', 'harbour');
  const nodeOf = await rig.newDatabase();
  nodes = [await rig.startBackend(id, { nodeOf, clock }), await rig.startBackend(id, { nodeOf, clock })];
  await place('ready');
  max = await rig.signUp('max@example.test', 'Max');
  await join(max, 'max@example.test');
  tokens = { max: await createToken(max), ada: await createToken(ada) };
});
afterAll(() => rig.stop());

const place = (state: 'ready' | 'suspended') =>
  rig.hub.registry.put(id, { backendUrl: `${nodes[0]?.url.origin}/api`, direct: false, state });

async function join(page: Page, email: string): Promise<void> {
  await ada.post('/cp/auth/organization/invite-member', { email, role: 'member', organizationId: id });
  const invitationId = new URL(linkOf(rig.said, email)).searchParams.get('id');
  expect((await page.post('/cp/auth/organization/accept-invitation', { invitationId })).status).toBe(200);
  await page.post('/cp/auth/organization/set-active', { organizationId: id });
}

async function createToken(page: Page): Promise<string> {
  const answer = await page.post('/api/auth/create_token', { name: 'a program', expiry: 'never' });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { payload: { token: string } }).payload.token;
}

/** What a program is answered at each node. */
async function everywhere(token: string): Promise<number[]> {
  const answers = [];
  for (const node of nodes) {
    const headers = { authorization: `Bearer ${token}` };
    answers.push((await fetch(new URL('/api/auth/whoami', node.url), { headers })).status);
  }
  return answers;
}

it('a removed member’s API token is refused on every node once a minute is over', async () => {
  expect(await everywhere(tokens.max)).toEqual([200, 200]);
  await ada.post('/cp/auth/organization/remove-member', { memberIdOrEmail: 'max@example.test', organizationId: id });
  aheadMs += 60_000;
  expect(await everywhere(tokens.max)).toEqual([401, 401]);
  expect(await everywhere(tokens.ada)).toEqual([200, 200]);
  await join(max, 'max@example.test');
  aheadMs += 60_000;
  expect(await everywhere(tokens.max)).toEqual([200, 200]);
});

it('the tokens of a suspended organisation wait until it is ready again', async () => {
  await place('suspended');
  aheadMs += 60_000;
  for (const token of Object.values(tokens)) expect(await everywhere(token)).toEqual([401, 401]);
  await place('ready');
  aheadMs += 60_000;
  for (const token of Object.values(tokens)) expect(await everywhere(token)).toEqual([200, 200]);
});

it('what somebody is in an organisation is told for the proof of that person alone', async () => {
  const { token } = (await (await ada.post('/cp/token', { org_id: id })).json()) as TenantToken;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;
  const { sub, membership_proof: proof } = claims;
  const ask = (question: object) => rig.page().post('/cp/membership', question);
  const answer = await ask({ org_id: id, sub, proof });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await answer.json()) as MembershipAnswer).toEqual({ role: 'owner' });
  const other = await ada.createOrganization('Other', 'other');
  for (const wrong of [{ proof: 'x' }, { sub: 'nobody' }, { org_id: other }]) {
    expect((await ask({ org_id: id, sub, proof, ...wrong })).status).toBe(401);
  }
  for (const field of ['org_id', 'sub', 'proof']) {
    const refused = await ask({ org_id: id, sub, proof, [field]: '' });
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ details: { field } })]);
  }
});
