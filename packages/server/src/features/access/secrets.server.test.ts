import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { relationAccess, routineAccess } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import type { Log } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { addEstate, type Estate } from '../../testing/estate.ts';
import { callerOf, createTestCallers } from '../../testing/identify.ts';
import { until } from '../scheduler/testing/fixtures.ts';

const MARKER = 'm4rk3r-9f27';
const callers = createTestCallers();
const admin = callerOf('admin');
const AGENT = randomUUID();
const CONNECTION = randomUUID();
const IDENTITY = randomUUID();

let test: TestDatabase;
let server: RunningServer;
let estate: Estate;
let events = '';
const abort = new AbortController();
/** All that was written to the log, at every level. */
const logged: string[] = [];

function recorded(): Log {
  const write = (...args: unknown[]) => {
    logged.push(
      JSON.stringify(args, (_key, value) => (value instanceof Error ? { ...value, text: `${value.stack}` } : value)),
    );
  };
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  return log;
}

async function send(
  path: string,
  { method = 'GET', body = null as unknown, headers = {} } = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(path, server.url), {
    method,
    headers: { ...callers.as(admin), 'content-type': 'application/json', ...headers },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: `${await answer.text()} ${JSON.stringify([...answer.headers])}` };
}

beforeAll(async () => {
  test = await createTestDatabase();
  estate = await addEstate(test.database);
  server = await startServer(
    loadConfig({ PORT: '0', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir() }, {}, tmpdir(), false),
    { log: recorded(), consoleDir: null, identify: callers.identify },
  );
  const live = await fetch(new URL('/api/live', server.url), { headers: callers.as(admin), signal: abort.signal });
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of live.body ?? []) events += decoder.decode(part);
  })().catch(() => undefined);

  const { pool } = test.database;
  await pool.query(
    `insert into connections (id, name, type, url, username, password, certificate, properties, source) values
     ($1, 'planted', 'http', 'https://me:${MARKER}@x.test/?token=${MARKER}', $2, $2, $2, $3, 'UI')`,
    [
      CONNECTION,
      MARKER,
      JSON.stringify({
        region: 'eu',
        apiKey: MARKER,
        secretKey: MARKER,
        bearer: MARKER,
        oauth_token: { a: MARKER },
        nested: { list: [{ clientSecret: MARKER, id: 7 }] },
      }),
    ],
  );
  await pool.query('insert into agents (id, name, tls) values ($1, $2, $3)', [AGENT, 'planted', MARKER]);
  await pool.query(
    "insert into identities (id, schema_id, traits, metadata_admin, metadata_public) values ($1, $3, '{}', $2, $2)",
    [IDENTITY, JSON.stringify({ secret: MARKER }), MARKER],
  );
  await pool.query("insert into access_tokens (name, person_id, value, created_at) values ('t', $1, $2, now())", [
    estate.person,
    MARKER,
  ]);
  await pool.query(
    'insert into playbook_action_agent_data (action_id, playbook_id, run_id, spec, env) values ($1, $2, $3, $4, $4)',
    [estate.red.action, estate.red.playbook, estate.red.run, JSON.stringify({ password: MARKER })],
  );
  await pool.query(
    "insert into permissions (action, subject, object, connection_id) values ('read', 'viewer', 'connection', $1)",
    [CONNECTION],
  );
});
afterAll(async () => {
  abort.abort();
  await server.stop();
  await test.drop();
});

/** Columns that an administrator can write and nobody can read, by relation. */
const hidden = Object.entries(relationAccess).flatMap(([name, { writeOnly = [] }]) =>
  writeOnly.map((column) => [name, column] as const),
);
/** Columns of which a part is not shown. */
const masked = Object.entries(relationAccess).flatMap(([name, { masked: columns = {} }]) =>
  Object.keys(columns).map((column) => [name, column] as const),
);

describe('a secret that is planted in every column that is not read', () => {
  it('is planted in all of them', async () => {
    const tables = ['connections', 'agents', 'identities', 'playbook_action_agent_data', 'access_tokens'];
    expect([...new Set(hidden.map(([name]) => name))].filter((name) => name !== 'agents_summary').toSorted()).toEqual(
      tables.filter((name) => name !== 'access_tokens').toSorted(),
    );
    for (const table of tables) {
      const columns = hidden.filter(([name]) => name === table).map(([, column]) => column);
      for (const column of table === 'access_tokens' ? ['value'] : columns) {
        const { rows } = await test.database.pool.query(
          `select from ${table} where ${column}::text like '%${MARKER}%'`,
        );
        expect(rows, `${table}.${column}`).toHaveLength(1);
      }
    }
  });

  it('is in no list of any relation, as JSON or CSV', async () => {
    for (const name of [...Object.keys(relationAccess), 'access_tokens']) {
      for (const accept of ['application/json', 'text/csv']) {
        const { text, status } = await send(`/api/db/${name}?select=*`, { headers: { accept } });
        expect(status, name).toBeLessThan(500);
        expect(text, name).not.toContain(MARKER);
      }
    }
  });

  it.each(hidden)('cannot be asked for: %s.%s', async (name, column) => {
    for (const query of [
      `select=${column}`,
      `select=x:${column}`,
      `select=${column}::text`,
      `select=${column}->>secret`,
      `${column}=eq.${MARKER}`,
      `${column}=like.*${MARKER.slice(0, 4)}*`,
      `${column}=not.is.null`,
      `${column}->>secret=eq.${MARKER}`,
      `${column}.filter=${MARKER}`,
      `or=(${column}.eq.${MARKER})`,
      `order=${column}`,
    ]) {
      const { status, text } = await send(`/api/db/${name}?${query}`);
      expect(status, query).toBe(400);
      if (!query.includes(MARKER)) expect(text, query).not.toContain(MARKER);
    }
  });

  it.each(masked)('cannot be found by a filter or an order on what is left of it: %s.%s', async (name, column) => {
    for (const query of [
      `${column}=like.*${MARKER}*`,
      `${column}->>apiKey=eq.${MARKER}`,
      `${column}=ilike.*${MARKER.slice(0, 5)}*`,
    ]) {
      const { status, text } = await send(`/api/db/${name}?select=name&${query}`);
      if (status === 200) expect(text.startsWith('[]'), query).toBe(true);
    }
  });

  it('leaves what is no secret to be read', async () => {
    const { text } = await send(`/api/db/connections?id=eq.${CONNECTION}&select=url,properties`);
    expect(JSON.parse(text.slice(0, text.lastIndexOf(' [[')))).toEqual([
      {
        url: 'https://me:***@x.test/?token=***',
        properties: {
          region: 'eu',
          apiKey: '***',
          secretKey: '***',
          bearer: '***',
          oauth_token: '***',
          nested: { list: [{ clientSecret: '***', id: 7 }] },
        },
      },
    ]);
  });

  it('is in no embedded resource', async () => {
    for (const path of [
      'permissions?select=*,connections(*)',
      'permissions?select=*,connection:connection_id(*)',
      'permissions?select=*,...connections(*)',
      'people?select=*,access_tokens!access_tokens_person_fkey(*)',
      'people?select=*,connections(*)',
      'playbook_run_actions?select=*,playbook_action_agent_data(*)',
      'canaries?select=*,agents(*)',
      'checks?select=*,agent:agent_id(*)',
    ]) {
      const { status, text } = await send(`/api/db/${path}`);
      expect(status, path).toBeLessThan(500);
      expect(text, path).not.toContain(MARKER);
    }
    for (const path of [
      `permissions?select=id,connections!inner(id)&connections.password=eq.${MARKER}`,
      'permissions?select=id,connections(id)&order=connections(password)',
      'permissions?select=id,connections(password)',
      'permissions?select=id,...connections(password)',
    ]) {
      expect((await send(`/api/db/${path}`)).status, path).toBe(400);
    }
    expect(
      (await send('/api/db/people?select=id,access_tokens!access_tokens_person_fkey(value)')).status,
    ).toBeGreaterThanOrEqual(400);
  });

  it('is in no answer of a function', async () => {
    for (const name of [
      ...Object.keys(routineAccess),
      'mask_sensitive',
      'mask_members',
      'mask_address',
      'keep_masked_members',
    ]) {
      const { status, text } = await send(`/api/db/rpc/${name}?id=${CONNECTION}&config_id=${estate.red.config}`);
      expect(status, name).toBeLessThan(500);
      expect(text, name).not.toContain(MARKER);
    }
  });

  it('is in no answer to a write', async () => {
    const body = {
      name: 'written',
      type: 'http',
      username: MARKER,
      password: MARKER,
      certificate: MARKER,
      properties: { token: MARKER },
    };
    const headers = { prefer: 'return=representation' };
    const written = await send('/api/db/connections', { method: 'POST', body, headers });
    expect(written.status).toBe(201);
    const changed = await send('/api/db/connections?name=eq.written', {
      method: 'PATCH',
      body: { password: `${MARKER}2` },
      headers,
    });
    expect(changed.status).toBe(200);
    const twice = await send('/api/db/connections', { method: 'POST', body, headers });
    expect(twice.status).toBe(409);
    const merged = await send('/api/db/connections?on_conflict=id', {
      method: 'POST',
      body: { ...body, id: CONNECTION, name: 'planted' },
      headers: { prefer: 'return=representation,resolution=merge-duplicates' },
    });
    const failing = await send('/api/db/connections', { method: 'POST', body: { ...body, name: null }, headers });
    expect(failing.status).toBe(400);
    const wrong = await send('/api/db/connections', {
      method: 'POST',
      body: { ...body, created_by: randomUUID(), name: 'w2' },
      headers,
    });
    const typed = await send('/api/db/agents', { method: 'POST', body: { name: null, tls: MARKER }, headers });
    const selected = await send('/api/db/connections?select=password', {
      method: 'POST',
      body: { ...body, name: 'w3' },
      headers,
    });
    expect(selected.status).toBe(400);
    const removed = await send('/api/db/connections?name=eq.written', { method: 'DELETE', headers });
    expect(removed.status).toBe(200);
    for (const { text } of [written, changed, twice, merged, failing, wrong, typed, selected, removed]) {
      expect(text).not.toContain(MARKER);
    }
  });

  it('stays when a form writes back what it was shown', async () => {
    const id = randomUUID();
    const url = `https://me:${MARKER}@x.test/`;
    await test.database.pool.query(
      "insert into connections (id, name, type, url, password, properties) values ($1, 'form', 'http', $2, 'p', $3)",
      [id, url, JSON.stringify({ token: MARKER, region: 'eu', a: { key: MARKER } })],
    );
    const shown = {
      url: 'https://me:***@x.test/',
      password: '***',
      properties: { token: '***', region: 'us', a: { key: '***' } },
    };
    const { status } = await send(`/api/db/connections?id=eq.${id}`, { method: 'PATCH', body: shown });
    expect(status).toBe(204);
    const { rows } = await test.database.pool.query('select url, password, properties from connections where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ url, password: 'p', properties: { token: MARKER, region: 'us', a: { key: MARKER } } }]);
  });

  it('is in no description, search, policy or summary', async () => {
    for (const path of ['/api/db', '/rbac/dump', '/auth/whoami', '/api/summary', '/api/status', '/metrics']) {
      expect((await send(path)).text, path).not.toContain(MARKER);
    }
    for (const kind of ['checks', 'configs', 'components', 'connections']) {
      const { text } = await send('/resources/search', {
        method: 'POST',
        body: { [kind]: [{ search: MARKER }, { name: '*' }] },
      });
      expect(text.split(MARKER).length, kind).toBeLessThanOrEqual(1);
    }
  });

  it('is in no live change and no line of the log', async () => {
    await until(() => events.includes('"table":"connections"') || events.includes('"table": "connections"'));
    expect(events).not.toContain(MARKER);
    expect(logged.length).toBeGreaterThan(50);
    // The address of a request is logged without its query, which is the asker's own text.
    expect(logged.filter((line) => line.includes(MARKER))).toEqual([]);
  });
});
