import type { Permission, PropertyRow, WhoAmI } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { createAccess } from './access.ts';

function who(roles: string[], permissions: Permission[] = []): WhoAmI {
  return { message: '', payload: { user: { id: '1', name: 'Ada', email: 'a@x' }, roles, permissions } };
}

const flag = (name: string, value = 'true'): PropertyRow => ({ name, value, description: '', source: 'db', type: '' });
const policy = (object: string, action: string, more: Partial<Permission> = {}): Permission => ({
  subject: 'Ada',
  object,
  action,
  deny: false,
  ...more,
});

describe('access', () => {
  it.each([
    ['admin', 'connections', 'write', true],
    ['editor', 'connections', 'read', true],
    ['editor', 'connections', 'write', false],
    ['viewer', 'canaries', 'read', true],
    ['viewer', 'canaries', 'write', false],
    ['guest', 'identities', 'read', false],
    ['responder', 'incident', 'write', true],
    ['something else', 'canaries', 'read', false],
  ] as const)('of %s to %s (%s) is %s', (role, resource, right, expected) => {
    expect(createAccess(who([role]), []).can(resource, right)).toBe(expected);
  });

  it('of several roles is all of theirs', () => {
    expect(createAccess(who(['viewer', 'editor', 'everyone']), []).can('canaries', 'write')).toBe(true);
  });

  it('follows policies: one that denies goes before the role, one that allows adds to it', () => {
    expect(createAccess(who(['viewer'], [policy('canaries', 'update')]), []).can('canaries', 'write')).toBe(true);
    const denied = [policy('canaries', 'read'), policy('canaries', 'read', { deny: true })];
    expect(createAccess(who(['admin'], denied), []).can('canaries')).toBe(false);
    expect(createAccess(who(['admin'], [policy('*', '*', { deny: true })]), []).can('views')).toBe(false);
  });

  it('leaves to the server what a condition narrows', () => {
    const narrowed = [policy('canaries', 'read', { deny: true, condition: 'namespace = x' })];
    expect(createAccess(who(['viewer'], narrowed), []).can('canaries')).toBe(true);
  });

  it('gives assistants to administrators, and to whom a policy gives them who may make tokens', () => {
    const mayUseMcp = (...asked: Parameters<typeof who>) => createAccess(who(...asked), []).mayUseMcp;
    expect(['admin', 'editor', 'viewer'].map((role) => mayUseMcp([role]))).toEqual([true, false, false]);
    expect(mayUseMcp(['editor'], [policy('mcp', 'mcp:*')])).toBe(true);
    expect(mayUseMcp(['viewer'], [policy('mcp', 'mcp:*')])).toBe(false);
    expect(mayUseMcp(['editor'], [policy('mcp', 'mcp:*', { condition: 'config = x' })])).toBe(false);
    expect(mayUseMcp(['admin'], [policy('*', '*'), policy('mcp', '*', { deny: true })])).toBe(false);
  });

  it('knows viewers, whose other roles are none', () => {
    expect(createAccess(who(['viewer', 'everyone']), []).isViewer).toBe(true);
    expect(createAccess(who(['guest', 'viewer']), []).isViewer).toBe(true);
    expect(createAccess(who(['viewer', 'editor']), []).isViewer).toBe(false);
    expect(createAccess(who([]), []).isViewer).toBe(false);
  });

  it('lets a flag switch off a feature and what falls under it', () => {
    const { isOff } = createAccess(who(['admin']), [flag('health.disable'), flag('logs.disable', 'false')]);
    expect([isOff('health'), isOff('settings.health'), isOff('settings.job_history'), isOff('logs')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const own = createAccess(who(['admin']), [flag('health.disable'), flag('settings.health.disable', 'false')]);
    expect(own.isOff('settings.health')).toBe(false);
  });
});
