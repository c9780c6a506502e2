import { tmpdir } from 'node:os';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';
import { INITIALIZE, sendMessage } from './testing/client.ts';

let test: TestDatabase;
let server: RunningServer;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startServer(
    loadConfig(
      { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir() },
      {},
      tmpdir(),
      false,
    ),
    { log: silentLog, consoleDir: null },
  );
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

const send = (message: unknown, headers: Record<string, string> = {}) =>
  sendMessage(new URL('/api/mcp', server.url), message, headers);
const request = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

describe('the handshake', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('agrees on %s', async (protocolVersion) => {
    const { status, body, headers } = await send({
      ...INITIALIZE,
      params: { ...INITIALIZE.params, protocolVersion },
    });
    expect([status, body]).toMatchObject([
      200,
      { id: 1, result: { protocolVersion, serverInfo: { name: 'mission-control' }, instructions: expect.any(String) } },
    ]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('mcp-session-id')).toBeNull();
    const next = await send(request('tools/list'), { 'mcp-protocol-version': protocolVersion });
    expect(next).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } });
  });

  it('answers a version that it does not know with one that it knows', async () => {
    const { body } = await send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: '1999-01-01' } });
    expect(body).toMatchObject({ result: { protocolVersion: expect.stringMatching(/^202\d-\d\d-\d\d$/) } });
    expect((await send(request('ping'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });

  it('takes the call of the set-up help as it is written there, without the name of the client', async () => {
    const params = { protocolVersion: '2024-11-05', capabilities: {} };
    const { status, body } = await send({ jsonrpc: '2.0', method: 'initialize', params, id: 1 });
    expect([status, body]).toMatchObject([200, { id: 1, result: { serverInfo: { name: 'mission-control' } } }]);
  });
});

describe('messages', () => {
  it('are answered by their id, and notifications by nothing', async () => {
    expect((await send(request('ping', {}, 'a'))).body).toEqual({ jsonrpc: '2.0', id: 'a', result: {} });
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
      body: null,
    });
  });

  it('come in batches, too', async () => {
    const { status, body } = await send([
      request('ping', {}, 1),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
      request('prompts/list', {}, 2),
    ]);
    expect(status).toBe(200);
    expect((body as { id: number }[]).map(({ id }) => id).toSorted()).toEqual([1, 2]);
  });

  it.each([
    ['no JSON', '{', 400, -32700],
    ['nothing', '', 400, -32700],
    ['null', 'null', 400, -32700],
    ['no message', '{"method": "ping"}', 400, -32700],
    [
      'a thousand messages',
      JSON.stringify(Array.from({ length: 1000 }, (_one, id) => request('ping', {}, id))),
      400,
      -32600,
    ],
  ])('that are %s are refused by the protocol', async (_name, text, status, code) => {
    expect(await send(text)).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code } } });
  });

  it('of a method that is not known are refused', async () => {
    for (const method of ['logging/setLevel', 'completion/complete', 'tools/nothing']) {
      expect((await send(request(method))).body, method).toMatchObject({ error: { code: -32601 } });
    }
  });

  it('are not taken larger than a megabyte', async () => {
    expect((await send(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('streams', () => {
  it('are not offered', async () => {
    for (const path of ['/mcp', '/api/mcp']) {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const headers = { accept: 'text/event-stream' };
        const answer = await fetch(new URL(path, server.url), { method, headers });
        expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST, OPTIONS']);
        await answer.body?.cancel();
      }
    }
  });
});
