import type { IncomingMessage, ServerResponse } from 'node:http';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckOutcome } from '../../engine/types.ts';
import { createTokenCache } from '../../http-client/index.ts';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { createNtlmHandler } from '../../testing/ntlm-server.ts';
import { httpCheck } from './index.ts';
import { runHttp } from './run.ts';
import { type HttpSpec, httpSchema } from './schema.ts';

let server: TestServer;
const ntlm = createNtlmHandler({ version: 2, username: 'hello', password: 'world', domain: '' });
const basic = `Basic ${Buffer.from('hello:world').toString('base64')}`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const status = /^\/status\/(\d+)/.exec(path)?.[1];
  if (status) {
    response.writeHead(Number(status)).end('text');
  } else if (path.startsWith('/echo')) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const { method, headers } = request;
    response.end(JSON.stringify({ path, method, headers, body: Buffer.concat(chunks).toString() }));
  } else if (path === '/basic') {
    response.writeHead(request.headers.authorization === basic ? 200 : 401).end();
  } else if (path === '/ntlm') {
    ntlm(request, response);
  } else if (path === '/redirect') {
    response.writeHead(302, { Location: '/status/200' }).end();
  } else if (path === '/token') {
    response.end(JSON.stringify({ access_token: 'tok', expires_in: 60 }));
  }
}

beforeAll(async () => {
  server = await startHttpServer(answer);
});
afterAll(() => server.close());

async function probe(spec: Partial<Record<keyof HttpSpec, unknown>>, options: TestContextOptions = {}) {
  const parsed = httpSchema.parse({ name: 'x', ...spec });
  return runHttp(createTestContext(parsed, options), createTokenCache());
}

const at = (path: string) => server.url + path;
const sent = (outcome: CheckOutcome) =>
  outcome.variables?.json as { path: string; method: string; headers: Record<string, string>; body: string };
const login = { username: { value: 'hello' }, password: { value: 'world' } };
const missing = { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } };

describe('a passing probe', () => {
  it('hands back variables, duration and metrics, and no detail', async () => {
    const outcome = await probe({ url: at('/status/201') });
    expect(outcome).toMatchObject({ pass: true, errors: [], variables: { code: 201, content: 'text' } });
    expect(outcome.detail).toBeUndefined();
    expect(outcome.durationMs).toBeGreaterThanOrEqual(1);
    expect(outcome.variables?.timings).toMatchObject({ tlsMs: null, totalMs: expect.any(Number) });
    const url = at('/status/201');
    expect(outcome.metrics).toEqual([
      { name: 'response_code', type: 'counter', value: 1, labels: { code: '201', url } },
      {
        name: 'canary_check_http_response_status',
        type: 'counter',
        value: 1,
        labels: { status: '201', statusClass: '2xx', url },
      },
    ]);
  });

  it('takes the old name of the URL', async () => {
    expect(await probe({ endpoint: at('/status/200') })).toMatchObject({ pass: true });
  });

  it('names itself, and sends no Authorization header without credentials', async () => {
    const { headers } = sent(await probe({ url: at('/echo') }, { settings: { version: '1.2.3' } }));
    expect(headers['user-agent']).toBe('canary-checker/1.2.3');
    expect(headers.authorization).toBeUndefined();
  });

  it('sends method, headers from values, and body', async () => {
    const headers = [
      { name: 'X-Token', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } },
      { name: 'User-Agent', value: 'mine' },
      { value: 'nameless' },
    ];
    const outcome = await probe(
      { url: at('/echo'), method: 'POST', headers, body: '{{ name }}' },
      { values: { 'a/b': 's3cret' } },
    );
    expect(sent(outcome)).toMatchObject({ method: 'POST', body: '{{ name }}' });
    expect(sent(outcome).headers).toMatchObject({ 'x-token': 's3cret', 'user-agent': 'mine' });
  });

  it('renders URL and body with the values of env and the credentials', async () => {
    const outcome = await probe({
      url: '$(.base)/{{path}}',
      body: '$(username) $(domain) $(path)',
      templateBody: true,
      username: { value: 'me@corp' },
      env: [
        { name: 'base', value: server.url },
        { name: 'path', value: 'echo' },
      ],
    });
    expect(sent(outcome).body).toBe('me@corp corp echo');
  });

  it('follows redirects as far as it may', async () => {
    expect(await probe({ url: at('/redirect') })).toMatchObject({ pass: true, variables: { code: 200 } });
    expect(await probe({ url: at('/redirect'), maxRedirects: 0 })).toMatchObject({
      pass: false,
      errors: ['expected 302 to be 200..299'],
    });
  });
});

describe('trace', () => {
  it('logs what the answer was, without headers and bodies, which may hold secrets', async () => {
    const logged: unknown[] = [];
    const log = { ...silentLog, debug: (fields: Record<string, unknown>) => logged.push(fields) };
    const spec = httpSchema.parse({ name: 'x', url: at('/status/200') });
    await runHttp({ ...createTestContext(spec, { trace: true }), log }, createTokenCache());
    await runHttp({ ...createTestContext(spec), log }, createTokenCache());
    expect(logged).toEqual([{ endpoint: at('/status/200'), status: 200, timings: expect.any(Object), redirects: 0 }]);
  });
});

describe('credentials', () => {
  it.each([
    ['of the fields', () => ({ url: at('/basic'), ...login })],
    ['of the URL', () => ({ url: at('/basic').replace('://', '://hello:world@') })],
    [
      'of a templated URL',
      () => ({ url: '$(url)', env: [{ name: 'url', value: at('/basic').replace('://', '://hello:world@') }] }),
    ],
    ['by NTLMv2', () => ({ url: at('/ntlm'), ntlmv2: true, ...login })],
  ])('%s log in', async (_, spec) => {
    expect(await probe(spec())).toMatchObject({ pass: true });
  });

  it('become a client of OAuth2', async () => {
    const oauth2 = { tokenURL: at('/token'), scope: ['a'] };
    expect(sent(await probe({ url: at('/echo'), oauth2, ...login })).headers.authorization).toBe('Bearer tok');
  });

  it('sign for AWS', async () => {
    const awsSigV4 = { accessKey: { value: 'A' }, secretKey: { value: 'S' }, region: 'eu-west-1' };
    const { headers } = sent(await probe({ url: at('/echo'), awsSigV4 }));
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=A\/\d{8}\/eu-west-1\/execute-api\//);
  });

  it('come from a connection, and fill its URL escaped', async () => {
    const stored = { url: `${server.url}/echo?u=$(username)`, username: 'a&b', password: 'p' };
    const connections = { 'connection://web': stored };
    const outcome = await probe({ connection: 'connection://web' }, { connections });
    expect(sent(outcome).path).toBe('/echo?u=a%26b');
    expect(sent(outcome).headers.authorization).toBe(`Basic ${Buffer.from('a&b:p').toString('base64')}`);
  });

  it('of the fields fill what a connection lacks, and the URL of the check wins', async () => {
    const connections = { 'connection://web': { url: 'http://never.test', username: 'hello' } };
    const spec = { connection: 'connection://web', url: at('/basic'), password: { value: 'world' } };
    expect(await probe(spec, { connections })).toMatchObject({ pass: true });
  });

  it('never show in what is handed back', async () => {
    const url = 'http://hello:topsecret@127.0.0.1:1/';
    const outcome = await probe({ url });
    expect(outcome.pass).toBe(false);
    expect(JSON.stringify({ ...outcome, cause: String(outcome.cause) })).not.toContain('topsecret');
    expect(httpCheck.endpoint(httpSchema.parse({ name: 'x', url }))).toBe('http://127.0.0.1:1/');
    const broken = await probe({ url: 'http://hello:topsecret@exa mple/' });
    expect(broken).toMatchObject({ invalid: true });
    expect(JSON.stringify(broken)).not.toContain('topsecret');
  });
});

describe('an invalid check', () => {
  it.each([
    [{ url: 'http://a', endpoint: 'http://b' }, 'cannot specify both endpoint and url'],
    [{}, 'no url or connection specified'],
    [{ connection: 'no reference' }, 'no url or connection specified'],
    [{ url: '$(empty)', env: [{ name: 'empty', value: '' }] }, 'no url or connection specified'],
    [{ url: 'example.com/x' }, "invalid url, missing scheme 'example.com/x'"],
    [{ url: 'localhost:8080' }, "invalid url, missing scheme 'localhost:8080'"],
    [{ url: 'http:///x' }, "invalid url, missing host 'http:///x'"],
    [{ url: 'ftp://example.com' }, 'unsupported protocol scheme "ftp"'],
    [{ url: 'http://a:b:c' }, 'invalid url: http://a:b:c'],
    [{ url: '$(nothing)' }, 'failed to template url'],
    [{ url: 'http://a', env: [{ name: 'e', ...missing }] }, 'failed to get env value: a/b'],
    [{ url: 'http://a', body: '$(no)', templateBody: true }, 'failed to template request body: no variable "no"'],
    [{ connection: 'connection://gone' }, 'connection connection://gone not found'],
    [{ url: 'http://a', password: missing }, 'a/b'],
  ])('%j: %s', async (spec, text) => {
    expect(await probe(spec)).toMatchObject({ pass: false, invalid: true, errors: [text] });
  });
});

describe('a failing probe', () => {
  it('that lacks the value of a header is not invalid', async () => {
    const outcome = await probe({ url: at('/echo'), headers: [{ name: 'X', ...missing }] });
    expect(outcome).toMatchObject({ pass: false, invalid: false, errors: ['a/b'] });
  });

  it('hands back the error of the system as its cause, and all variables', async () => {
    const outcome = await probe({ url: 'http://127.0.0.1:1/' });
    expect(outcome).toMatchObject({
      pass: false,
      cause: { code: 'ECONNREFUSED' },
      variables: { code: 0, content: '' },
    });
    expect(outcome.invalid).toBeFalsy();
    expect(outcome.errors?.[0]).toContain('ECONNREFUSED');
  });

  it('times out at the threshold instead of exceeding it', async () => {
    const outcome = await probe({ url: at('/silent'), thresholdMillis: 40 });
    expect(outcome).toMatchObject({ pass: false, errors: ['request timed out after 40ms'] });
  });

  it('ends with the signal of the run', async () => {
    const outcome = await probe({ url: at('/silent') }, { signal: AbortSignal.timeout(30) });
    expect(outcome).toMatchObject({ pass: false, cause: { name: 'TimeoutError' } });
  });
});

describe('httpCheck', () => {
  it('knows endpoint and host', () => {
    const spec = (value: object) => httpSchema.parse({ name: 'x', ...value });
    expect(httpCheck.endpoint(spec({ connection: 'connection://a/b' }))).toBe('connection://a/b');
    expect(httpCheck.host?.(spec({ url: 'https://Example.com:8443/x' }))).toBe('example.com');
    expect(httpCheck.host?.(spec({ url: 'https://$(host)/' }))).toBeUndefined();
    expect(httpCheck.host?.(spec({}))).toBeUndefined();
  });

  it('runs with the tokens of the process', async () => {
    const spec = httpSchema.parse({ name: 'x', url: at('/status/200') });
    expect(await httpCheck.run(createTestContext(spec))).toMatchObject({ pass: true });
  });

  it('drops fields that it ignores', () => {
    const spec = httpSchema.parse({ name: 5, responseJSONContent: { path: '$.a', value: 1 }, foo: 1 });
    expect(spec).toEqual({ name: '5' });
  });
});
