import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permission } from './access.ts';
import { actionsOn, deniablePermissions, permissionKey, readPermissionKey } from './tokens.ts';

const allow = (object: string, action: string, more: Partial<Permission> = {}): Permission => ({
  subject: 'editor',
  object,
  action,
  deny: false,
  ...more,
});
const labels = (permissions: readonly Permission[]) =>
  deniablePermissions(permissions).map(({ object, action, condition }) => [object, action, condition].join(':'));

describe('the key of a permission', () => {
  it('is written as the contract has it', () => {
    expect(permissionKey(allow('catalog', 'read'))).toBe('sub=editor,obj=catalog,act=read,d=false,con=,id=');
  });

  it('is read back to what a token needs of it', () => {
    const name = fc.stringMatching(/^[a-z*][a-z:.-]{0,12}$/);
    fc.assert(
      fc.property(
        name,
        name,
        name,
        fc.option(fc.string({ minLength: 1 }).filter((text) => !text.includes(',id='))),
        fc.option(fc.uuid()),
        (subject, object, action, condition, id) => {
          const about = { ...(condition === null ? {} : { condition }), ...(id === null ? {} : { id }) };
          const key = permissionKey({ subject, object, action, deny: false, ...about });
          expect(readPermissionKey(key)).toEqual({ object, action, ...about });
        },
      ),
    );
  });

  it.each(['', 'catalog:read', 'sub=a,obj=b', 'obj=catalog,act=read'])('%j is none', (text) => {
    expect(readPermissionKey(text)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readPermissionKey(text)));
  });
});

describe('what can be denied to a token', () => {
  it('is each permission once, without those that deny', () => {
    expect(labels([allow('a', 'read'), allow('a', 'read', { id: 'x' }), allow('a', 'read', { deny: true })])).toEqual([
      'a:read:',
    ]);
  });

  it('tells rules about single items apart', () => {
    const rules = [
      allow('*', 'read', { id: '1', condition: 'config = 1' }),
      allow('*', 'read', { id: '2', condition: 'config = 2' }),
    ];
    expect(labels(rules)).toEqual(['*:read:config = 1', '*:read:config = 2']);
    expect(deniablePermissions(rules).map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('of everything is told by resource and action', () => {
    const all = labels([allow('*', '*')]);
    expect(all).toContain('canaries:run:');
    expect(all).toContain('playbook_runs:playbook:approve:');
    expect(all).toContain('rbac:read:');
    expect(all).toContain('mcp:mcp:*:');
    expect(all.filter((label) => label.startsWith('kubernetes-proxy'))).toEqual([
      'kubernetes-proxy:read:',
      'kubernetes-proxy:update:',
    ]);
    expect(all).not.toContain('rbac:update:');
    expect(new Set(all).size).toBe(all.length);
    expect(labels([allow('*', 'read')]).every((label) => label.endsWith(':read:'))).toBe(true);
    expect(actionsOn('views')).toEqual(['read', 'create', 'update', 'delete']);
  });
});
