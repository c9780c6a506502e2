import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '../../testing/identify.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { createLive, type LiveOptions } from './live.ts';
import { trimEvents } from './live-store.ts';
import type { Live } from './types.ts';

interface Event {
  id: number | null;
  name: string;
  data: unknown;
}

interface Client {
  events: Event[];
  raw: () => string;
  headers: IncomingMessage['headers'];
  ended: Promise<void>;
  call: ClientRequest;
}

const telemetry = { liveClients: () => undefined, httpRequest: () => undefined };
const clients: Client[] = [];
let test: TestDatabase;
const nodes: { live: Live; server: HttpServer; port: number }[] = [];

async function startNode(more: Pick<LiveOptions, 'keepaliveMs' | 'isStillKnown' | 'recheckMs'> = {}) {
  const live = createLive({
    database: test.database,
    clock: systemClock,
    log: silentLog,
    telemetry,
    ...more,
  });
  await live.start();
  const config = {
    host: '127.0.0.1',
    port: 0,
    trustedHosts: [],
    trustedProxies: [],
    publicEndpoint: null,
    corsOrigin: null,
  };
  const server = createHttpServer({
    access: openAccess,
    config,
    log: silentLog,
    telemetry,
    console: null,
    stopping: () => false,
  });
  server.route({
    method: 'GET',
    url: '/api/live',
    access: 'public',
    raw: true,
    handler: (req, reply) => live.attach(req, reply),
  });
  const node = { live, server, port: Number((await server.listen()).port) };
  nodes.push(node);
  return node;
}

function parse(text: string): Event[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map(
      (block) =>
        new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])),
    )
    .filter((fields) => fields.has('event'))
    .map((fields) => ({
      id: fields.has('id') ? Number(fields.get('id')) : null,
      name: fields.get('event') ?? '',
      data: JSON.parse(fields.get('data') ?? 'null'),
    }));
}

async function open(port: number, headers: Record<string, string> = {}, query = ''): Promise<Client> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = request({ host: '127.0.0.1', port, path: `/api/live${query}`, headers, agent: false }, resolve);
  call.on('error', reject);
  call.end();
  const answer = await promise;
  let text = '';
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const client: Client = { events: [], raw: () => text, headers: answer.headers, ended, call };
  answer.on('data', (part: Buffer) => {
    text += part.toString();
    client.events = parse(text);
  });
  answer.on('error', () => undefined);
  answer.on('close', end);
  clients.push(client);
  await expect.poll(() => client.events.length, { interval: 5 }).toBeGreaterThan(0);
  return client;
}

const removed = (client: Client) =>
  client.events.filter(({ name }) => name === 'checks.removed').map(({ data }) => (data as { ids: string[] }).ids[0]);
const publish = (id: string) => nodes[0]?.live.publish(test.database.pool, 'checks.removed', { ids: [id] });

beforeAll(async () => {
  test = await createTestDatabase();
  await startNode();
  await startNode({ keepaliveMs: 20 });
});

afterEach(() => {
  for (const client of clients.splice(0)) client.call.destroy();
});

afterAll(async () => {
  for (const { live, server } of nodes) {
    await live.stop();
    await server.close();
  }
  await test.drop();
});

describe('GET /api/live', () => {
  it('greets with the newest id and sends every event to every node, in order', async () => {
    const [one, two] = await Promise.all([open(nodes[0]?.port ?? 0), open(nodes[1]?.port ?? 0)]);
    expect(one.headers['content-type']).toContain('text/event-stream');
    expect(one.headers['content-security-policy']).toBeDefined();
    expect(one.events[0]).toMatchObject({ name: 'hello', id: expect.any(Number) });
    const sent = Array.from({ length: 40 }, (_, index) => `a${index}`);
    for (const id of sent) await publish(id);
    for (const client of [one, two]) await expect.poll(() => removed(client)).toEqual(sent);
    const ids = one.events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('shows nothing of a transaction that was rolled back, and waits for the commit', async () => {
    const client = await open(nodes[0]?.port ?? 0);
    const act = test.database.transaction(async (connection) => {
      await nodes[0]?.live.publish(connection, 'checks.removed', { ids: ['never'] });
      throw new Error('no');
    });
    await expect(act).rejects.toThrow('no');
    await test.database.transaction(async (connection) => {
      await nodes[0]?.live.publish(connection, 'checks.removed', { ids: ['b1'] });
    });
    await expect.poll(() => removed(client)).toEqual(['b1']);
  });

  it('makes ids visible in their order however transactions overlap', async () => {
    const client = await open(nodes[0]?.port ?? 0);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        test.database.transaction(async (connection) => {
          await connection.query('select pg_sleep($1)', [(index % 5) / 500]);
          await nodes[index % 2]?.live.publish(connection, 'checks.removed', { ids: [`c${index}`] });
        }),
      ),
    );
    await expect.poll(() => removed(client).length).toBe(30);
    expect(new Set(removed(client)).size).toBe(30);
  });

  it.each(['header', 'query'])('replays what was missed (%s)', async (how) => {
    const first = await open(nodes[0]?.port ?? 0);
    const last = String(first.events[0]?.id);
    first.call.destroy();
    for (const id of ['d1', 'd2', 'd3']) await publish(id);
    const again = await (how === 'header'
      ? open(nodes[1]?.port ?? 0, { 'last-event-id': last })
      : open(nodes[1]?.port ?? 0, {}, `?lastEventId=${last}`));
    await expect.poll(() => removed(again)).toEqual(['d1', 'd2', 'd3']);
    await publish('d4');
    await expect.poll(() => removed(again)).toEqual(['d1', 'd2', 'd3', 'd4']);
    expect(again.events.some(({ name }) => name === 'resync')).toBe(false);
  });

  it('loses and doubles nothing while events pour in during a replay', async () => {
    const first = await open(nodes[0]?.port ?? 0);
    const last = String(first.events[0]?.id);
    const sent = Array.from({ length: 60 }, (_, index) => `e${index}`);
    const pour = (async () => {
      for (const id of sent) await publish(id);
    })();
    const joined = await Promise.all(
      Array.from({ length: 5 }, () => open(nodes[0]?.port ?? 0, { 'last-event-id': last })),
    );
    await pour;
    for (const client of joined) await expect.poll(() => removed(client)).toEqual(sent);
  });

  it.each(['999999999', 'x', '-1'])('tells a client with the last id %s to read everything again', async (last) => {
    const client = await open(nodes[0]?.port ?? 0, { 'last-event-id': last });
    await expect.poll(() => client.events.map(({ name }) => name)).toContain('resync');
    await publish('f1');
    await expect.poll(() => removed(client)).toEqual(['f1']);
  });

  it('tells a client to read everything again when its events were trimmed', async () => {
    await publish('g1');
    await publish('g2');
    await test.database.pool.query("update live_events set created_at = now() - interval '11 minutes'");
    expect(await trimEvents(test.database.pool)).toBeGreaterThan(0);
    const { rows } = await test.database.pool.query('select id from live_events');
    expect(rows).toHaveLength(1);
    const client = await open(nodes[0]?.port ?? 0, { 'last-event-id': '1' });
    await expect.poll(() => client.events.map(({ name }) => name)).toContain('resync');
    const upToDate = await open(nodes[0]?.port ?? 0, { 'last-event-id': String(rows[0]?.id) });
    await publish('g3');
    await expect.poll(() => removed(upToDate)).toEqual(['g3']);
    expect(upToDate.events.map(({ name }) => name)).not.toContain('resync');
  });

  it('sends comments to keep the stream open', async () => {
    const client = await open(nodes[1]?.port ?? 0);
    await expect.poll(() => client.raw()).toContain(': keepalive\n\n');
  });

  it('is cut for whoever signed out, and asks about streams of one credential once', async () => {
    const out = new Set<string>();
    const asked: (string | undefined)[] = [];
    const isStillKnown: LiveOptions['isStillKnown'] = async ({ headers }) => {
      asked.push(headers.cookie);
      return !out.has(headers.cookie ?? '');
    };
    const node = await startNode({ isStillKnown, recheckMs: 20 });
    const [ada, tab, bob] = await Promise.all(['a=1', 'a=1', 'b=1'].map((cookie) => open(node.port, { cookie })));
    asked.length = 0;
    await expect.poll(() => asked.length).toBeGreaterThan(3);
    expect(asked.every((cookie, index) => index === 0 || cookie !== asked[index - 1])).toBe(true);
    expect(node.live.clients()).toBe(3);
    out.add('a=1');
    await Promise.all([ada?.ended, tab?.ended]);
    expect(node.live.clients()).toBe(1);
    await publish('after');
    await expect.poll(() => bob && removed(bob)).toEqual(['after']);
  });

  it('comes back after the listening connection was lost', async () => {
    const client = await open(nodes[0]?.port ?? 0);
    await test.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    );
    await publish('h1');
    await expect.poll(() => removed(client), { timeout: 5000 }).toEqual(['h1']);
  });

  it('counts its clients, drops one that does not read, and ends the rest when it stops', async () => {
    const node = await startNode();
    const idle = await open(node.port);
    const slow = await open(node.port);
    expect(node.live.clients()).toBe(2);
    slow.call.socket?.pause();
    const filler = 'x'.repeat(300_000);
    for (let index = 0; index < 100 && node.live.clients() === 2; index += 1) await publish(`${index}${filler}`);
    await expect.poll(() => node.live.clients()).toBe(1);
    expect(removed(idle).length).toBeGreaterThan(0);
    await node.live.stop();
    await idle.ended;
    expect(node.live.clients()).toBe(0);
  });
});
