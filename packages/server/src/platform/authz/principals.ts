import { isRole } from '@quarterdeck/contract';
import type { Caller } from '../http/types.ts';
import type { ActingSubject, PolicySet } from './types.ts';

/** Every subject has this role. */
export const EVERYONE_ROLE = 'everyone';

/** Kinds of principals keep to themselves: a group named like a role gives nothing of the role. */
export type PrincipalType = 'role' | 'group' | 'person' | 'team' | ActingSubject['type'];

/** The key of a principal. */
export function principal(type: PrincipalType, name: string): string {
  return name === EVERYONE_ROLE || name === '*' ? EVERYONE_ROLE : `${type}:${name}`;
}

/** Keys of a name without a kind, as the policy table writes it: a person, team, role or group. */
export function untypedPrincipals(name: string): string[] {
  const types = ['person', 'team', 'group', 'role'] as const;
  return [...new Set(types.map((type) => principal(type, name)))];
}

/** The key of a role or, when it is none of the specification's, of a group. */
export function roleOrGroup(name: string): string {
  return principal(isRole(name) ? 'role' : 'group', name);
}

function ownKeys(who: Caller | ActingSubject): string[] {
  if (!('roles' in who)) return [principal(who.type, who.id), principal(who.type, `${who.namespace}/${who.name}`)];
  return [principal('person', who.id), ...who.roles.map((role) => principal('role', role))];
}

/** All principals that someone is: itself, everyone, and by membership, in any depth. */
export function principalsOf(who: Caller | ActingSubject, { memberships }: PolicySet): Set<string> {
  const found = new Set([EVERYONE_ROLE, ...ownKeys(who)]);
  for (const key of found) {
    // A set that grows while it is walked is walked to its new end.
    for (const parent of memberships.get(key) ?? []) found.add(parent);
  }
  return found;
}

/** The roles and groups among principals, by name. */
export function roleNames(principals: ReadonlySet<string>): string[] {
  return [...principals].flatMap((key) => {
    if (key === EVERYONE_ROLE) return [EVERYONE_ROLE];
    const [, type, name = ''] = /^(role|group):(.*)$/s.exec(key) ?? [];
    return type === undefined ? [] : [name];
  });
}
