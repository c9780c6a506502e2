import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addEstate } from '../../testing/estate.ts';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import { until } from '../scheduler/testing/fixtures.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const PERSON = 'id,name,avatar,email';

let main: TestDatabase;
let server: ServerForCallers['server'];
let callers: ServerForCallers['callers'];
let person: string;

beforeAll(async () => {
  main = await createTestDatabase();
  ({ person } = await addEstate(main.database));
  ({ server, callers } = await startForCallers(main));
});
afterAll(async () => {
  await server.stop();
  await main.drop();
});

const send = (path: string, init: RequestInit = {}, role: Parameters<typeof callerOf>[0] = 'admin') =>
  fetch(`${server.url.origin}${path}`, {
    ...init,
    headers: { ...callers.as(callerOf(role)), 'content-type': 'application/json', ...init.headers },
  });
const counted = { headers: { prefer: 'count=exact' } };
const full = { prefer: 'return=representation' };

describe('the requests of the console', () => {
  it.each([
    `configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&deleted_at=is.null&order=type,name.asc&limit=50&offset=0&status.filter=!x&or=(name.ilike.*a*,type.ilike.*a*)`,
    'config_items?select=id,name,type,config_class&type=in.(A,B)',
    `config_detail?id=eq.${NIL}&select=*`,
    'change_types?change_type=not.eq.',
    `config_changes?config_id=eq.${NIL}&order=created_at.desc&limit=5&offset=0&and=(created_at.gte.2025-01-01,created_at.lte.2026-01-01)`,
    `config_changes?id=eq.${NIL}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)`,
    `config_analysis?select=id,analyzer,analysis_type,message,severity,analysis,first_observed,config:configs(id,name,config_class,type)&config_id=eq.${NIL}`,
    'config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)&limit=5&order=first_observed.desc',
    `analysis_by_component?component_id=eq.${NIL}&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))`,
    `changes_by_component?component_id=eq.${NIL}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)`,
    `config_component_relationships?component_id=eq.${NIL}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)`,
    `config_component_relationships?config_id=eq.${NIL}&select=components!config_component_relationships_component_id_fkey(id, icon, name)`,
    `config_relationships?or=(related_id.eq.${NIL},config_id.eq.${NIL})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id,name),related:configs!config_relationships_related_id_fkey(id,name)`,
    `rpc/related_configs_recursive?config_id=${NIL}&include_deleted_configs=false&max_depth=10&type.filter=!x&status.filter=a`,
    `rpc/lookup_analysis_by_component?id=${NIL}`,
    `rpc/get_playbook_run_actions?run_id=${NIL}`,
    `checks?id=eq.${NIL}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))`,
    `check_statuses?check_id=eq.${NIL}&time=gt.2025-09-01T00:00:00.000Z&duration=gte.500&order=time.desc&status=eq.1&limit=50&offset=0`,
    `components?id=eq.${NIL}&select=id,topologies(id,name)`,
    `team_components?component_id=eq.${NIL}&select=*,team:teams(*, created_by(${PERSON}))`,
    'incident_summary?&title=ilike.*q*&order=created_at.desc&severity=eq.High',
    'incidents?order=created_at.desc&title=ilike.*db*&select=*,hypotheses(id, type)',
    `incidents?id=eq.${NIL}&select=*,hypotheses(*,created_by(${PERSON}),evidences(*,created_by(${PERSON})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(${PERSON}),id)),commander:commander_id(${PERSON}),communicator_id(${PERSON}),responders(created_by(${PERSON}))`,
    `incident_histories?incident_id=eq.${NIL}&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))&order=created_at.desc`,
    `responders?incident_id=eq.${NIL}&select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null`,
    `team_members?team_id=eq.${NIL}&select=*,person_id(*)`,
    `teams_with_status?select=*,created_by(${PERSON})&order=created_at.desc&deleted_at=is.null&limit=100`,
    `topologies_with_status?select=*,created_by(${PERSON}),agent:agent_id(id,name,description)&order=created_at.desc&limit=100`,
    `config_scrapers_with_status?select=*,created_by(${PERSON})&order=created_at.desc&deleted_at=is.null&limit=100`,
    `canaries_with_status?select=*,created_by(${PERSON})&order=created_at.desc&deleted_at=is.null&limit=100`,
    `logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(${PERSON})&deleted_at=is.null`,
    'integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0&order=name',
    'job_histories?&select=*&limit=150&offset=0&status.filter=!SUCCESS&order=created_at.desc',
    `agents_summary?select=*,created_by(${PERSON})&order=created_at.desc&limit=5&offset=0&order=name`,
    `notifications_summary?select=*,person:person_id(${PERSON}),team:team_id(id,name,icon),created_by(${PERSON})&order=created_at.desc&limit=5&offset=0`,
    'notification_send_history_summary?select=*&order=created_at.desc&limit=5&offset=0&resource->>name.filter=web*',
    `notification_silences?select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(${PERSON})&order=created_at.desc&deleted_at=is.null&`,
    `permissions_summary?connection_id=eq.${NIL}&select=*&deleted_at=is.null&limit=5&offset=0`,
    `playbooks?select=*,created_by(${PERSON})&deleted_at=is.null&order=created_at.desc`,
    `playbook_runs?parent_id=is.null&limit=5&offset=0&order=created_at.desc&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)`,
    `playbook_runs?or=(id.eq.${NIL},parent_id.eq.${NIL})&select=*,playbook_approvals(*, person_id(${PERSON}), team_id(*))`,
    `playbook_run_actions?id=eq.${NIL}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)`,
    `properties?select=*,created_by(${PERSON})`,
    'views?select=*&deleted_at=is.null&limit=5&order=created_at.desc',
    'views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc',
  ])('%s', async (address) => {
    const answer = await send(`/api/db/${address}`, counted);
    expect([answer.status, await answer.text()]).toEqual([
      expect.toSatisfy((status) => status === 200 || status === 206),
      expect.stringMatching(/^\[/),
    ]);
    expect(answer.headers.get('content-range')).toMatch(/^(\*|0-\d+)\/\d+$/);
  });
});

describe('the bases', () => {
  it.each([
    '/api/db/checks',
    '/api/db//checks',
    '//api//db/checks',
    '/api/config/checks',
    '/api/checks',
    '/api/canary/checks',
    '/canary/checks',
  ])('%s', async (path) => {
    const answer = await send(`${path}?select=id,name&limit=1`, counted);
    expect([answer.status, await answer.json()]).toMatchObject([expect.any(Number), [{ id: expect.any(String) }]]);
    expect(answer.headers.get('content-range')).toMatch(/^0-0\/\d+$/);
  });

  it('describe themselves', async () => {
    const told = (await (await send('/api/db')).json()) as { paths: Record<string, unknown> };
    expect(told.paths).toHaveProperty(['/checks']);
    expect(told.paths).not.toHaveProperty(['/casbin_rule_nothing']);
    const methods = await send('/api/db/checks', { method: 'OPTIONS' });
    expect([methods.status, methods.headers.get('allow')]).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE']);
  });
});

describe('access', () => {
  it('answers 404 and nothing for what is not served', async () => {
    for (const name of ['nothing', 'schema_migrations', 'access_tokens', 'rpc/nothing', 'rpc/pg_sleep']) {
      const answer = await send(`/api/db/${name}`);
      expect([name, answer.status, await answer.text()]).toEqual([name, 404, '']);
    }
  });

  it('answers 403 with who was refused what', async () => {
    const answer = await send('/api/db/checks?id=is.null', { method: 'DELETE' }, 'viewer');
    expect([answer.status, await answer.text()]).toEqual([403, 'unauthorized. Access Denied']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-rbac-subject': callerOf('viewer').id,
      'x-rbac-object': 'canaries',
      'x-rbac-action': 'delete',
    });
    const below = await send('/api/db/checks?select=id,canaries(id)', {}, 'viewer');
    expect(below.status).toBe(200);
  });

  it('never tells a secret', async () => {
    const body = JSON.stringify({ name: 'db', type: 'postgres', password: 'pl4nted', url: 'postgres://x' });
    const made = await send('/api/db/connections', { method: 'POST', body, headers: full });
    expect([made.status, (await made.text()).includes('pl4nted')]).toEqual([201, false]);
    expect((await send('/api/db/connections?password=like.p*')).status).toBe(400);
    expect((await send('/api/db/connections?select=password')).status).toBe(400);
    expect(await (await send('/api/db/connections?select=*')).text()).not.toContain('pl4nted');
  });
});

test('a row is written, read, changed and taken away', async () => {
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await send(`/api/db/${path}`, {
      method,
      headers: full,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [answer.status, await answer.json()];
  };
  const [status, [row]] = (await write('POST', 'teams', { name: 'night', spec: { a: [1] }, created_by: person })) as [
    number,
    [Record<string, unknown>],
  ];
  expect([status, row]).toMatchObject([201, { name: 'night', spec: { a: [1] }, id: expect.any(String) }]);
  expect(await write('PATCH', `teams?id=eq.${row.id}`, { ...row, icon: 'moon' })).toMatchObject([
    200,
    [{ icon: 'moon' }],
  ]);
  expect(await write('PATCH', `teams?id=eq.${row.id}`, { deleted_at: 'now()' })).toMatchObject([
    200,
    [{ deleted_at: expect.stringMatching(/^\d{4}-/) }],
  ]);
  expect(await write('POST', 'teams', { nme: 'x' })).toMatchObject([400, { code: 'PGRST204' }]);
  expect(await write('DELETE', `teams?id=eq.${row.id}&select=id`)).toEqual([200, [{ id: row.id }]]);
  expect(await write('DELETE', `teams?id=eq.${row.id}`)).toEqual([200, []]);
});

test('a table that is made later is found once that is told', async () => {
  await main.database.pool.query('create table view_t_pods (name text, request_fingerprint text, n int)');
  await main.database.pool.query("insert into view_t_pods values ('a', 'f', 1), ('b', 'f', 2)");
  await main.database.pool.query("notify pgrst, 'reload schema'");
  const path =
    '/api/db/view_t_pods?select=*&limit=50&offset=0&order=n.desc.nullslast&name.filter=b&request_fingerprint=eq.f';
  await until(async () => (await send(path)).status === 200);
  expect(await (await send(path, counted)).json()).toEqual([{ name: 'b', request_fingerprint: 'f', n: 2 }]);
});
