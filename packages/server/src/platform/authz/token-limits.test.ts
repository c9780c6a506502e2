import { type AccessAction, type AccessTarget, accessResources, roleAllows, roles } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permissionRow, policyRow, policyRows } from '../../testing/policies.ts';
import { decide, listPermissions } from './decide.ts';
import type { PolicyRows } from './policy-store.ts';
import { principalsOf } from './principals.ts';
import { policySet } from './rules.ts';
import { policiesOfToken } from './token-limits.ts';
import type { Decision, TokenLimits } from './types.ts';

const OWNER = '0199aaaa-0000-7000-8000-00000000000a';
const CONFIG = '0199aaaa-0000-7000-8000-00000000000c';
const target = (resource: AccessTarget['resource']): AccessTarget => ({ object: 'database.public', resource });
const catalog: AccessTarget = { object: 'catalog', resource: 'database' };
const owner = { id: OWNER, name: 'Ada', email: '', roles: [] };

/** What a token that was made under `before` may, now that the policies are `rows`. */
function tokenOf(rows: PolicyRows, { before = rows, denied = [] as TokenLimits['denied'] } = {}) {
  const held = [...principalsOf(owner, policySet(before))];
  const token: TokenLimits = { id: 't', owner: OWNER, held, denied };
  const all = policySet(rows);
  const policies = policiesOfToken(all, token);
  const principals = principalsOf({ ...owner, id: 'p', token }, all);
  return {
    principals,
    kind: (what: AccessTarget, action: AccessAction): Decision['kind'] =>
      decide(policies, principals, what, action, 0).kind,
    permissions: () => listPermissions(policies, principals, accessResources, 0),
  };
}

const withRole = (...names: string[]) => policyRows({ policies: names.map((name) => policyRow('g', OWNER, name)) });
const withRule = (more: Parameters<typeof permissionRow>[0]) =>
  policyRows({ permissions: [permissionRow({ subject: OWNER, subject_type: 'person', ...more })] });

describe('a token', () => {
  it('is its owner, and not the service identity that it acts as', () => {
    const { principals } = tokenOf(withRole('editor'));
    expect([...principals].toSorted()).toEqual(['everyone', `person:${OWNER}`, 'role:editor', 'token:t']);
  });

  it('has of a role what the owner had when it was made and has now, whichever is less', () => {
    const names = fc.subarray([...roles], { minLength: 0 });
    const changing: readonly AccessAction[] = ['create', 'update', 'delete'];
    fc.assert(
      fc.property(
        names,
        names,
        fc.constantFrom(...accessResources),
        fc.constantFrom<AccessAction>('read', 'create', 'update', 'delete', 'run', 'playbook:run'),
        (before, now, resource, action) => {
          const had = before.some((role) => roleAllows(role, resource, action));
          const has = now.some((role) => roleAllows(role, resource, action));
          const isNever = ['rbac', 'auth', 'identities'].includes(resource) && changing.includes(action);
          const kind = tokenOf(withRole(...now), { before: withRole(...before) }).kind(target(resource), action);
          expect(kind).toBe(had && has && !isNever ? 'all' : 'none');
        },
      ),
    );
  });

  it('has no role that came later, whatever the role is given', () => {
    const rule = permissionRow({ subject: 'editor', object: 'catalog' });
    const now = { ...withRole('editor'), permissions: [rule] };
    expect(tokenOf(now).kind(catalog, 'read')).toBe('all');
    expect(tokenOf(now, { before: withRole() }).kind(catalog, 'read')).toBe('none');
  });

  it('is bound by what denies its owner, also by what came later', () => {
    const now = { ...withRole('editor'), ...withRule({ deny: true, object: 'catalog' }) };
    expect(tokenOf({ ...now, policies: withRole('editor').policies }).kind(catalog, 'read')).toBe('none');
  });

  it('of an administrator never changes who may do what', () => {
    const { kind, permissions } = tokenOf(withRole('admin'));
    for (const resource of ['rbac', 'auth', 'identities'] as const) {
      expect(kind(target(resource), 'update'), resource).toBe('none');
      expect(kind(target(resource), 'read'), resource).toBe('all');
    }
    expect(permissions()).toContainEqual(expect.objectContaining({ object: 'rbac', action: 'update', deny: true }));
  });
});

describe('what was denied', () => {
  it.each([
    [{ object: 'catalog', action: 'read' }, 'none', 'all'],
    [{ object: 'database', action: 'read' }, 'none', 'all'],
    [{ object: 'catalog', action: '*' }, 'none', 'none'],
    [{ object: '*', action: 'update' }, 'all', 'none'],
    [{ object: 'topology', action: '*' }, 'all', 'all'],
  ] as const)('%j', (denied, read, update) => {
    const { kind } = tokenOf(withRole('editor'), { denied: [denied] });
    expect([kind(catalog, 'read'), kind(catalog, 'update')]).toEqual([read, update]);
  });

  it('about single items is the one rule, by its action', () => {
    const rows = withRule({ action: 'read,update', config_id: CONFIG });
    const id = rows.permissions[0]?.id ?? '';
    const denied = [{ object: '*', action: 'read', condition: `config = ${CONFIG}`, id }];
    expect(tokenOf(rows).kind(catalog, 'read')).toBe('rows');
    const { kind } = tokenOf(rows, { denied });
    expect([kind(catalog, 'read'), kind(catalog, 'update')]).toEqual(['none', 'rows']);
  });
});

it('lists what a role lost since, and an administrator only where both are', () => {
  const isAll = ({ object, deny }: { object: string; deny: boolean }) => object === '*' && !deny;
  expect(tokenOf(withRole('admin')).permissions().some(isAll)).toBe(true);
  const risen = tokenOf(withRole('admin'), { before: withRole('viewer') }).permissions();
  expect(risen.some(isAll)).toBe(false);
  expect(risen).toContainEqual({ subject: 'admin', object: 'canaries', action: 'read', deny: false });
  expect(risen.some(({ object, action, deny }) => object === 'canaries' && action === 'update' && !deny)).toBe(false);
});
