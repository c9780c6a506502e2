import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMethodAnswers, corsHeaders, createRoutes } from './methods.ts';
import type { RouteDefinition } from './types.ts';

let app: ReturnType<typeof fastify>;
let routes: ReturnType<typeof createRoutes>;

beforeEach(() => {
  app = fastify();
  routes = createRoutes(app);
});

afterEach(() => app.close());

describe('createRoutes', () => {
  it('registers a route outside /api in both places, with its access', async () => {
    routes.route({
      method: 'GET',
      url: '/about',
      access: { object: 'canaries', resource: 'canaries', action: 'read' },
      handler: (request) => ({ access: request.routeOptions.config.access }),
    });
    for (const url of ['/about', '/api/about']) {
      expect((await app.inject(url)).json()).toEqual({
        access: { object: 'canaries', resource: 'canaries', action: 'read' },
      });
    }
    expect([...routes.declared().keys()]).toEqual(['/about', '/api/about']);
  });

  it('refuses a route that names no access', () => {
    const incomplete = { method: 'GET', url: '/api/x', handler: () => null };
    expect(() => routes.route(incomplete as unknown as RouteDefinition)).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
  });

  it('takes the body limit of a route', async () => {
    routes.route({ method: 'POST', url: '/api/small', access: 'public', bodyLimit: 10, handler: () => 'ok' });
    const send = (payload: string) =>
      app.inject({ method: 'POST', url: '/api/small', payload, headers: { 'content-type': 'text/plain' } });
    expect((await send('short')).statusCode).toBe(200);
    expect((await send('much too long')).statusCode).toBe(413);
  });

  it('offers HEAD for what can be read, but not for streams', async () => {
    routes.route({ method: 'GET', url: '/api/a', access: 'public', handler: () => 'a' });
    routes.route({ method: 'GET', url: '/api/b', access: 'public', raw: true, handler: () => 'b' });
    expect((await app.inject({ method: 'HEAD', url: '/api/a' })).statusCode).toBe(200);
    expect((await app.inject({ method: 'HEAD', url: '/api/b' })).statusCode).toBe(404);
  });
});

describe('addMethodAnswers', () => {
  it('names the methods of a path that has several', async () => {
    routes.route({ method: 'GET', url: '/api/summary', access: 'public', handler: () => 'get' });
    routes.route({ method: 'POST', url: '/api/summary', access: 'public', handler: () => 'post' });
    addMethodAnswers(app, routes.declared());
    const options = await app.inject({ method: 'OPTIONS', url: '/api/summary' });
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    const put = await app.inject({ method: 'PUT', url: '/api/summary' });
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect((await app.inject({ method: 'POST', url: '/api/summary' })).body).toBe('post');
  });
});

describe('corsHeaders', () => {
  const get = (origin?: string) => ({ method: 'GET', headers: origin === undefined ? {} : { origin } });

  it('says nothing without a configured origin', () => {
    expect(corsHeaders(null, get('https://a.test'))).toEqual({});
  });

  it('answers the one origin, and tells caches that it matters', () => {
    expect(corsHeaders('https://a.test/', get('https://a.test'))).toMatchObject({
      vary: 'Origin',
      'access-control-allow-origin': 'https://a.test',
    });
    expect(corsHeaders('https://a.test', get('https://b.test'))).toEqual({ vary: 'Origin' });
    expect(corsHeaders('https://a.test', get())).toEqual({ vary: 'Origin' });
  });
});
