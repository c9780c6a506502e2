import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Queryable } from '../database.ts';
import type { IdentityService } from '../identity.ts';
import { Browser, PASSWORD, useHarness } from '../testing/harness.ts';
import { flowOf, messageIds } from '../testing/read.ts';

const harness = await useHarness();
let count = 0;
let address: string;
let id: string;

beforeEach(async () => {
  count += 1;
  address = `person${count}@example.test`;
  id = await harness.addPerson(address, { first: 'Ada' });
});

/** Acts as an administrator does, on one node. */
const act = <T>(work: (admin: IdentityService['admin'], db: Queryable) => Promise<T>): Promise<T> =>
  harness.test.database.transaction((db) => work(harness.service.admin, db));

async function signedIn(): Promise<Browser> {
  const browser = new Browser(harness.anotherNode());
  expect((await browser.signIn(address)).status).toBe(200);
  return browser;
}

const mailsTo = async (recipient: string) =>
  (
    await harness.test.database.pool.query('select template, body_text from mail_queue where recipient = $1', [
      recipient,
    ])
  ).rows;

test('a deactivated account is out everywhere at once, and in again when it may be', async () => {
  const browser = await signedIn();
  await act((admin, db) => admin.setActive(db, id, false));
  expect((await browser.whoAmI()).status).toBe(401);
  const refused = await new Browser(harness.service).signIn(address);
  expect([refused.status, messageIds(flowOf(refused))]).toEqual([400, [4010011]]);
  await act((admin, db) => admin.setActive(db, id, true));
  expect((await browser.whoAmI()).status).toBe(401);
  expect((await browser.signIn(address)).status).toBe(200);
});

test('an invitation dies with the account that is deactivated', async () => {
  const email = `new${count}@example.test`;
  const invitation = await act((admin, db) => admin.invite(db, { email }, 'Root'));
  await act(async (admin, db) => {
    await admin.setActive(db, invitation?.identity.id ?? '', false);
    await admin.setActive(db, invitation?.identity.id ?? '', true);
  });
  const browser = new Browser(harness.service);
  const flow = new URL(invitation?.link ?? '').searchParams.get('flow');
  const answer = await browser.call('POST', `/self-service/recovery?flow=${flow}`, {
    body: { method: 'code', code: invitation?.code },
  });
  expect(messageIds(flowOf(answer))).toEqual([4060006]);
});

test('a removed account leaves its person behind, and its address to others', async () => {
  const browser = await signedIn();
  await act((admin, db) => admin.remove(db, id));
  expect((await browser.whoAmI()).status).toBe(401);
  const { rows } = await harness.test.database.pool.query(
    'select name, deleted_at is not null as gone from people where id = $1',
    [id],
  );
  expect(rows).toEqual([{ name: 'Ada', gone: true }]);
  expect(await harness.addPerson(address)).not.toBe(id);
});

test('a new address is signed in by, is yet to be verified, and the old one is told', async () => {
  const next = `moved${count}@example.test`;
  const found = await act(async (admin, db) => {
    const identity = await admin.find(db, id);
    if (identity === null) throw new Error('the account is not found');
    expect(await admin.changeAddress(db, identity, ` ${next.toUpperCase()} `)).toBe(true);
    return admin.find(db, id);
  });
  expect(found?.addresses).toMatchObject([{ value: next, verified_at: null }]);
  expect((await new Browser(harness.service).signIn(next, PASSWORD)).status).toBe(200);
  expect((await new Browser(harness.service).signIn(address, PASSWORD)).status).toBe(400);
  expect(await mailsTo(address)).toEqual([{ template: 'address-changed', body_text: expect.stringContaining(next) }]);
});

test('the address of somebody else is not given away', async () => {
  const taken = `taken${count}@example.test`;
  await harness.addPerson(taken);
  await act(async (admin, db) => {
    const identity = await admin.find(db, id);
    if (identity === null) throw new Error('the account is not found');
    expect(await admin.changeAddress(db, identity, taken)).toBe(false);
  });
  expect(await mailsTo(address)).toEqual([]);
  expect((await new Browser(harness.service).signIn(address)).status).toBe(200);
});

test('one person invites so often a day, on whichever node', async () => {
  const inviter = randomUUID();
  const node = harness.anotherNode();
  for (let n = 0; n < 25; n += 1) {
    expect(await harness.service.admin.mayInvite(inviter)).toBe(true);
    expect(await node.admin.mayInvite(inviter)).toBe(true);
  }
  expect(await node.admin.mayInvite(inviter)).toBe(false);
  expect(await harness.service.admin.mayInvite(randomUUID())).toBe(true);
  harness.clock.advance(24 * 3600_000);
  expect(await harness.service.admin.mayInvite(inviter)).toBe(true);
});

test('nobody is found by an id that no account has', async () => {
  expect(await act((admin, db) => admin.find(db, randomUUID()))).toBeNull();
});
