import { randomUUID } from 'node:crypto';
import { type AccessTarget, accessActions, accessObjects, accessResources } from '@quarterdeck/contract';
import { connectDatabase, type Database } from '@quarterdeck/db';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../features/scheduler/testing/fixtures.ts';
import { startTestAuthz, type TestAuthz } from '../../testing/authz.ts';
import { callerOf } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';
import { createTestRest } from '../../testing/rest.ts';

const CONNECTIONS: AccessTarget = { object: 'connection', resource: 'connections' };
const ana = callerOf('viewer', { id: randomUUID() });
let test: TestDatabase;
let other: Database;
let nodes: TestAuthz[];
let nowMs = Date.now();

const run = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
const mayRead = () => nodes.map((node) => node.decide(ana, CONNECTIONS, 'read').kind);
const bothBecome = (kind: string) => until(() => mayRead().every((found) => found === kind));

beforeAll(async () => {
  test = await createTestDatabase();
  other = await connectDatabase({ url: test.url, log: silentLog });
  const clock = { ...systemClock, now: () => nowMs };
  nodes = [await startTestAuthz(test.database, { clock }), await startTestAuthz(other, { clock })];
  await run("insert into people (id, name, email) values ($1, 'Ana', 'ana@example.test')", [ana.id]);
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await other.stop();
  await test.drop();
});

describe('changes act on all nodes without being asked for', () => {
  it('of permissions: added, changed, deleted softly and hard', async () => {
    expect(mayRead()).toEqual(['none', 'none']);
    const id = await addPermission(test.database, {
      action: 'read',
      object: 'connection',
      subject: ana.id,
      subject_type: 'person',
    });
    await bothBecome('all');
    await run('update permissions set deny = true where id = $1', [id]);
    await bothBecome('none');
    await run('update permissions set deny = false where id = $1', [id]);
    await bothBecome('all');
    await run('update permissions set deleted_at = now() where id = $1', [id]);
    await bothBecome('none');
    await run('update permissions set deleted_at = null where id = $1', [id]);
    await bothBecome('all');
    await run('delete from permissions where id = $1', [id]);
    await bothBecome('none');
  });

  it('of groups, by e-mail, by name and by team', async () => {
    await addPermission(test.database, { action: 'read', object: 'connection', subject: 'sre' });
    const members = (selectors: object) =>
      run(
        `insert into permission_groups (name, namespace, selectors) values ('sre', 'ops', $1)
         on conflict (namespace, name) where deleted_at is null do update set selectors = excluded.selectors`,
        [JSON.stringify(selectors)],
      );
    await members({ people: ['ANA@example.test'] });
    await bothBecome('all');
    await members({ people: ['someone@example.test'] });
    await bothBecome('none');
    await members({ people: ['Ana'] });
    await bothBecome('all');
    await run("insert into people (name) values ('Ana')");
    await bothBecome('none');
    await members({ people: ['*'] });
    await bothBecome('all');
    await members({ teams: ['blue'] });
    await bothBecome('none');
    const team = randomUUID();
    await run("insert into teams (id, name, created_by) values ($1, 'blue', $2)", [team, ana.id]);
    await run('insert into team_members (team_id, person_id) values ($1, $2)', [team, ana.id]);
    await bothBecome('all');
    await run('update teams set deleted_at = now() where id = $1', [team]);
    await bothBecome('none');
    await run('delete from permission_groups');
    await run('delete from permissions');
  });

  it('of the policy table', async () => {
    await run("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin')", [ana.id]);
    await bothBecome('all');
    expect(nodes.map((node) => node.rolesOf(ana))).toEqual([
      ['everyone', 'viewer', 'admin'],
      ['everyone', 'viewer', 'admin'],
    ]);
    await run("delete from casbin_rule where ptype = 'g'");
    await bothBecome('none');
  });

  it('of time: a rule ends at its moment', async () => {
    await addPermission(test.database, {
      action: 'read',
      object: 'connection',
      subject: 'viewer',
      until: new Date(nowMs + 60_000).toISOString(),
    });
    await bothBecome('all');
    nowMs += 60_001;
    expect(mayRead()).toEqual(['none', 'none']);
    await run('delete from permissions');
  });

  it('of keys of what open streams and policies see', async () => {
    const [node] = nodes;
    const before = node?.audienceOf(ana).key;
    await addPermission(test.database, { action: 'read', object: 'connection', subject: 'viewer' });
    await bothBecome('all');
    expect(node?.audienceOf(ana).key).not.toBe(before);
    expect(node?.audienceOf(ana).sees('connections')).toBe('all');
    await run('delete from permissions');
    await bothBecome('none');
  });
});

describe('while the database is away', () => {
  it('decides by what was read before, without asking, and reads again when it is back', async () => {
    let isAway = false;
    let asked = 0;
    const database: Pick<Database, 'pool' | 'transaction' | 'listen'> = {
      pool: new Proxy(other.pool, {
        get() {
          asked++;
          throw new Error('away');
        },
      }),
      listen: other.listen,
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : other.transaction(work)),
    };
    await addPermission(test.database, { action: 'read', object: 'connection', subject: 'viewer' });
    const node = await startTestAuthz(database);
    isAway = true;
    await node.reload();
    expect(node.decide(ana, CONNECTIONS, 'read').kind).toBe('all');
    expect(await node.allows(ana, CONNECTIONS, 'read', { connection: randomUUID() })).toBe(true);
    expect(node.policyFor(ana).relation('connections', 'read').kind).toBe('allowed');
    expect(asked).toBe(0);
    await run('delete from permissions');
    isAway = false;
    await until(() => node.decide(ana, CONNECTIONS, 'read').kind === 'none');
    await node.stop();
  });
});

describe('a permission row', () => {
  const write = (row: Record<string, unknown>) =>
    addPermission(test.database, { action: 'read', object: 'catalog', subject: 'viewer', ...row });
  const refusal = (row: Record<string, unknown>) =>
    write(row).then(
      () => null,
      ({ code, message, hint }: { code: string; message: string; hint: string }) => ({ code, message, hint }),
    );

  it('takes every action, object and subject type that is known, and lists and wildcards', async () => {
    for (const action of [...accessActions, '*', 'read,update', 'playbook:*', '*, !delete', 'mcp:run']) {
      expect(await refusal({ action }), action).toBeNull();
    }
    expect(await refusal({ action: 'playbook:*,mcp:*', object: null, subject: 'everyone', deny: true })).toBeNull();
    for (const object of [...accessObjects, ...accessResources, '*', null])
      expect(await refusal({ object })).toBeNull();
    await run('delete from permissions');
  });

  it.each([
    ['action', { action: 'fly' }, 'action: "fly"'],
    ['action', { action: 'read,' }, 'action: ""'],
    ['action', { action: '' }, 'action: "-"'],
    ['action', { action: 'read,playbook:dance' }, 'action: "playbook:dance"'],
    ['object', { object: 'everything' }, 'object: "everything"'],
    ['subject_type', { subject_type: 'robot' }, 'subject_type: "robot"'],
    ['tags', { tags: ['a'] }, 'tags: '],
    ['object_selector', { object_selector: ['a'] }, 'object_selector: '],
    ['object_selector', { object_selector: { pods: [{ name: 'x' }] } }, 'object_selector: "pods"'],
    ['object_selector', { object_selector: { configs: { name: 'x' } } }, 'object_selector: "configs"'],
    ['object_selector', { object_selector: { configs: ['x'] } }, 'object_selector: "configs"'],
    ['object_selector', { object: null, object_selector: { configs: [] } }, 'object_selector: '],
    ['object', { object: '*', deny: true, subject: 'everyone' }, 'object: "*"'],
    ['object', { object: 'rbac', deny: true, subject: 'admin' }, 'object: "rbac"'],
  ])('with a wrong %s is refused, saying what was expected: %j', async (field, row, message) => {
    const found = await refusal(row);
    expect(found).toMatchObject({ code: '22023', message: expect.stringContaining(message) });
    expect(found?.hint, field).toMatch(/^expected /);
  });

  it('is refused with 400 by the REST dialect', async () => {
    const rest = createTestRest(test.database);
    const policy = nodes[0]?.policyFor(callerOf('admin'));
    if (!policy) throw new Error('no node');
    const answer = await rest(policy, 'permissions', {
      method: 'POST',
      body: JSON.stringify({ action: 'fly', object: 'catalog', subject: 'viewer' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 400, json: { code: '22023', message: 'action: "fly" is not accepted' } });
  });
});

describe('who may write permissions but not roles', () => {
  const editor = callerOf('editor', { id: ana.id });
  const post = async (path: string, body: object) => {
    const rest = createTestRest(test.database);
    const policy = nodes[0]?.policyFor(editor);
    if (!policy) throw new Error('no node');
    const headers = { 'content-type': 'application/json' };
    return (await rest(policy, path, { method: 'POST', body: JSON.stringify(body), headers })).status;
  };
  const rule = { action: '*', subject: 'viewer', subject_type: 'group' };

  it('gives only what is its own', async () => {
    expect(await post('permissions', { ...rule, object: 'catalog' })).toBe(201);
    expect(await post('permissions', { ...rule, object_selector: { configs: [{ name: 'x' }] } })).toBe(201);
    for (const object of ['*', null, 'connection', 'connections', 'auth', 'rbac', 'people', 'database.system']) {
      expect(await post('permissions', { ...rule, object }), String(object)).toBe(403);
    }
    const selector = { object_selector: { connections: [{ name: 'x' }] } };
    expect(await post('permissions', { ...rule, ...selector })).toBe(403);
    await run('delete from permissions');
  });

  it('does not join a team that has permissions, nor make groups, nor roles', async () => {
    const team = randomUUID();
    const plain = randomUUID();
    await run("insert into teams (id, name, created_by) values ($1, 'strong', $3), ($2, 'plain', $3)", [
      team,
      plain,
      ana.id,
    ]);
    await addPermission(test.database, { action: '*', object: 'connection', subject: team, subject_type: 'team' });
    await nodes[0]?.reload();
    expect(await post('team_members', { team_id: plain, person_id: ana.id })).toBe(201);
    expect(await post('team_members', { team_id: team, person_id: ana.id })).toBe(403);
    expect(await post('permission_groups', { name: 'x', selectors: { people: ['*'] } })).toBe(403);
    expect(await post('casbin_rule', { ptype: 'g', v0: ana.id, v1: 'admin' })).toBe(403);
    expect(await post('people', { name: 'Eve', email: 'ana@example.test' })).toBe(403);
    await run('delete from permissions');
  });

  it('sets properties but those that decide about access', async () => {
    expect(await post('properties', { name: 'logs.disable', value: 'true' })).toBe(201);
    expect(await post('properties', { name: 'rls.enable', value: 'false' })).toBe(403);
  });
});
