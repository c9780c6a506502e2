import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import { auditedTables } from './actor.ts';

const admin = callerOf('admin');
const viewer = callerOf('viewer', { id: '0199aaaa-0000-7000-8000-00000000000b' });
let test: TestDatabase;
let server: ServerForCallers['server'];
let callers: ServerForCallers['callers'];
let person: string;
let seen = 0;

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows;
const trail = () =>
  query('select actor_id, actor_name, action, result, source, user_agent from audit_log order by at, id offset $1', [
    seen,
  ]);
const send = (method: string, path: string, body: unknown, who = admin) =>
  fetch(new URL(path, server.url), {
    method,
    headers: { ...callers.as(who), 'content-type': 'application/json', 'user-agent': 'a test' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  test = await createTestDatabase();
  [{ id: person }] = await query("insert into people (name, email) values ('Ada', 'ada@example.test') returning id");
  ({ server, callers } = await startForCallers(test, { env: { QD_MODE: 'standalone' } }));
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});
beforeEach(async () => {
  seen = (await query('select from audit_log')).length;
});

const byAdmin = {
  actor_id: admin.id,
  actor_name: admin.email,
  result: 'ok',
  source: expect.stringMatching(/127\.0\.0\.1$/),
  user_agent: 'a test',
};

describe('a change of access is written down with whoever asked for it', () => {
  it('through the REST dialect', async () => {
    const made = await send('POST', '/api/db/teams', { name: 'Night', created_by: person });
    expect(made.status).toBe(201);
    expect((await send('PATCH', '/api/db/teams?name=eq.Night', { icon: 'moon' })).status).toBe(204);
    expect(await trail()).toMatchObject([
      { ...byAdmin, action: 'team.create' },
      { ...byAdmin, action: 'team.update' },
    ]);
  });

  it('of every table that the database writes down, and no other write waits for a transaction', async () => {
    const rows = await query(
      "select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'audit_access'::regproc order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual([...auditedTables].toSorted());
  });

  it('through a route of its own', async () => {
    expect((await send('POST', `/api/rbac/${person}/update_role`, { roles: ['editor'] })).status).toBe(200);
    expect(await trail()).toMatchObject([{ ...byAdmin, action: 'role.create' }]);
  });

  it('by each caller alone, also when many write at once', async () => {
    const other = callerOf('admin', { id: '0199aaaa-0000-7000-8000-00000000000c', email: 'other@example.test' });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send('POST', '/api/db/teams', { name: `team ${n}`, created_by: person }, n % 2 === 0 ? admin : other),
      ),
    );
    const rows = await query('select actor_name, target from audit_log order by at, id offset $1', [seen]);
    expect(rows).toHaveLength(20);
    for (const { actor_name, target } of rows) {
      const isEven = Number(target.replace('team ', '')) % 2 === 0;
      expect(actor_name).toBe(isEven ? admin.email : other.email);
    }
  });
});

describe('a write that is refused', () => {
  it('is written down once a minute for each caller and route', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await send('POST', `/api/rbac/${person}/update_role`, { roles: ['admin'] }, viewer)).status).toBe(403);
    }
    expect((await send('PATCH', '/api/db/permissions?id=is.null', { deny: false }, viewer)).status).toBe(403);
    await expect
      .poll(() =>
        query('select actor_id, action, target, result from audit_log where action = $1 order by target desc', [
          'access.refused',
        ]),
      )
      .toEqual([
        {
          actor_id: viewer.id,
          action: 'access.refused',
          target: 'POST /api/rbac/:id/update_role',
          result: 'refused',
        },
        { actor_id: viewer.id, action: 'access.refused', target: 'PATCH /api/db/permissions', result: 'refused' },
      ]);
  });

  it('is not, when it only asked to read', async () => {
    expect((await fetch(new URL('/api/rbac/dump', server.url), { headers: callers.as(viewer) })).status).toBe(403);
    expect(await trail()).toEqual([]);
  });
});
