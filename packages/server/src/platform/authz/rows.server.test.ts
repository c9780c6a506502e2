import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestAuthz, type TestAuthz } from '../../testing/authz.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { callerOf } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';
import { createTestRest } from '../../testing/rest.ts';
import type { Caller } from '../http/types.ts';

let test: TestDatabase;
let authz: TestAuthz;
let estate: Estate;
let rest: ReturnType<typeof createTestRest>;
let viewer: Caller;

beforeAll(async () => {
  test = await createTestDatabase();
  estate = await addEstate(test.database);
  authz = await startTestAuthz(test.database);
  rest = createTestRest(test.database);
  viewer = callerOf('viewer', { id: estate.person });
});
afterEach(async () => {
  await test.database.pool.query('delete from permissions');
  await test.database.pool.query('delete from casbin_rule');
  authz.set('rls.enable', '');
  await authz.reload();
});
afterAll(async () => {
  await authz.stop();
  await test.drop();
});

/** Adds a permission row and has it act. */
async function permit(row: Record<string, unknown>): Promise<void> {
  await addPermission(test.database, { action: 'read', subject: 'viewer', ...row });
  await authz.reload();
}

/** What a caller reads, as which sides it is of: rows hold an id of one side or both. */
async function sides(path: string, who: Caller = viewer): Promise<string[] | number> {
  const { status, json } = await rest(authz.policyFor(who), path);
  if (!Array.isArray(json)) return status;
  const ids = { red: Object.values(estate.red), blue: Object.values(estate.blue) };
  const found = json.map((row) => {
    const text = JSON.stringify(row);
    return [
      ids.red.some((id) => text.includes(id)) ? 'red' : '',
      ids.blue.some((id) => text.includes(id)) ? 'blue' : '',
    ]
      .filter((side) => side !== '')
      .join('+');
  });
  return [...new Set(found)].toSorted();
}

/** Relations whose rows are of one side, with the column that says so. */
const ONE_SIDED = [
  'config_items?select=id',
  'configs?select=id',
  'config_names?select=id',
  'config_detail?select=id',
  'config_changes?select=id,config_id',
  'catalog_changes?select=config_id',
  'config_analysis?select=id',
  'config_component_relationships?select=config_id,component_id',
  'components?select=id',
  'component_names?select=id',
  'checks?select=id',
  'check_names?select=id',
  'check_statuses?select=check_id',
  'check_config_relationships?select=check_id,config_id',
  'checks_by_component?select=id,component_id',
  'playbook_runs?select=id',
  'playbook_run_actions?select=id',
];

/** Lists with a row of each side at least, of which one row is a page. */
const COUNTED = [
  'config_items?select=id&limit=1',
  'configs?select=id&deleted_at=is.null&limit=1',
  'configs?select=id&or=(name.ilike.*e*,type.ilike.*e*)&limit=1',
  'config_changes?select=id&limit=1',
  'config_analysis_items?select=id&limit=1',
  'components?select=id&limit=1',
  'checks?select=id&limit=1',
  'playbook_runs?select=id&parent_id=is.null&limit=1',
];

describe('a deny about one item', () => {
  it.each(ONE_SIDED)('hides what hangs on it: %s', async (path) => {
    expect(await sides(path)).toEqual(['blue', 'red']);
    await permit({ deny: true, config_id: estate.red.config });
    expect(await sides(path)).toEqual(['blue']);
  });

  it('hides a relationship of which one end is hidden', async () => {
    expect(await sides('config_relationships?select=config_id,related_id')).toEqual(['red+blue']);
    await permit({ deny: true, config_id: estate.blue.config });
    expect(await sides('config_relationships?select=config_id,related_id')).toEqual([]);
    expect(await sides('component_relationships?select=component_id,relationship_id')).toEqual([]);
  });

  it('hides evidence of it, also when a change of it is the evidence', async () => {
    const path = 'evidences?select=config_id,config_change_id';
    expect(await sides(path)).toEqual(['blue', 'red']);
    await permit({ deny: true, config_id: estate.red.config });
    expect(await sides(path)).toEqual(['blue']);
  });

  it('holds within embedded resources, junctions, filters and orders on them', async () => {
    await permit({ deny: true, config_id: estate.red.config });
    expect(await sides('canaries?select=id,checks(id)&name=eq.red')).toEqual(['red']);
    const { json } = await rest(authz.policyFor(viewer), 'canaries?select=name,checks(name)&order=name');
    expect(json).toEqual([
      { name: 'blue', checks: [{ name: 'blue-check' }] },
      { name: 'red', checks: [] },
    ]);
    const inner = await rest(
      authz.policyFor(viewer),
      'canaries?select=name,checks!inner(name)&checks.name=like.*check',
    );
    expect(inner.json).toEqual([{ name: 'blue', checks: [{ name: 'blue-check' }] }]);
    const through = await rest(authz.policyFor(viewer), 'playbooks?select=name,playbook_runs(id)&order=name');
    expect(through.json).toMatchObject([{ playbook_runs: [{ id: estate.blue.run }] }, { playbook_runs: [] }]);
  });

  it.each(COUNTED)('holds for counts: %s', async (path) => {
    const told = async () => {
      const answer = await rest(authz.policyFor(viewer), path, { headers: { prefer: 'count=exact' } });
      const total = Number(answer.headers['content-range']?.split('/')[1]);
      return { total, rows: Array.isArray(answer.json) ? answer.json.length : -1 };
    };
    const all = await told();
    expect(all.total).toBeGreaterThan(all.rows);
    await permit({ deny: true, config_id: estate.red.config });
    const visible = await rest(authz.policyFor(viewer), path.replace('limit=1', 'limit=100'));
    const some = await told();
    expect(some.total).toBe(Array.isArray(visible.json) ? visible.json.length : -1);
    expect(some.total).toBeLessThan(all.total);
    await test.database.pool.query('delete from permissions');
    await authz.reload();
    expect(await told()).toEqual(all);
  });

  it('holds for functions', async () => {
    await permit({ deny: true, config_id: estate.blue.config });
    expect(
      await sides(`rpc/related_configs_recursive?config_id=${estate.red.config}&type_filter=all&select=id`),
    ).toEqual(['red']);
    expect(await sides(`rpc/lookup_analysis_by_component?id=${estate.blue.component}`)).toEqual([]);
    expect(await sides(`rpc/get_playbook_run_actions?run_id=${estate.blue.run}`)).toEqual([]);
  });

  it('wins over a rule that allows the same item', async () => {
    await permit({ deny: true, config_id: estate.red.config });
    await permit({ config_id: estate.red.config });
    expect(await sides('config_items?select=id')).toEqual(['blue']);
  });
});

describe('a deny by another kind', () => {
  const cases: [string, (e: Estate) => Record<string, unknown>, string][] = [
    ['a component', (e) => ({ component_id: e.red.component }), 'components?select=id'],
    ['a component, for its checks', (e) => ({ component_id: e.red.component }), 'checks?select=id'],
    ['a canary', (e) => ({ canary_id: e.red.canary }), 'canaries?select=id'],
    ['a canary, for its results', (e) => ({ canary_id: e.red.canary }), 'check_statuses?select=check_id'],
    ['a playbook', (e) => ({ playbook_id: e.red.playbook }), 'playbooks?select=id'],
    ['a playbook, for its runs', (e) => ({ playbook_id: e.red.playbook }), 'playbook_runs?select=id'],
    ['a playbook, for actions of runs', (e) => ({ playbook_id: e.red.playbook }), 'playbook_run_actions?select=id'],
    ['tags', () => ({ tags: { team: 'red' } }), 'config_items?select=id'],
    ['tags, for components of the item', () => ({ tags: { team: 'red' } }), 'components?select=id'],
    ['tags, for checks of the item', () => ({ tags: { team: 'red' } }), 'checks?select=id'],
    ['a name', () => ({ object_selector: { configs: [{ name: 'red-*' }] } }), 'config_items?select=id'],
    ['a name, without case', () => ({ object_selector: { configs: [{ name: 'RED-POD' }] } }), 'configs?select=id'],
    [
      'a namespace',
      () => ({ object_selector: { configs: [{ namespace: 'red' }] } }),
      'config_changes?select=id,config_id',
    ],
    ['labels', () => ({ object_selector: { components: [{ labelSelector: 'team=red' }] } }), 'components?select=id'],
    ['tags of a selector', () => ({ object_selector: { configs: [{ tagSelector: 'team=red' }] } }), 'checks?select=id'],
    ['search', () => ({ object_selector: { configs: [{ search: 'name=red-* type=pod' }] } }), 'configs?select=id'],
    [
      'a search with a date',
      () => ({ object_selector: { configs: [{ search: 'created>now-1d name=red*' }] } }),
      'configs?select=id',
    ],
    ['one of two', () => ({ object_selector: { configs: [{ name: 'x' }, { name: 'red-pod' }] } }), 'configs?select=id'],
    [
      'a list of types',
      () => ({ object_selector: { configs: [{ name: 'red*', types: ['*::Pod', 'X'] }] } }),
      'configs?select=id',
    ],
    ['a playbook by name', () => ({ object_selector: { playbooks: [{ name: 'red' }] } }), 'playbook_names?select=id'],
  ];
  it.each(cases)('hides by %s', async (_name, row, path) => {
    await permit({ deny: true, ...row(estate) });
    expect(await sides(path)).toEqual(['blue']);
  });

  it('hides everything of the kind when its selector cannot be told', async () => {
    await permit({ deny: true, object_selector: { configs: [{ nonsense: 'x' }] } });
    expect(await sides('config_items?select=id')).toEqual([]);
    expect(await sides('playbooks?select=id')).toEqual(['blue', 'red']);
  });
});

describe('an allow about one item', () => {
  it('opens this connection and no other', async () => {
    expect(await sides('connections?select=id')).toBe(403);
    await permit({ connection_id: estate.red.connection });
    expect(await sides('connections?select=id,name')).toEqual(['red']);
    expect(await sides('connections_list?select=id')).toEqual(['red']);
    expect(await sides(`connections?id=eq.${estate.blue.connection}&select=id`)).toEqual([]);
  });

  it('opens nothing else', async () => {
    await permit({ connection_id: estate.red.connection });
    expect(await sides('identities?select=id')).toBe(403);
    expect((await rest(authz.policyFor(viewer), 'connections', { method: 'DELETE' })).status).toBe(403);
  });

  it('opens by a selector, and not by one that cannot be told', async () => {
    await permit({ object_selector: { connections: [{ name: 'red', nonsense: 'x' }] } });
    expect(await sides('connections?select=id')).toEqual([]);
    await permit({ object_selector: { connections: [{ name: 'blue', types: ['http'] }] } });
    expect(await sides('connections?select=id')).toEqual(['blue']);
  });

  it('lets one write what it names, and no other', async () => {
    await permit({ object: 'playbooks', action: 'read,update', playbook_id: estate.red.playbook });
    const change = (id: string) =>
      rest(authz.policyFor(viewer), `playbooks?id=eq.${id}`, {
        method: 'PATCH',
        body: '{"title": "changed"}',
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      });
    expect((await change(estate.red.playbook)).json).toMatchObject([{ title: 'changed' }]);
    expect((await change(estate.blue.playbook)).json).toEqual([]);
  });

  it('lets nobody write a row that leaves what the rule names', async () => {
    await permit({ object: 'playbook_runs', action: 'update', playbook_id: estate.red.playbook });
    const { status } = await rest(authz.policyFor(viewer), `playbook_runs?id=eq.${estate.red.run}`, {
      method: 'PATCH',
      body: JSON.stringify({ playbook_id: estate.blue.playbook }),
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(403);
  });
});

describe('single items', () => {
  const RUN = { object: 'playbooks', resource: 'playbooks' } as const;

  it('are allowed by what they are about', async () => {
    const row = { object: 'playbooks', action: 'playbook:run', playbook_id: estate.red.playbook };
    await permit({ ...row, object_selector: { configs: [{ name: 'red-pod' }] } });
    const may = (playbook: string, config: string | null) =>
      authz.allows(viewer, RUN, 'playbook:run', { playbook, config });
    expect(await may(estate.red.playbook, estate.red.config)).toBe(true);
    expect(await may(estate.red.playbook, estate.blue.config)).toBe(false);
    expect(await may(estate.blue.playbook, estate.red.config)).toBe(false);
    expect(await may(estate.red.playbook, null)).toBe(false);
    expect(await authz.allows(viewer, RUN, 'playbook:run', {})).toBe(false);
  });

  it('are seen of a list', async () => {
    await permit({ deny: true, config_id: estate.red.config });
    const checks = { object: 'canaries', resource: 'canaries' } as const;
    const seen = await authz.visible(viewer, checks, 'check', [estate.red.check, estate.blue.check]);
    expect([...seen]).toEqual([estate.blue.check]);
  });

  it('are told in live changes to those who see them', async () => {
    await permit({ deny: true, config_id: estate.red.config });
    const audience = authz.audienceOf(viewer);
    expect(['config_items', 'permissions', 'connections', 'access_tokens'].map(audience.sees)).toEqual([
      'some',
      'all',
      'none',
      'none',
    ]);
    const both = [estate.red.config, estate.blue.config];
    expect([...(await audience.visible('config_items', both))]).toEqual([estate.blue.config]);
    expect(audience.key).not.toBe(authz.audienceOf(callerOf('editor')).key);
  });
});

describe('guests, when rows are narrowed', () => {
  const guest = callerOf('guest');

  it.each(ONE_SIDED)('see of %s only what a rule with their tags names', async (path) => {
    authz.set('rls.enable', 'true');
    expect(await sides(path, guest)).toEqual([]);
    await permit({ subject: 'guest', tags: { team: 'blue' } });
    expect(await sides(path, guest)).toEqual(['blue']);
    authz.set('rls.enable', 'false');
    expect(await sides(path, guest)).toEqual(['blue', 'red']);
  });

  it('see by agent', async () => {
    authz.set('rls.enable', 'true');
    await permit({ subject: 'guest', agents: ['elsewhere'] });
    expect(await sides('config_items?select=id', guest)).toEqual([]);
    await permit({ subject: 'guest', agents: ['local'], tags: { team: 'red' } });
    expect(await sides('config_items?select=id', guest)).toEqual(['red']);
    expect(await sides('canaries?select=id', guest)).toEqual(['red']);
  });

  it('see what names no item, and no sums over items', async () => {
    authz.set('rls.enable', 'true');
    expect(await sides('playbooks?select=id', guest)).toEqual(['blue', 'red']);
    for (const path of ['config_types', 'config_tags', 'component_labels', 'config_summary', 'change_types']) {
      expect(await sides(path, guest), path).toEqual([]);
    }
  });

  it('do not narrow others', async () => {
    authz.set('rls.enable', 'true');
    expect(await sides('config_items?select=id')).toEqual(['blue', 'red']);
  });
});
