import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCache } from '../../http-client/index.ts';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { alertmanagerCheck } from './index.ts';
import { runAlertmanager } from './run.ts';
import { type AlertmanagerSpec, alertmanagerSchema } from './schema.ts';

/** A stand-in for answers that the real server does not give. */
let server: TestServer;
let status = 200;
let body = '[]';
let authorization: string | undefined;
beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    ({ authorization } = request.headers);
    response.writeHead(status).end(body);
  });
});
afterAll(() => server.close());

const probe = (fields: Partial<AlertmanagerSpec>, options: TestContextOptions = {}) => {
  const spec = alertmanagerSchema.parse({ name: 'x', ...fields });
  return runAlertmanager(createTestContext(spec, options), createTokenCache());
};

describe('runAlertmanager', () => {
  it('passes with nothing firing, and reaches a bare host over http', async () => {
    expect(await probe({ url: `127.0.0.1:${server.port}` })).toEqual({ pass: true, detail: { alerts: [] } });
    expect(authorization).toBeUndefined();
  });

  it('uses a connection and its credentials', async () => {
    const connections = { 'connection://am': { url: `${server.url}/`, username: 'u', password: 'p' } };
    expect(await probe({ connection: 'connection://am' }, { connections })).toMatchObject({ pass: true });
    expect(authorization).toBe('Basic dTpw');
  });

  it.each([
    [{}, 'error fetching from alertmanager: Must specify a URL'],
    [{ connection: 'connection://gone' }, 'error fetching from alertmanager: connection connection://gone not found'],
  ])('fails on %j', async (fields, text) => {
    expect(await probe(fields)).toMatchObject({ pass: false, errors: [text], detail: { alerts: [] } });
  });

  it('fails when the server cannot be reached', async () => {
    const outcome = await probe({ url: 'http://127.0.0.1:1' });
    expect(outcome).toMatchObject({ pass: false, cause: { code: 'ECONNREFUSED' } });
    expect(outcome.errors?.[0]).toMatch(/^error fetching from alertmanager: .*ECONNREFUSED/);
  });

  it.each([
    [500, 'broken\n', 'received non 2xx from alertmanager: 500 broken'],
    [200, '{"a":1}', 'error fetching from alertmanager: the answer is no list of alerts'],
    [200, '<html>', 'error fetching from alertmanager: the answer is no list of alerts'],
  ])('fails on an answer %d %s', async (code, text, error) => {
    status = code;
    body = text;
    expect(await probe({ url: server.url })).toMatchObject({ pass: false, errors: [error] });
  });

  it('shows no credentials', () => {
    const spec = alertmanagerSchema.parse({ name: 'x', url: 'http://u:p@am.test' });
    expect(alertmanagerCheck.endpoint(spec)).toBe('http://am.test');
    expect(alertmanagerCheck.host?.(spec)).toBe('am.test');
  });
});
