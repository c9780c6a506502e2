import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import type { Authz, Caller } from '../../platform/index.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { callerOf, createTestCallers } from '../../testing/identify.ts';
import { addPermission } from '../../testing/policies.ts';
import { registerFeatures } from '../index.ts';
import { type Assistant, connectAssistant } from './testing/client.ts';

const callers = createTestCallers();
const viewer = callerOf('viewer', { id: '0199aaaa-0000-7000-8000-0000000000b0' });
const NOWHERE = '0199aaaa-0000-7000-8000-0000000000ff';
const ALL_TOOLS = [
  'catalog_changes_search',
  'catalog_search',
  'describe_config',
  'get_check_status',
  'health_check_run',
  'health_check_search',
  'list_all_checks',
  'list_catalog_types',
  'list_connections',
  'list_views',
  'related_configs',
];

let test: TestDatabase;
let server: RunningServer;
let authz: Authz;
let estate: Estate;
let admin: Assistant;
const target = createServer((_request, response) => response.end('fine'));

const connect = (caller: Caller) => connectAssistant(new URL('/api/mcp', server.url), callers.as(caller));
const query = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
const namesOf = (json: unknown) => (json as { name: string }[]).map(({ name }) => name);

/** Adds a permission row and has it act. */
async function permit(row: Record<string, unknown>): Promise<void> {
  await addPermission(test.database, { subject: viewer.id, subject_type: 'person', ...row });
  await authz.reload();
}
const mayUseMcp = { object: 'mcp', action: 'mcp:*' };

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  test = await createTestDatabase();
  estate = await addEstate(test.database);
  server = await startServer(
    loadConfig({ PORT: '0', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir() }, {}, tmpdir(), false),
    {
      log: silentLog,
      consoleDir: null,
      identify: callers.identify,
      registerFeatures(platform) {
        authz = platform.authz;
        return registerFeatures(platform);
      },
    },
  );
  admin = await connect(callerOf('admin'));
});
afterEach(async () => {
  await query('delete from permissions');
  await authz.reload();
});
afterAll(async () => {
  await server.stop();
  await test.drop();
  target.close();
});

describe('what is offered', () => {
  it('is a server with tools, resources and prompts', async () => {
    expect(admin.client.getServerVersion()).toMatchObject({ name: 'mission-control' });
    expect(Object.keys(admin.client.getServerCapabilities() ?? {}).toSorted()).toEqual([
      'prompts',
      'resources',
      'tools',
    ]);
    expect((await admin.tools()).toSorted()).toEqual(ALL_TOOLS);
  });

  it('tells the arguments of each tool, strictly, and which of them changes something', async () => {
    const { tools } = await admin.client.listTools();
    for (const { name, inputSchema, description, annotations } of tools) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description, name).toMatch(/\.$/);
      expect(annotations?.readOnlyHint, name).toBe(name !== 'health_check_run');
    }
    const search = tools.find(({ name }) => name === 'catalog_search')?.inputSchema;
    expect(search?.required).toEqual(['query']);
    expect(search?.properties).toMatchObject({ limit: { type: 'integer', minimum: 1, maximum: 100, default: 30 } });
    const related = tools.find(({ name }) => name === 'related_configs')?.inputSchema;
    expect(related).toMatchObject({ required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } });
  });

  it('is one prompt, which takes a question', async () => {
    const { prompts } = await admin.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['Search catalog prompt']);
    const { messages } = await admin.client.getPrompt({
      name: 'Search catalog prompt',
      arguments: { question: 'which pods fail?' },
    });
    expect(JSON.stringify(messages)).toMatch(/health!?=.*which pods fail\?/);
    await expect(admin.client.getPrompt({ name: 'other' })).rejects.toMatchObject({ code: -32602 });
  });

  it('is less for who may do less', async () => {
    await permit(mayUseMcp);
    const offered = await (await connect(viewer)).tools();
    expect(ALL_TOOLS.filter((name) => !offered.includes(name))).toEqual(['health_check_run', 'list_connections']);
  });
});

describe('the catalog', () => {
  it('is searched by the search text, whole or in short', async () => {
    const found = await admin.call('catalog_search', { query: 'type=pod @order=-name' });
    expect(namesOf(found.json)).toEqual(['red-pod', 'blue-pod']);
    expect(found.json).toMatchObject([{ id: estate.red.config, config: { a: 1 } }, { id: estate.blue.config }]);
    const described = await admin.call('describe_config', { query: 'tags.team=red' });
    expect(described.json).toMatchObject([{ id: estate.red.config, namespace: 'red', available_tools: [] }]);
    expect((described.json as object[])[0]).not.toHaveProperty('config');
  });

  it('is searched on all agents, and without what was deleted', async () => {
    const agent = randomUUID();
    await query("insert into agents (id, name) values ($1, 'far')", [agent]);
    await query(
      `insert into config_items (name, type, config_class, agent_id, deleted_at) values
       ('afar', 'Far::Thing', 'Thing', $1, null), ('gone', 'Far::Thing', 'Thing', $1, now())`,
      [agent],
    );
    expect(namesOf((await admin.call('catalog_search', { query: 'type=Far::Thing' })).json)).toEqual(['afar']);
    expect(namesOf((await admin.call('catalog_search', { query: 'type=Far::Thing agent=local' })).json)).toEqual([]);
    await query("delete from config_items where type = 'Far::Thing'");
  });

  it('keeps to the limit', async () => {
    expect((await admin.call('describe_config', { query: 'type=pod', limit: 1 })).json).toHaveLength(1);
    expect((await admin.call('describe_config', { query: 'type=pod limit=1' })).json).toHaveLength(1);
  });

  it('says when not all fits into an answer', async () => {
    await query(
      `insert into config_items (name, type, config_class, config)
       select 'big-' || n, 'Big::Thing', 'Thing', jsonb_build_object('text', repeat('x', 100000)) from generate_series(1, 5) n`,
    );
    const { json, texts } = await admin.call('catalog_search', { query: 'type=Big::Thing' });
    expect(json).toHaveLength(2);
    expect(texts[1]).toMatch(/first 2 of 5/);
    await query("delete from config_items where type = 'Big::Thing'");
  });

  it('tells changes, related items and types', async () => {
    const changes = await admin.call('catalog_changes_search', {
      query: `change_type=diff config_id=${estate.red.config}`,
    });
    expect(changes.json).toMatchObject([{ id: estate.red.change, name: 'red-pod', type: 'Kubernetes::Pod' }]);
    expect((changes.json as object[])[0]).not.toHaveProperty('config');
    const related = await admin.call('related_configs', { id: estate.blue.config });
    expect(namesOf(related.json).toSorted()).toEqual(['blue-pod', 'red-pod']);
    expect(related.json).toContainEqual(
      expect.objectContaining({ id: estate.red.config, related_ids: [estate.blue.config] }),
    );
    expect((await admin.call('list_catalog_types')).json).toContain('Kubernetes::Pod');
  });
});

describe('health', () => {
  it('is searched, listed and told', async () => {
    expect((await admin.call('health_check_search', { query: 'red-check' })).json).toMatchObject([
      { id: estate.red.check, status: 'healthy' },
    ]);
    await query(`update checks set status = 'unhealthy' where id = $1`, [estate.red.check]);
    const listed = (await admin.call('list_all_checks')).json as { id: string }[];
    const [red, blue] = [estate.red.check, estate.blue.check].map((id) => listed.findIndex((row) => row.id === id));
    expect(red).toBeGreaterThanOrEqual(0);
    expect(red).toBeLessThan(blue ?? 0);
    await query(
      `insert into check_statuses (check_id, time, status, duration, error)
       values ($1, now() - interval '1 minute', false, 7, 'refused')`,
      [estate.red.check],
    );
    const results = (await admin.call('get_check_status', { id: estate.red.check })).json;
    expect(results).toMatchObject([{ status: true }, { status: false, duration: 7, error: 'refused' }]);
    expect((await admin.call('get_check_status', { id: estate.red.check, limit: 1 })).json).toHaveLength(1);
  });

  it('is looked at now', async () => {
    const { port } = target.address() as AddressInfo;
    const document = {
      apiVersion: 'canaries.flanksource.com/v1',
      kind: 'Canary',
      metadata: { name: 'shop' },
      spec: { schedule: '@every 1h', http: [{ name: 'front', url: `http://127.0.0.1:${port}/` }] },
    };
    await fetch(new URL('/api/apply', server.url), {
      method: 'POST',
      headers: { ...callers.as(callerOf('admin')), 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    const [check] = (await admin.call('health_check_search', { query: 'name=front' })).json as { id: string }[];
    const run = await admin.call('health_check_run', { id: check?.id });
    expect(run).toMatchObject({ isError: false, json: { pass: true, total: 1, success: 1 } });
    const results = (await admin.call('get_check_status', { id: check?.id })).json;
    expect((results as object[])[0]).toMatchObject({ check_id: check?.id, status: true });
  });
});

describe('connections and views', () => {
  it('are listed without addresses and secrets', async () => {
    const { json, texts } = await admin.call('list_connections');
    expect(namesOf(json)).toEqual(expect.arrayContaining(['red', 'blue']));
    expect(texts.join()).not.toMatch(/x\.test|"(?:url|username|password|certificate|properties)"/);
    await query(
      `insert into views (name, namespace, spec, source) values ('pods', 'default', '{"display": {"title": "All pods"}}', 'UI')`,
    );
    expect((await admin.call('list_views')).json).toEqual([
      { id: expect.any(String), name: 'pods', namespace: 'default', title: 'All pods' },
    ]);
  });
});

describe('resources', () => {
  const read = async (uri: string) => {
    const [content] = (await admin.client.readResource({ uri })).contents;
    return JSON.parse(content && 'text' in content ? content.text : 'null');
  };

  it('are read by their address', async () => {
    const { resourceTemplates } = await admin.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'config_item://{id}',
      'connection://{namespace}/{name}',
    ]);
    expect((await admin.client.listResources()).resources).toEqual([]);
    expect(await read(`config_item://${estate.red.config}`)).toMatchObject({ name: 'red-pod', config: { a: 1 } });
    const connection = await read('connection://red/red');
    expect(connection).toMatchObject({ id: estate.red.connection, type: 'http' });
    expect(JSON.stringify(connection)).not.toMatch(/x\.test|password/);
  });

  it.each([
    `config_item://${NOWHERE}`,
    'config_item://nonsense',
    'config_item://a/b',
    'connection://red/green',
    'connection://red',
    'connection://%ff/x',
    'connection://red/%00',
    'playbook://x',
    'nothing',
  ])('%s is not there', async (uri) => {
    await expect(admin.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });
});

describe('what fails', () => {
  it.each([
    ['catalog_search', {}, 'REQUEST_INVALID', 'query'],
    ['catalog_search', { query: ' ' }, 'REQUEST_INVALID', 'query'],
    ['catalog_search', { query: 'x', limit: 0 }, 'REQUEST_INVALID', 'limit'],
    ['catalog_search', { query: 'x', limit: 101 }, 'REQUEST_INVALID', 'limit'],
    ['catalog_search', { query: 'x', limit: '5' }, 'REQUEST_INVALID', 'limit'],
    ['catalog_search', { query: 'x', colour: 'red' }, 'REQUEST_INVALID', 'colour'],
    ['catalog_search', { query: 'colour=red' }, 'SELECTOR_FIELD', 'colour'],
    ['catalog_search', { query: '(((' }, 'SELECTOR_SYNTAX', null],
    ['describe_config', { query: 'created>soon' }, 'SELECTOR_VALUE', 'created'],
    ['related_configs', {}, 'REQUEST_INVALID', 'id'],
    ['related_configs', { id: 'x' }, 'REQUEST_INVALID', 'id'],
    ['related_configs', { id: NOWHERE }, 'CONFIG_NOT_FOUND', null],
    ['get_check_status', { id: NOWHERE }, 'CHECK_NOT_FOUND', null],
    ['health_check_run', { id: NOWHERE }, 'CHECK_NOT_FOUND', null],
    ['list_views', { id: NOWHERE }, 'REQUEST_INVALID', 'id'],
  ])('%s %j is a result that says what: %s', async (name, given, code, field) => {
    const { isError, json } = await admin.call(name, given);
    expect([isError, json]).toMatchObject([true, { error: expect.stringMatching(/\w/), code }]);
    if (field !== null) expect(json).toMatchObject({ details: { field } });
  });

  it('is told of all arguments at once', async () => {
    const { json } = await admin.call('catalog_search', { limit: 0, colour: 'red' });
    expect(json).toMatchObject({ error: expect.stringMatching(/query.*limit.*colour/s) });
  });

  it('is of the protocol when there is no such tool, also where a colleague of objects has that name', async () => {
    for (const name of ['playbooks_list_all', 'constructor', '']) {
      await expect(admin.call(name)).rejects.toMatchObject({ code: -32602 });
    }
  });
});

describe('who may not see something', () => {
  it('does not see it through any tool', async () => {
    await permit(mayUseMcp);
    await permit({ action: 'read', config_id: estate.blue.config, deny: true });
    await permit({ action: 'read', canary_id: estate.blue.canary, deny: true });
    const assistant = await connect(viewer);
    const answers = await Promise.all([
      assistant.call('catalog_search', { query: 'type=pod' }),
      assistant.call('describe_config', { query: 'type=pod' }),
      assistant.call('catalog_changes_search', { query: 'type=pod' }),
      assistant.call('related_configs', { id: estate.red.config }),
      assistant.call('health_check_search', { query: 'namespace=red,blue' }),
      assistant.call('list_all_checks'),
    ]);
    for (const { isError, texts } of answers) {
      expect([isError, texts.join()]).toEqual([false, expect.stringContaining('red-')]);
      expect(texts.join()).not.toMatch(/blue-/);
      for (const id of Object.values(estate.blue)) expect(texts.join()).not.toContain(id);
    }
    const related = await assistant.call('related_configs', { id: estate.blue.config });
    expect(related.json).toMatchObject({ code: 'CONFIG_NOT_FOUND' });
    const status = await assistant.call('get_check_status', { id: estate.blue.check });
    expect(status.json).toMatchObject({ code: 'CHECK_NOT_FOUND' });
    await expect(assistant.client.readResource({ uri: `config_item://${estate.blue.config}` })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it('is refused by tools that are not offered', async () => {
    await permit(mayUseMcp);
    const assistant = await connect(viewer);
    for (const [name, given] of [
      ['list_connections', {}],
      ['health_check_run', { id: estate.red.check }],
    ] as const) {
      expect(await assistant.call(name, given), name).toMatchObject({ isError: true, json: { code: 'ACCESS_DENIED' } });
    }
    await expect(assistant.client.readResource({ uri: 'connection://red/red' })).rejects.toMatchObject({
      data: { code: 'ACCESS_DENIED' },
    });
    await permit({ action: 'read', object: 'catalog', deny: true });
    expect(await assistant.tools()).not.toContain('catalog_search');
    expect((await assistant.call('catalog_search', { query: 'x' })).json).toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('runs the checks that a rule names, and no other', async () => {
    await permit(mayUseMcp);
    await permit({ action: 'run', canary_id: estate.red.canary, object: 'canaries' });
    const assistant = await connect(viewer);
    expect(await assistant.tools()).toContain('health_check_run');
    const codes = await Promise.all(
      [estate.red.check, estate.blue.check].map(async (id) => (await assistant.call('health_check_run', { id })).json),
    );
    expect(codes[1]).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(codes[0]).not.toMatchObject({ code: 'ACCESS_DENIED' });
  });
});
