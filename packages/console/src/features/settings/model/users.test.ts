import type { IdentityRow } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userFields, userValue } from './user-form.ts';
import { cellOf, findUsers, formRole, parseUsersSearch, usersOf } from './users.ts';

const identity = (id: string, traits: IdentityRow['traits'], state: IdentityRow['state'] = 'active'): IdentityRow => ({
  id,
  traits,
  state,
  state_changed_at: null,
  created_at: '2026-01-01T00:00:00.5',
  updated_at: '2026-01-01T00:00:00.5',
});
const [ada, bob] = usersOf(
  [
    identity('1', { email: 'ada@x.test', name: { first: 'Ada', last: 'L' } }),
    identity('2', { email: 'bob@x.test' }, 'inactive'),
  ],
  [{ id: '1', name: 'Ada L', email: 'ada@x.test', roles: ['viewer', 'admin'] }],
  [{ id: '1', avatar: '/a.png', last_login: '2026-01-02T00:00:00Z' }],
);

describe('a user', () => {
  it('is made of account, roles and person', () => {
    expect(ada).toEqual({
      id: '1',
      firstName: 'Ada',
      lastName: 'L',
      name: 'Ada L',
      email: 'ada@x.test',
      avatar: '/a.png',
      roles: ['viewer', 'admin'],
      isActive: true,
      createdAt: '2026-01-01T00:00:00.5Z',
      lastLogin: '2026-01-02T00:00:00Z',
    });
    expect(bob).toMatchObject({ name: 'bob@x.test', roles: [], isActive: false, avatar: null, lastLogin: null });
  });

  it('is found by name, address and role', () => {
    const users = [ada, bob].flatMap((one) => (one ? [one] : []));
    const found = (query?: string) => findUsers(users, query).map(({ id }) => id);
    expect([found(), found('  '), found('ADA'), found('admin'), found('x.test'), found('eve')]).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1'],
      ['1'],
      ['1', '2'],
      [],
    ]);
  });

  it('is sorted by what each column shows', () => {
    if (!ada || !bob) throw new Error('two users were made');
    expect(['name', 'email', 'roles', 'state', 'created_at', 'last_login'].map((id) => cellOf(ada, id))).toEqual([
      'Ada L',
      'ada@x.test',
      'viewer, admin',
      'Active',
      '2026-01-01T00:00:00.5Z',
      '2026-01-02T00:00:00Z',
    ]);
    expect([cellOf(bob, 'state'), cellOf(bob, 'last_login')]).toEqual(['Inactive', null]);
  });
});

it('the form shows the strongest of several roles', () => {
  expect(formRole(['viewer', 'admin'])).toBe('admin');
  expect(formRole(['guest', 'viewer'])).toBe('viewer');
  expect(formRole(['responder'])).toBe('responder');
  expect(formRole(['a group'])).toBe('');
  expect(ada && userValue(ada, '')).not.toHaveProperty('role');
});

it('an address of no host on the network stays good where somebody has it', () => {
  const patternOf = (email?: string) =>
    userFields({ isSelf: false, ...(email ? { email } : {}) }).find((one) => 'path' in one && one.path === 'email');
  expect(patternOf('admin@local')).not.toHaveProperty('pattern');
  expect(patternOf('ada@x.test')).toHaveProperty('pattern');
  expect(patternOf()).toHaveProperty('pattern');
});

describe('the address of the page', () => {
  it('is read', () => {
    const state = { query: 'a', sortBy: 'email', sortOrder: 'desc', invite: 'true', user: '1' };
    expect(parseUsersSearch(state)).toEqual(state);
    expect(parseUsersSearch({ invite: true, sortBy: 'password', sortOrder: 'desc', query: '' })).toEqual({
      invite: 'true',
    });
  });

  it('is read whatever it is, and what was read is read again as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('query', 'sortBy', 'sortOrder', 'invite', 'user'), fc.anything()),
        (raw) => {
          const read = parseUsersSearch(raw);
          expect(parseUsersSearch({ ...read })).toEqual(read);
        },
      ),
    );
  });
});
