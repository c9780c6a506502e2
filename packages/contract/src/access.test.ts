import { describe, expect, it } from 'vitest';
import { accessActions, accessObjects, accessResources, isRole, type Role, roleAllows, roles } from './access.ts';
import { accessOfRelation, relationAccess, unreachableRelations } from './access-relations.ts';
import { accessOfRoutine, routineAccess } from './access-routines.ts';

/** The specification's table (§6), written out again: what each role does not read, and what it writes. */
const HIDDEN: Record<Role, readonly string[]> = {
  admin: [],
  editor: [],
  commander: ['rbac', 'identities', 'connections'],
  responder: ['rbac', 'identities', 'connections'],
  viewer: ['rbac', 'identities', 'connections'],
  guest: ['rbac', 'identities', 'connections'],
};
const WRITES: Record<Role, (resource: string) => boolean> = {
  admin: () => true,
  editor: (resource) => !['connections', 'identities', 'rbac'].includes(resource),
  commander: (resource) => ['responder', 'incident', 'evidences', 'comments'].includes(resource),
  responder: (resource) => ['responder', 'incident', 'evidences', 'comments'].includes(resource),
  viewer: () => false,
  guest: () => false,
};

describe('the role table', () => {
  for (const role of roles) {
    it(`gives ${role} what the specification says`, () => {
      for (const resource of accessResources) {
        expect(roleAllows(role, resource, 'read'), resource).toBe(!HIDDEN[role].includes(resource));
        for (const action of ['create', 'update', 'delete'] as const) {
          expect(roleAllows(role, resource, action), `${action} ${resource}`).toBe(WRITES[role](resource));
        }
      }
    });
  }

  it('lets four roles run checks', () => {
    expect(roles.filter((role) => roleAllows(role, 'canaries', 'run'))).toEqual([
      'admin',
      'editor',
      'commander',
      'responder',
    ]);
  });

  it('lets those who write playbook runs run, approve and cancel playbooks', () => {
    for (const action of ['playbook:run', 'playbook:approve', 'playbook:cancel'] as const) {
      expect(roles.filter((role) => roleAllows(role, 'playbooks', action))).toEqual(['admin', 'editor']);
    }
  });

  it('knows its roles by name', () => {
    expect(['admin', 'guest', 'everyone', 'Admin', ''].map(isRole)).toEqual([true, true, false, false, false]);
  });
});

describe('the table of relations', () => {
  const entries = Object.entries({ ...relationAccess, ...routineAccess });

  it('uses the words of both vocabularies', () => {
    for (const [name, { object, resource }] of entries) {
      expect(accessObjects, name).toContain(object);
      expect(accessResources, name).toContain(resource);
    }
    for (const { action = 'read' } of Object.values(routineAccess)) expect(accessActions).toContain(action);
  });

  it('names no relation of identity that holds credentials', () => {
    const secret = [
      'access_tokens',
      'identity_credentials',
      'identity_recovery_tokens',
      'sessions',
      'continuity_containers',
    ];
    for (const name of secret) expect(accessOfRelation(name), name).toBeNull();
    expect(unreachableRelations).toContain('access_tokens');
  });

  it('keeps secrets of connections and agents to themselves', () => {
    expect(accessOfRelation('connections')?.writeOnly).toEqual(['username', 'password', 'certificate']);
    expect(accessOfRelation('agents')?.writeOnly).toEqual(['tls']);
    expect(accessOfRelation('identities')?.writeOnly).toContain('metadata_admin');
  });

  it('reads tables that views generate like the catalog, and writes none', () => {
    expect(accessOfRelation('view_mc_pods')).toMatchObject({
      object: 'catalog',
      resource: 'views',
      readOnly: true,
    });
    expect(accessOfRelation('view_')).toBeNull();
  });

  it('knows nothing of what it does not name, nor of members of objects', () => {
    for (const name of ['pg_class', 'schema_migrations', 'constructor', '__proto__', 'toString', '']) {
      expect(accessOfRelation(name), name).toBeNull();
      expect(accessOfRoutine(name), name).toBeNull();
    }
  });

  it('lets nobody call what maintains or deletes behind the rules', () => {
    for (const name of [
      'delete_person',
      'drop_config_items',
      'delete_agent_resources',
      'mask_sensitive',
      'watch_rows',
    ]) {
      expect(accessOfRoutine(name), name).toBeNull();
    }
    expect(accessOfRoutine('soft_delete_check')).toMatchObject({ action: 'delete', resource: 'canaries' });
  });
});
