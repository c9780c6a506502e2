import { randomUUID } from 'node:crypto';
import { relationAccess, roles, routineAccess } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import type { RestPolicy } from '@quarterdeck/restql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../container.ts';
import type { Authz, Platform } from '../../platform/index.ts';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';
import {
  hiddenRelations,
  readOnlyRelationsOf,
  relationsOf,
  routinesOf,
  specificationAllows,
  splitRelations,
  writingRoutinesOf,
} from './testing/expected-relations.ts';
import { guardedRoutes, publicRoutes, signedInRoutes } from './testing/expected-routes.ts';

let callers: ServerForCallers['callers'];
let test: TestDatabase;
let server: RunningServer;
let authz: Authz;
/** What the sign-in answers does not matter here, only who may ask. */
const signIn = {
  handle: async () => ({ status: 204, headers: {}, cookies: [], body: null }),
} as unknown as NonNullable<Platform['signIn']>;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ server, authz, callers } = await startForCallers(test, { parts: { signIn } }));
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Calls a route as a role; null is nobody. Only whether it was refused matters here. */
async function statusOf(route: string, role: (typeof roles)[number] | null): Promise<number> {
  const [method = '', url = ''] = route.split(' ');
  const path = url.replace(':id', randomUUID()).replace(':name', 'x').replace('*', 'severities');
  const abort = new AbortController();
  const answer = await fetch(new URL(path, server.url), {
    method,
    headers: role === null ? {} : callers.as(callerOf(role)),
    signal: abort.signal,
  });
  abort.abort();
  return answer.status;
}

describe('every route', () => {
  it('is expected, and everything expected is a route', () => {
    const found = server.routes.map(({ method, url }) => `${method} ${url}`).toSorted();
    const expected = [...publicRoutes, ...signedInRoutes, ...Object.keys(guardedRoutes)].toSorted();
    expect(found).toEqual(expected);
  });

  it('asks for what is expected of it', () => {
    for (const { method, url, access } of server.routes) {
      const route = `${method} ${url}`;
      if (access === 'public') expect(publicRoutes, route).toContain(route);
      else if (access === 'login') expect(signedInRoutes, route).toContain(route);
      else {
        const kind = access.action === 'read' || access.action === 'run' ? access.action : 'write';
        expect(`${kind} ${access.resource ?? access.object}`, route).toBe(guardedRoutes[route]);
      }
    }
  });

  it.each(roles)('refuses %s exactly what the specification does', async (role) => {
    for (const [route, right] of Object.entries(guardedRoutes)) {
      const [action = '', resource = ''] = right.split(' ');
      const isAllowed = specificationAllows(role, resource, action as 'read' | 'write' | 'run'); // the table's words
      expect((await statusOf(route, role)) !== 403, `${role} ${route}`).toBe(isAllowed);
    }
    for (const route of publicRoutes) expect([401, 403], route).not.toContain(await statusOf(route, role));
  });

  it('but the public ones refuses who is not signed in', async () => {
    for (const route of [...signedInRoutes, ...Object.keys(guardedRoutes)]) {
      expect(await statusOf(route, null), route).toBe(401);
    }
    for (const route of publicRoutes) expect(await statusOf(route, null), route).not.toBe(401);
  });
});

const READ = ['read'] as const;
const WRITES = ['create', 'update', 'delete'] as const;
const kindOf = (policy: RestPolicy, relation: string, action: 'read' | 'create' | 'update' | 'delete') =>
  policy.relation(relation, action).kind;
const verdict = (isAllowed: boolean) => (isAllowed ? 'allowed' : 'denied');

describe('every relation', () => {
  it('is expected', () => {
    const expected = [
      ...Object.values(relationsOf).flatMap(words),
      ...Object.values(readOnlyRelationsOf).flatMap(words),
      ...Object.keys(splitRelations),
    ].filter((name) => name !== 'view_some_generated');
    expect(Object.keys(relationAccess).toSorted()).toEqual(expected.toSorted());
  });

  it.each(roles)('gives %s what the specification gives', (role) => {
    const policy = authz.policyFor(callerOf(role));
    for (const [resource, names] of Object.entries(relationsOf)) {
      for (const name of words(names)) {
        for (const action of READ) {
          const isAllowed = specificationAllows(role, resource, 'read');
          expect(kindOf(policy, name, action), `${role} ${action} ${name}`).toBe(verdict(isAllowed));
        }
        for (const action of WRITES) {
          const isAllowed = specificationAllows(role, resource, 'write');
          expect(kindOf(policy, name, action), `${role} ${action} ${name}`).toBe(verdict(isAllowed));
        }
      }
    }
    for (const [resource, names] of Object.entries(readOnlyRelationsOf)) {
      for (const name of words(names)) {
        expect(kindOf(policy, name, 'read'), `${role} ${name}`).toBe(
          verdict(specificationAllows(role, resource, 'read')),
        );
        for (const action of WRITES) expect(kindOf(policy, name, action), `${role} ${action} ${name}`).toBe('denied');
      }
    }
    for (const [name, { read, write }] of Object.entries(splitRelations)) {
      expect(kindOf(policy, name, 'read'), name).toBe(verdict(specificationAllows(role, read, 'read')));
      for (const action of WRITES) {
        expect(kindOf(policy, name, action), name).toBe(verdict(specificationAllows(role, write, 'write')));
      }
    }
  });

  it('that holds what nobody may read does not exist for anybody', () => {
    for (const role of roles) {
      const policy = authz.policyFor(callerOf(role));
      for (const name of words(hiddenRelations)) {
        for (const action of [...READ, ...WRITES])
          expect(kindOf(policy, name, action), `${role} ${name}`).toBe('unknown');
      }
    }
  });

  it.each(roles)('answers %s over HTTP as it was decided', async (role) => {
    const headers = callers.as(callerOf(role));
    const get = (name: string) => fetch(new URL(`/api/db/${name}?limit=0`, server.url), { headers });
    for (const [resource, names] of Object.entries({ ...relationsOf, identities: 'identities' })) {
      for (const name of words(names)) {
        const answer = await get(name);
        // Some are named by the contract and come with a later part of the schema.
        if (answer.status === 404) continue;
        expect(answer.status, `${role} ${name}`).toBe(specificationAllows(role, resource, 'read') ? 200 : 403);
        if (answer.status !== 403) continue;
        expect(await answer.text(), name).toBe('unauthorized. Access Denied');
        expect(answer.headers.get('x-rbac-subject')).toBe(callerOf(role).id);
        expect(answer.headers.get('x-rbac-object')).toBe(relationAccess[name]?.object);
        expect(answer.headers.get('x-rbac-action')).toBe('read');
      }
    }
    for (const name of words(hiddenRelations)) expect((await get(name)).status, name).toBe(404);
  });
});

describe('every function', () => {
  it('is expected', () => {
    const expected = [...Object.values(routinesOf), ...Object.values(writingRoutinesOf)].flatMap(words);
    expect(Object.keys(routineAccess).toSorted()).toEqual(expected.toSorted());
  });

  it.each(roles)('gives %s what the specification gives', (role) => {
    const policy = authz.policyFor(callerOf(role));
    for (const [table, action] of [
      [routinesOf, 'read'],
      [writingRoutinesOf, 'write'],
    ] as const) {
      for (const [resource, names] of Object.entries(table)) {
        for (const name of words(names)) {
          expect(policy.routine(name).kind, name).toBe(verdict(specificationAllows(role, resource, action)));
        }
      }
    }
  });

  it('of the database that is not listed is for nobody', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      "select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace",
    );
    const policy = authz.policyFor(callerOf('admin'));
    const headers = callers.as(callerOf('admin'));
    for (const { name } of rows.filter((row) => !Object.hasOwn(routineAccess, row.name))) {
      expect(policy.routine(name).kind, name).toBe('unknown');
    }
    for (const name of ['delete_person', 'drop_config_items', 'watch_rows', 'pg_sleep']) {
      const answer = await fetch(new URL(`/api/db/rpc/${name}`, server.url), { method: 'POST', headers, body: '{}' });
      expect(answer.status, name).toBe(404);
    }
  });
});
