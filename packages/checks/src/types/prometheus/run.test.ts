import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCache } from '../../http-client/index.ts';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { prometheusCheck } from './index.ts';
import { runPrometheus } from './run.ts';
import { type PrometheusSpec, prometheusSchema } from './schema.ts';

/** A stand-in for what the real server cannot show: which requests it got. */
let server: TestServer;
const seen: { url: URL; authorization: string | undefined }[] = [];
beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    seen.push({ url: new URL(request.url ?? '', 'http://x'), authorization: request.headers.authorization });
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/token') response.end('{"access_token":"tok"}');
    else response.end('{"status":"success","data":{"resultType":"vector","result":[]}}');
  });
});
afterAll(() => server.close());

const probe = (fields: Partial<PrometheusSpec>, options: TestContextOptions = {}) =>
  runPrometheus(
    createTestContext(prometheusSchema.parse({ name: 'x', query: 'up', ...fields }), options),
    createTokenCache(),
  );

describe('runPrometheus', () => {
  it('refuses the old host field', async () => {
    expect(await probe({ host: 'a', url: 'http://a' })).toMatchObject({
      pass: false,
      errors: ['host field is deprecated, use url field instead'],
    });
  });

  it('wants a URL, its own or that of the server', async () => {
    expect(await probe({})).toMatchObject({ pass: false, errors: ['Must specify a URL'] });
    expect(await probe({}, { settings: { prometheusUrl: server.url } })).toMatchObject({ pass: true });
  });

  it('asks for the query at this moment, below the path of the URL', async () => {
    await probe({ url: `${server.url}/prom/?tenant=a`, query: 'sum(up) > 0' });
    const { url } = seen.at(-1) ?? {};
    expect(url?.pathname).toBe('/prom/api/v1/query');
    expect(url?.searchParams.get('query')).toBe('sum(up) > 0');
    expect(url?.searchParams.get('tenant')).toBe('a');
    expect(Number(url?.searchParams.get('time'))).toBeCloseTo(Date.now() / 1000, -2);
  });

  it('passes on an empty result unless told otherwise', async () => {
    expect(await probe({ url: server.url })).toMatchObject({
      pass: true,
      storeDetail: false,
      detail: [],
      variables: { value: 0, firstResult: {}, results: [] },
    });
    expect(await probe({ url: server.url, markFailOnEmpty: true })).toMatchObject({
      pass: false,
      errors: ['query has returned empty result'],
    });
  });

  it('logs in by each way of an HTTP connection', async () => {
    const login = { username: { value: 'u' }, password: { value: 'p' } };
    const last = async (fields: Partial<PrometheusSpec>) => {
      await probe({ url: server.url, ...fields });
      return seen.at(-1)?.authorization;
    };
    expect(await last({})).toBeUndefined();
    expect(await last(login)).toBe('Basic dTpw');
    expect(await last({ bearer: { value: 't' } })).toBe('Bearer t');
    expect(await last({ ...login, ntlm: true })).toMatch(/^NTLM /);
    const oauth = { clientID: { value: 'c' }, clientSecret: { value: 's' }, tokenURL: `${server.url}/token` };
    expect(await last({ oauth })).toBe('Bearer tok');
  });

  it('hands back the error of the system as its cause', async () => {
    expect(await probe({ url: 'http://127.0.0.1:1' })).toMatchObject({ pass: false, cause: { code: 'ECONNREFUSED' } });
  });

  it('shows no credentials', () => {
    const spec = prometheusSchema.parse({ name: 'x', query: 'up', url: 'http://u:p@prom.test:9090' });
    expect(prometheusCheck.endpoint(spec)).toBe('http://prom.test:9090');
    expect(prometheusCheck.host?.(spec)).toBe('prom.test');
  });
});
