import type { Bootstrap, WhoAmI } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { createAccess } from '../data/access.ts';
import { shownEntries } from './navigation.ts';

const PATHS = new Set(['/health', '/settings/users', '/settings/teams', '/settings/permissions']);
const accessOf = (...roles: string[]) => {
  const payload: WhoAmI['payload'] = { user: { id: '1', name: 'Ada', email: 'ada@x.test' }, roles, permissions: [] };
  return createAccess({ message: '', payload }, []);
};
const labels = (mode: Bootstrap['mode'] | undefined, ...roles: string[]) => {
  const features: Bootstrap['features'] = { registration: false, outbox: false, query_login: false };
  const bootstrap = mode && { mode, console_version: '0.0.0', features };
  const { main, settings } = shownEntries(accessOf(...roles), PATHS, bootstrap);
  return [...main, ...settings].map(({ label }) => label);
};

describe('the entries of the sidebar', () => {
  it('are those of the mode: accounts only where this server keeps them, access only where people sign in', () => {
    expect(labels('self-hosted', 'admin')).toEqual(['Health', 'Permissions', 'Teams', 'Users']);
    expect(labels('hosted', 'admin')).toEqual(['Health', 'Permissions', 'Teams']);
    expect(labels('standalone', 'admin')).toEqual(['Health', 'Teams']);
    expect(labels(undefined, 'admin')).toEqual(['Health', 'Teams']);
  });

  it('are those that the person may read', () => {
    expect(labels('self-hosted', 'editor')).toEqual(['Health', 'Permissions', 'Teams', 'Users']);
    expect(labels('self-hosted', 'responder')).not.toContain('Users');
    expect(labels('self-hosted', 'viewer')).toEqual(['Health']);
  });
});
