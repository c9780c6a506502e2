import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenCache } from '../../http-client/index.ts';
import { createTestContext } from '../../testing/context.ts';
import { createTestEgress } from '../../testing/egress.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { runHttp } from './run.ts';
import { type CrawlSpec, httpSchema } from './schema.ts';

const link = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');
const pages: Record<string, string> = {
  '/': link('/one', '/two', '/one#again', 'http://other.test/'),
  '/one': link('/three', '/', '/gone'),
  '/two': link('/broken'),
  '/three': link('/four'),
  '/four': 'end',
  '/good': link('/four'),
};

let server: TestServer;
const seen: (string | undefined)[] = [];
beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization);
    const page = pages[request.url ?? ''];
    if (request.url === '/broken') request.socket.destroy();
    else response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html' }).end(page);
  });
});
afterAll(() => server.close());

function crawl(path: string, settings: Partial<CrawlSpec> = {}, signal?: AbortSignal) {
  const url = server.url.replace('127.0.0.1', 'site.test') + path;
  const spec = httpSchema.parse({ name: 'x', url, crawl: { delay: '1ms', randomDelay: 0, ...settings } });
  const egress = createTestEgress({ hosts: { 'site.test': '127.0.0.1', 'other.test': '127.0.0.1' } });
  return runHttp(createTestContext(spec, { egress, ...(signal ? { signal } : {}) }), createTokenCache());
}
const address = (path: string) => server.url.replace('127.0.0.1', 'site.test') + path;

describe('crawl', () => {
  it('visits each page of the site once and reports what is missing', async () => {
    expect(await crawl('/')).toMatchObject({
      pass: false,
      errors: ['Visited: 7, Missing: 2'],
      variables: { visited: 7, missing: [address('/broken'), address('/gone')], code: 0 },
    });
  });

  it('tells a first page that could not be reached from one that answered', async () => {
    expect((await crawl('/broken')) as object).toMatchObject({ pass: false, cause: { code: 'ECONNRESET' } });
    expect(((await crawl('/absent')) as { cause?: unknown }).cause).toBeUndefined();
  });

  it('reads filters with an engine that no pattern can hang', async () => {
    const slow = { allowedURLFilters: ['^(([a-z])+.)+[A-Z]([a-z])+$'] };
    expect(await crawl('/', slow)).toMatchObject({ pass: true, variables: { visited: 1 } });
    await expect(crawl('/', { disallowedURLFilters: ['('] })).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });

  it('passes when nothing is missing', async () => {
    expect(await crawl('/good')).toMatchObject({ pass: true, message: 'Visited: 2', variables: { missing: [] } });
  });

  it('stops at its depth', async () => {
    expect(await crawl('/', { depth: 1 })).toMatchObject({ pass: true, message: 'Visited: 1' });
    expect(await crawl('/', { depth: 2 })).toMatchObject({ pass: true, message: 'Visited: 3' });
  });

  it('keeps to the domains', async () => {
    expect(await crawl('/', { depth: 2, allowedDomains: ['other.test'] })).toMatchObject({
      variables: { missing: ['http://other.test/'] },
    });
    expect(await crawl('/', { disallowedDomains: ['site.test'] })).toMatchObject({ message: 'Visited: 1' });
  });

  it('keeps to the URL filters', async () => {
    expect(await crawl('/', { allowedURLFilters: ['/t'] })).toMatchObject({ variables: { visited: 2 } });
    expect(await crawl('/', { disallowedURLFilters: ['gone$', 'broken$'] })).toMatchObject({ message: 'Visited: 5' });
  });

  it('fails when the first page is missing', async () => {
    expect(await crawl('/none')).toMatchObject({ errors: ['Visited: 1, Missing: 1'] });
  });

  it('ends with the signal', async () => {
    await expect(crawl('/', { delay: 60_000 }, AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends no credentials without being told', () => {
    expect(seen.every((authorization) => authorization === undefined)).toBe(true);
  });
});
