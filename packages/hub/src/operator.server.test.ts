import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { loadConfig } from '@quarterdeck/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHubDatabase } from './database.ts';
import { keepDemoOrganization, keepDemoPerson } from './demo/demo-store.ts';
import { type Operator, openOperator } from './operator.ts';

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
