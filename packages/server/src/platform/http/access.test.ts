import type { AppError } from '@quarterdeck/contract';
import { type FastifyRequest, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerOf, createTestCallers, openAccess } from '../../testing/identify.ts';
import type { Decision } from '../authz/types.ts';
import { type AccessOptions, admit, LOCAL_ADMIN, requirePrivileged } from './access.ts';
import type { RouteAccess } from './types.ts';

const CHECK = '0199aaaa-0000-7000-8000-000000000001';
const HIDDEN = '0199aaaa-0000-7000-8000-000000000002';
const target = { object: 'canaries', resource: 'canaries', action: 'read' } as const;
const item: RouteAccess = {
  ...target,
  item: (request: FastifyRequest) => ({ kind: 'check', id: (request.query as { check?: string }).check ?? '' }),
};
const callers = createTestCallers();
const viewer = callerOf('viewer');

let app: ReturnType<typeof fastify>;
let decision: Decision;
let mayKnowRules: boolean;

const authz: AccessOptions['authz'] = {
  decide: () => decision,
  allows: async (_who, _target, _action, items) => items.check === CHECK,
  mayKnowRules: () => mayKnowRules,
};

beforeEach(() => {
  app = fastify();
  decision = { kind: 'all', rules: ['role viewer'] };
  mayKnowRules = false;
});
afterEach(() => app.close());

/** Sends a call to a route with this access, and answers who it ran as or what refused it. */
async function call(
  access: RouteAccess | undefined,
  { url = '/', headers = {}, options = { authz, identify: callers.identify } as AccessOptions } = {},
) {
  app.get('/', async (request: FastifyRequest) => {
    try {
      return { caller: (await admit(options, request, access)).id };
    } catch (error) {
      const { code, status, details } = error as AppError;
      return { code, status, details };
    }
  });
  return (await app.inject({ url, headers })).json() as Record<string, unknown>;
}

const some: Decision = { kind: 'rows', base: 'nothing', allow: [], deny: [], rules: ['permission x'] };
const asViewer = callers.as(viewer);

describe('the caller of a request', () => {
  it('is the local administrator when nobody is to be identified', async () => {
    expect(await call(target, { options: openAccess })).toEqual({ caller: LOCAL_ADMIN.id });
  });

  it('is who the signed header names', async () => {
    expect(await call('login', { headers: asViewer })).toEqual({ caller: viewer.id });
  });

  it('is nobody without a header, or with one that is signed by another key', async () => {
    expect(await call('login')).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    await app.close();
    app = fastify();
    const forged = createTestCallers().as(callerOf('admin'));
    expect(await call('login', { headers: forged })).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });

  it('may be nobody on a route that is open to everyone', async () => {
    expect(await call('public')).toEqual({ caller: '' });
  });
});

describe('a call', () => {
  it('is let through when everything is allowed', async () => {
    expect(await call(target, { headers: asViewer })).toEqual({ caller: viewer.id });
  });

  it('is refused when nothing is, without the rule', async () => {
    decision = { kind: 'none', rules: ['permission secret-name'] };
    expect(await call(target, { headers: asViewer })).toEqual({
      code: 'ACCESS_DENIED',
      status: 403,
      details: { object: 'canaries', resource: 'canaries', action: 'read' },
    });
  });

  it('is refused with the rule to those who may know it', async () => {
    mayKnowRules = true;
    decision = { kind: 'none', rules: ['permission a', 'permission b'] };
    expect(await call(target, { headers: asViewer })).toMatchObject({
      details: { rules: ['permission a', 'permission b'] },
    });
  });

  it('says that no rule allows it when none does', async () => {
    mayKnowRules = true;
    decision = { kind: 'none', rules: [] };
    const { details } = await call(target, { headers: asViewer });
    expect(details).toMatchObject({ rules: ['no rule allows read on canaries (canaries)'] });
  });

  it('about one item is judged by the item', async () => {
    decision = some;
    expect(await call(item, { url: `/?check=${CHECK}`, headers: asViewer })).toEqual({ caller: viewer.id });
    await app.close();
    app = fastify();
    expect(await call(item, { url: `/?check=${HIDDEN}`, headers: asViewer })).toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('that names no item by an id is left to its handler', async () => {
    decision = some;
    expect(await call(item, { url: '/?check=nonsense', headers: asViewer })).toEqual({ caller: viewer.id });
  });

  it('to a route that knows no items is refused when only some are allowed', async () => {
    decision = some;
    expect(await call(target, { headers: asViewer })).toMatchObject({ code: 'ACCESS_DENIED' });
  });

  it('to a route that answers by row is let through', async () => {
    decision = some;
    expect(await call({ ...target, byRow: true }, { headers: asViewer })).toEqual({ caller: viewer.id });
  });
});

describe('a change of access', () => {
  it('needs a recent sign-in, where people sign in at all', () => {
    const act = (isPrivileged?: boolean) => () =>
      requirePrivileged(callerOf('admin', isPrivileged === undefined ? {} : { isPrivileged }));
    expect(act(true)).not.toThrow();
    expect(act()).not.toThrow();
    expect(act(false)).toThrow(expect.objectContaining({ code: 'SESSION_REFRESH_REQUIRED', status: 403 }));
  });
});
