import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { AuditRow } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { loadConfig } from '@quarterdeck/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHubDatabase } from './database.ts';
import { keepDemoOrganization, keepDemoPerson } from './demo/demo-store.ts';
import { type AuditRequest, type Operator, openOperator } from './operator.ts';

let test: TestDatabase;
let operator: Operator;

beforeAll(async () => {
  test = await createTestDatabase();
  const hub = await openHubDatabase({ databaseUrl: test.url, dataDir: '' }, silentLog, systemClock);
  const ada = await keepDemoPerson(hub, { name: 'Ada', email: 'ada@example.test', passwordHash: 'x' });
  await keepDemoOrganization(hub, { name: 'Harbour', slug: 'harbour', members: new Map([[ada, 'owner']]) });
  await hub.stop();
  const env = {
    DATABASE_URL: test.url,
    QD_EGRESS_ALLOW: '127.0.0.1',
    QD_SECRET_KEY: randomBytes(32).toString('base64'),
  };
  operator = await openOperator(loadConfig(env, {}, '/', false));
});
afterAll(async () => {
  await operator.stop();
  await test.drop();
});

/** What of this is written down, read by the side. */
async function written(action = 'backend.%') {
  const hub = await openHubDatabase({ databaseUrl: test.url, dataDir: '' }, silentLog, systemClock);
  const found = await hub.pool.query('select * from audit_log where action like $1 order by at', [action]);
  await hub.stop();
  return found;
}

const place = (backendUrl: string | null, direct: unknown = false) =>
  operator.place('harbour', { backendUrl, direct, state: 'ready' });

describe('an operator', () => {
  it('sees organisations that have no backend yet', async () => {
    expect(await operator.organizations()).toEqual([
      expect.objectContaining({ slug: 'harbour', state: 'pending', backendUrl: null, direct: false, members: 1 }),
    ]);
  });

  it('places a backend, by short name or id, with the flag as it is written', async () => {
    const placed = await place('http://127.0.0.1:8081/api/', 'TRUE');
    expect(placed).toMatchObject({ backendUrl: 'http://127.0.0.1:8081/api', direct: true, state: 'ready' });
    const byId = await operator.place(placed.id, { backendUrl: null, direct: null, state: 'pending' });
    expect(byId).toMatchObject({ backendUrl: null, direct: false, state: 'pending' });
  });

  it('is told in the audit trail as whoever works on this machine', async () => {
    const { rows } = await written();
    expect(rows).toMatchObject([
      {
        action: 'backend.create',
        actor_id: null,
        actor_name: userInfo().username,
        source: 'command line',
        target: 'harbour',
      },
      { action: 'backend.update', source: 'command line' },
    ]);
  });

  it('reads all of the trail, or what concerns one organisation, which is written down too', async () => {
    const read = async (request: Partial<AuditRequest> = {}) => {
      const given = { organization: undefined, format: 'ndjson', from: undefined, to: undefined, ...request };
      let text = '';
      for await (const piece of operator.audit(given)) text += piece;
      return text;
    };
    const all = (await read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRow);
    expect(all.map(({ action }) => action)).toContain('account.create');
    expect(all[0]).toMatchObject({ action: 'backend.update', target: 'harbour', source: 'command line' });
    // An operator is told where backends are.
    expect(JSON.stringify(all)).toContain('http://127.0.0.1:8081/api');
    const ofOne = await read({ organization: 'harbour', format: 'csv' });
    expect(ofOne).toContain('backend.create');
    expect(ofOne).not.toContain('account.create');
    const later = new Date(systemClock.now() + 60_000).toISOString();
    expect(await read({ from: later })).toBe('');
    const { rows } = await written('audit.export');
    expect(rows).toMatchObject([{ source: 'command line' }, {}, {}]);
    await expect(read({ from: 'yesterday' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    await expect(read({ organization: 'nobody' })).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
  });

  it('is refused wrong addresses, those that may not be called, and flags that are none', async () => {
    await expect(place('http://ops.example.com')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    await expect(place('https://10.0.0.1/api')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(place('https://169.254.169.254/')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await expect(place('http://127.0.0.1:8081/api', 'yes')).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: 'Invalid boolean value',
    });
    await expect(operator.place('nobody', { backendUrl: null, direct: false, state: 'pending' })).rejects.toMatchObject(
      {
        code: 'ORGANIZATION_NOT_FOUND',
      },
    );
    expect(await operator.organizations()).toEqual([expect.objectContaining({ backendUrl: null })]);
  });

  it('replaces the key that signs', async () => {
    expect((await operator.rotateKeys()).getTime()).toBeGreaterThan(systemClock.now());
  });
});
