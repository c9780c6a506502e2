import { randomUUID } from 'node:crypto';
import type { GuardedKind, WhyAnswer } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../container.ts';
import type { Authz, Caller } from '../../platform/index.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';

let callers: ServerForCallers['callers'];
let test: TestDatabase;
let server: RunningServer;
let authz: Authz;
let estate: Estate;
let ana: Caller;
const admin = callerOf('admin');

beforeAll(async () => {
  test = await createTestDatabase();
  estate = await addEstate(test.database);
  ana = callerOf('viewer', { id: estate.person, name: 'Ana', email: 'ana@example.test' });
  ({ server, authz, callers } = await startForCallers(test));
});
afterEach(async () => {
  await test.database.pool.query('delete from permissions; delete from permission_groups; delete from casbin_rule');
  await authz.reload();
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

type Query = Readonly<Record<string, string>>;
const CATALOG = { object: 'catalog', resource: 'database', action: 'read' };

function get(path: string, who: Caller | null): Promise<Response> {
  return fetch(new URL(path, server.url), { headers: who ? callers.as(who) : {} });
}
const ask = (who: Caller | null, query: Query) => get(`/api/rbac/why?${new URLSearchParams(query)}`, who);
const why = async (who: Caller, query: Query) => (await (await ask(who, query)).json()) as WhyAnswer;

async function rule(row: Readonly<Record<string, unknown>>): Promise<string> {
  const id = await addPermission(test.database, { action: '*', subject_type: 'person', subject: ana.id, ...row });
  await authz.reload();
  return id;
}

describe('who may ask', () => {
  it('is everyone about themselves, and who may change roles about others', async () => {
    const about = { ...CATALOG, subject_type: 'person', subject: ana.id };
    expect((await ask(ana, CATALOG)).status).toBe(200);
    expect((await ask(ana, about)).status).toBe(200);
    expect((await ask(admin, about)).status).toBe(200);
    for (const who of [callerOf('viewer'), callerOf('editor'), callerOf('guest')]) {
      const refused = await ask(who, about);
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'ACCESS_DENIED']);
    }
    expect((await ask(ana, { ...CATALOG, subject_type: 'role', subject: 'admin' })).status).toBe(403);
    expect((await ask(null, CATALOG)).status).toBe(401);
  });

  it.each<[string, Query]>([
    ['object', { ...CATALOG, object: 'moon' }],
    ['resource', { object: 'catalog', action: 'read' }],
    ['action', { ...CATALOG, action: 'fly' }],
    ['subject_type', { ...CATALOG, subject_type: 'king', subject: 'x' }],
    ['subject', { ...CATALOG, subject_type: 'role', subject: 'king' }],
    ['subject', { ...CATALOG, subject_type: 'person', subject: 'Ana' }],
    ['subject', { ...CATALOG, subject_type: 'group' }],
    ['kind', { ...CATALOG, kind: 'planet', item: randomUUID() }],
    ['item', { ...CATALOG, kind: 'config', item: 'pod' }],
  ])('is told that %s is wrong', async (field, query) => {
    const answer = await ask(admin, query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'REQUEST_INVALID', details: { field } });
  });

  it('is told when there is no such subject', async () => {
    for (const type of ['person', 'team', 'playbook']) {
      const answer = await ask(admin, { ...CATALOG, subject_type: type, subject: randomUUID() });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'SUBJECT_NOT_FOUND']);
    }
  });
});

describe('the answer', () => {
  it('names the role, or that no rule allows', async () => {
    const allowed = await why(admin, { ...CATALOG, subject_type: 'role', subject: 'viewer' });
    expect(allowed).toMatchObject({ outcome: 'allowed', subject: { type: 'role', name: 'viewer' } });
    expect(allowed.reasons).toEqual([
      {
        kind: 'role',
        name: 'viewer',
        effect: 'allow',
        decides: true,
        via: [{ type: 'role', id: 'viewer', name: 'viewer' }],
      },
    ]);
    const refused = await why(ana, { object: 'connection', resource: 'connections', action: 'read' });
    expect([refused.outcome, refused.reasons]).toEqual(['denied', []]);
  });

  it('has the rule that decides first, then what it overrules, with the way to each by name', async () => {
    const team = randomUUID();
    const { pool } = test.database;
    await pool.query("insert into teams (id, name, spec, created_by) values ($1, 'Red', '{}', $2)", [team, ana.id]);
    await pool.query('insert into team_members (team_id, person_id) values ($1, $2)', [team, ana.id]);
    await pool.query(`insert into permission_groups (name, selectors) values ('keepers', '{"teams": ["Red"]}')`);
    const allow = await rule({ name: 'may', object: 'catalog', action: 'read' });
    const deny = await rule({ name: 'no', object: 'catalog', subject_type: 'group', subject: 'keepers', deny: true });
    const { outcome, reasons } = await why(ana, CATALOG);
    expect(outcome).toBe('denied');
    expect(reasons.map(({ name, effect, decides }) => [name, effect, decides])).toEqual([
      ['no', 'deny', true],
      ['may', 'allow', false],
      ['viewer', 'allow', false],
    ]);
    expect(reasons.map(({ id }) => id)).toEqual([deny, allow, undefined]);
    expect(reasons[0]?.via).toEqual([
      { type: 'person', id: ana.id, name: 'Ana' },
      { type: 'team', id: team, name: 'Red' },
      { type: 'group', id: 'keepers', name: 'keepers' },
    ]);
    await pool.query('delete from teams');
  });

  it('tells of which items, and of one whether it is of them', async () => {
    await rule({ name: 'not red', deny: true, config_id: estate.red.config });
    const open = await why(ana, CATALOG);
    expect([open.outcome, open.reasons.map(({ decides }) => decides)]).toEqual(['some', [true, true]]);
    expect(open.reasons[0]).toMatchObject({ name: 'not red', condition: `config = ${estate.red.config}` });
    const red = await why(ana, { ...CATALOG, kind: 'config', item: estate.red.config });
    expect([red.outcome, red.reasons.map(({ fits, decides }) => [fits, decides])]).toEqual([
      'denied',
      [
        [true, true],
        [undefined, false],
      ],
    ]);
    const blue = await why(ana, { ...CATALOG, kind: 'config', item: estate.blue.config });
    expect([blue.outcome, blue.reasons[0]]).toMatchObject(['allowed', { kind: 'role', name: 'viewer', decides: true }]);
    expect(blue.reasons[1]).toMatchObject({ name: 'not red', fits: false, decides: false });
  });

  it('is about things that act as well', async () => {
    const subject = { subject_type: 'playbook', subject: estate.red.playbook };
    await rule({ name: 'reads', object: 'catalog', subject_type: 'playbook', subject: estate.red.playbook });
    const red = await why(admin, { ...CATALOG, ...subject });
    expect([red.outcome, red.subject]).toEqual(['allowed', { type: 'playbook', id: estate.red.playbook, name: 'red' }]);
    expect(await why(admin, { ...CATALOG, ...subject, subject: estate.blue.playbook })).toMatchObject({
      outcome: 'denied',
    });
  });
});

describe('about an API token', () => {
  const make = async (owner: Caller, name: string, denied: object[]) => {
    const answer = await fetch(new URL('/api/auth/create_token', server.url), {
      method: 'POST',
      headers: { ...callers.as(owner), 'content-type': 'application/json' },
      body: JSON.stringify({ name, deny_permissions: denied }),
    });
    const { payload } = (await answer.json()) as { payload: { token: string } };
    const { rows } = await test.database.pool.query<{ id: string }>('select id from access_tokens where name = $1', [
      name,
    ]);
    return { text: payload.token, id: rows[0]?.id ?? '' };
  };

  it('tells what bounds it, to its owner and to administrators, as it is enforced', async () => {
    await test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'viewer')", [ana.id]);
    await authz.reload();
    const { id, text } = await make(ana, 'ci', [{ object: 'canaries', action: 'read' }]);
    const about = { subject_type: 'token', subject: id };
    const use = (path: string) => fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${text}` } });
    for (const who of [ana, admin]) {
      const checks = await why(who, { object: 'canaries', resource: 'canaries', action: 'read', ...about });
      expect([checks.outcome, checks.subject]).toEqual(['denied', { type: 'token', id, name: 'ci' }]);
      expect(checks.reasons[0]).toMatchObject({ kind: 'policy', effect: 'deny', decides: true });
      const catalog = await why(who, { ...CATALOG, ...about });
      expect(catalog.reasons[0]).toMatchObject({
        kind: 'role',
        name: 'viewer',
        via: [{ name: 'Ana' }, { id: 'viewer' }],
      });
    }
    expect([(await use('/api/db/checks')).status, (await use('/api/db/config_items')).status]).toEqual([403, 200]);
    expect((await ask(callerOf('editor'), { ...CATALOG, ...about })).status).toBe(403);
    expect((await ask(admin, { ...CATALOG, ...about, subject: randomUUID() })).status).toBe(404);
  });
});

describe('what is told is what happens', () => {
  const KINDS = [
    ['config', 'config_items', { object: 'catalog', resource: 'database' }],
    ['component', 'components', { object: 'topology', resource: 'topologies' }],
    ['check', 'checks', { object: 'canaries', resource: 'canaries' }],
    ['playbook', 'playbooks', { object: 'playbooks', resource: 'playbooks' }],
    ['connection', 'connections', { object: 'connection', resource: 'connections' }],
  ] as const satisfies readonly (readonly [GuardedKind, string, object])[];

  const about = fc.oneof(
    fc.constantFrom('catalog', 'topology', 'canaries', 'playbooks', 'connection', '*').map((object) => ({ object })),
    fc.constantFrom('red', 'blue').map((side) => ({ config_id: side })),
    fc.constantFrom('red', 'blue').map((side) => ({ connection_id: side })),
    fc.constantFrom('red', 'blue').map((team) => ({ object: 'catalog', tags: { team } })),
    fc
      .tuple(
        fc.constantFrom('configs', 'components', 'playbooks', 'connections'),
        fc.constantFrom('red*', 'blue*', '*'),
      )
      .map(([kind, name]) => ({ object_selector: { [kind]: [{ name }] } })),
  );
  const rules = fc.array(
    fc.record({
      about,
      deny: fc.boolean(),
      action: fc.constantFrom('read', '*', 'read,update'),
      subject: fc.constantFrom('ana', 'viewer', 'everyone'),
    }),
    { maxLength: 4 },
  );

  it('for every item, relation and rule', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom('viewer', 'guest', 'editor', 'admin'), async (made, role) => {
        await test.database.pool.query('delete from permissions');
        for (const { about: object, subject, ...rest } of made) {
          const sides = Object.entries(object).map(([column, value]) => {
            if (column === 'config_id') return [column, estate[value as 'red' | 'blue'].config];
            if (column === 'connection_id') return [column, estate[value as 'red' | 'blue'].connection];
            return [column, value];
          });
          const whom =
            subject === 'ana' ? { subject: ana.id, subject_type: 'person' } : { subject, subject_type: 'group' };
          // Administrators cannot be locked out: the database refuses such a rule.
          await addPermission(test.database, { ...rest, ...whom, ...Object.fromEntries(sides) }).catch(() => undefined);
        }
        await authz.reload();
        const who = { ...ana, roles: callerOf(role).roles };
        for (const [kind, relation, target] of KINDS) {
          const question = { ...target, action: 'read' };
          const whole = await get(`/api/db/${relation}?select=id`, who);
          const { outcome } = await why(who, question);
          if (outcome === 'denied') expect(whole.status, relation).toBe(403);
          if (outcome === 'allowed') expect(whole.status, relation).toBe(200);
          const seen = whole.status === 200 ? ((await whole.json()) as { id: string }[]).map(({ id }) => id) : [];
          for (const side of ['red', 'blue'] as const) {
            const told = await why(who, { ...question, kind, item: estate[side][kind] });
            const isSeen = seen.includes(estate[side][kind]);
            expect(told.outcome, `${role} ${relation} ${side}`).toBe(isSeen ? 'allowed' : 'denied');
            if (isSeen) expect(told.reasons[0]).toMatchObject({ effect: 'allow', decides: true });
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
