import {
  type IdentityRow,
  type InviteAnswer,
  isRole,
  type PersonRolesRow,
  type PersonRow,
  personRoles,
  type Role,
} from '@quarterdeck/contract';

/** Somebody with an account, as the list shows them. */
export interface User {
  id: string;
  firstName: string;
  lastName: string;
  /** First and last name, or the address of who has neither. */
  name: string;
  email: string;
  avatar: string | null;
  roles: readonly string[];
  isActive: boolean;
  createdAt: string;
  /** Null: never yet. */
  lastLogin: string | null;
}

/** Somebody who was invited just now: link and code are told this once. */
export interface Invited extends InviteAnswer {
  email: string;
}

const SORTS = ['name', 'email', 'roles', 'state', 'created_at', 'last_login'] as const;

/** The state of the page in the address. */
export interface UsersSearch {
  query?: string;
  sortBy?: (typeof SORTS)[number];
  sortOrder?: 'asc' | 'desc';
  /** The dialog to invite somebody is open. */
  invite?: 'true';
  /** The person whose dialog is open. */
  user?: string;
}

/** Reads the address of the page. */
export function parseUsersSearch(raw: Readonly<Record<string, unknown>>): UsersSearch {
  const sortBy = SORTS.find((id) => id === raw.sortBy);
  return {
    ...(typeof raw.query === 'string' && raw.query !== '' ? { query: raw.query } : {}),
    ...(sortBy === undefined ? {} : { sortBy, sortOrder: raw.sortOrder === 'desc' ? 'desc' : 'asc' }),
    ...(String(raw.invite) === 'true' ? { invite: 'true' } : {}),
    ...(typeof raw.user === 'string' && raw.user !== '' ? { user: raw.user } : {}),
  };
}

/** Accounts with the roles and the last sign-in of their people (contract calls §4.3). */
export function usersOf(
  identities: readonly IdentityRow[],
  roles: readonly PersonRolesRow[],
  people: readonly Pick<PersonRow, 'id' | 'avatar' | 'last_login'>[],
): User[] {
  const rolesById = new Map(roles.map((row) => [row.id, row.roles]));
  const peopleById = new Map(people.map((row) => [row.id, row]));
  return identities.map(({ id, traits, state, created_at }) => {
    const { first = '', last = '' } = traits.name ?? {};
    const person = peopleById.get(id);
    return {
      id,
      firstName: first,
      lastName: last,
      name: `${first} ${last}`.trim() || traits.email,
      email: traits.email,
      avatar: person?.avatar ?? null,
      roles: rolesById.get(id) ?? [],
      isActive: state === 'active',
      // A time without a zone is one of UTC (contract database).
      createdAt: /[zZ]$|[+-]\d\d:?\d\d$/.test(created_at) ? created_at : `${created_at}Z`,
      lastLogin: person?.last_login ?? null,
    };
  });
}

/** Users whose name, address or role a search finds. */
export function findUsers(users: readonly User[], query: string | undefined): readonly User[] {
  const wanted = query?.trim().toLowerCase() ?? '';
  if (wanted === '') return users;
  return users.filter(({ name, email, roles }) => `${name} ${email} ${roles.join(' ')}`.toLowerCase().includes(wanted));
}

/** The value that a column sorts a user by. */
export function cellOf(user: User, id: string): string | null {
  switch (id) {
    case 'email':
      return user.email;
    case 'roles':
      return user.roles.join(', ');
    case 'state':
      return stateWord(user);
    case 'created_at':
      return user.createdAt;
    case 'last_login':
      return user.lastLogin;
    default:
      return user.name;
  }
}

/** The state of an account in a word. */
export function stateWord({ isActive }: Pick<User, 'isActive'>): 'Active' | 'Inactive' {
  return isActive ? 'Active' : 'Inactive';
}

/** The role that the form shows of somebody who may have several: the strongest first (contract screens §11.3). */
export function formRole(roles: readonly string[]): Role | '' {
  return personRoles.find((role) => roles.includes(role)) ?? roles.find(isRole) ?? '';
}
