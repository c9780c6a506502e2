import type { AuditPage } from '@quarterdeck/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostedNodes, startHostedNodes } from './testing/nodes.ts';

let hosted: HostedNodes;
let ask: HostedNodes['ask'];
let bearerOf: HostedNodes['bearerOf'];

beforeAll(async () => {
  hosted = await startHostedNodes();
  ({ ask, bearerOf } = hosted);
});
afterAll(() => hosted?.stop());

/** The sign-ins of somebody as an administrator reads them. */
async function signInsOf(sub: string) {
  const answer = await ask(await bearerOf('root', 'owner'), `/api/audit?action=sign_in&person=${sub}@example.test`);
  return ((await answer.json()) as AuditPage).payload;
}
const call = async (sub: string, { node = 0, headers = {}, ...claims }: Record<string, unknown> = {}) => {
  const token = await bearerOf(sub, 'member', claims);
  expect((await ask(token, undefined, { node: Number(node), headers: headers as Record<string, string> })).status).toBe(
    200,
  );
};

it('a sign-in at the control plane is written down with who, from where and by whom', async () => {
  await call('ada', { headers: { 'user-agent': 'a browser' } });
  expect(await signInsOf('ada')).toEqual([
    expect.objectContaining({
      actor_name: 'ada@example.test',
      actor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'sign_in',
      result: 'ok',
      source: '127.0.0.1',
      user_agent: 'a browser',
      details: { method: 'hosted', provider: hosted.issuer.url, hosted_session: 'session of ada' },
    }),
  ]);
});

it('once for each session, whatever the number of its calls, tokens and nodes', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, at) => call('bob', { node: at % 2, jti: `token ${at}` })));
  hosted.ahead(10 * 60_000);
  await call('bob', { node: 1 });
  expect(await signInsOf('bob')).toHaveLength(1);
  await call('bob', { sid: 'another session' });
  await call('bob', { sid: 'another session', node: 1 });
  expect(await signInsOf('bob')).toHaveLength(2);
});

it('not for a token that does not hold, nor for the calls of a program', async () => {
  const now = Math.floor(hosted.now() / 1000);
  expect((await ask(await bearerOf('eve', 'member', { exp: now - 60 }))).status).toBe(401);
  expect((await ask(await bearerOf('eve', 'member', { azp: 'https://evil.example' }))).status).toBe(401);
  expect(await signInsOf('eve')).toEqual([]);
  const made = await ask(await bearerOf('pat', 'member'), '/api/auth/create_token', {
    method: 'POST',
    body: JSON.stringify({ name: 'a program', expiry: 'never' }),
  });
  const { payload } = (await made.json()) as { payload: { token: string } };
  for (const node of [0, 1]) expect((await ask(payload.token, undefined, { node })).status).toBe(200);
  expect(await signInsOf('pat')).toHaveLength(1);
});

it('with the address that the control plane passes on, as all that is done by that call', async () => {
  await call('cem', { client_ip: '192.0.2.7' });
  expect(await signInsOf('cem')).toMatchObject([{ source: '192.0.2.7' }]);
  const made = await ask(await bearerOf('cem', 'member', { client_ip: '192.0.2.8' }), '/api/auth/create_token', {
    method: 'POST',
    body: JSON.stringify({ name: 'of cem', expiry: 'never' }),
  });
  expect(made.status).toBe(200);
  const page = await ask(await bearerOf('root', 'owner'), '/api/audit?action=token.create&person=cem@example.test');
  expect(((await page.json()) as AuditPage).payload).toMatchObject([{ source: '192.0.2.8', target: 'of cem' }]);
});
