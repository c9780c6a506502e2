import { isRole } from '@quarterdeck/contract';
import type { ActingSubject, PolicySet, Subject } from './types.ts';

/** Every subject has this role. */
export const EVERYONE_ROLE = 'everyone';

/** Kinds of principals keep to themselves: a group named like a role gives nothing of the role. */
export type PrincipalType = 'role' | 'group' | 'person' | 'team' | 'token' | ActingSubject['type'];

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

function ownKeys(who: Subject): string[] {
  if ('roles' in who) {
    const { token } = who;
    const itself =
      token === undefined
        ? [principal('person', who.id)]
        : [principal('person', token.owner), principal('token', token.id)];
    return [...itself, ...who.roles.map((role) => principal('role', role))];
  }
  const own = principal(who.type, who.id);
  return who.namespace === '' ? [own] : [own, principal(who.type, `${who.namespace}/${who.name}`)];
}

/** All principals that someone is: itself, everyone, and by membership, in any depth. To each the one that it comes by. */
function waysOf(who: Subject, { memberships }: PolicySet): Map<string, string | null> {
  const found = new Map([EVERYONE_ROLE, ...ownKeys(who)].map((key): [string, string | null] => [key, null]));
  for (const key of found.keys()) {
    // A map that grows while it is walked is walked to its new end.
    for (const parent of memberships.get(key) ?? []) if (!found.has(parent)) found.set(parent, key);
  }
  return found;
}

/** All principals that someone is: itself, everyone, and by membership, in any depth. */
export function principalsOf(who: Subject, policies: PolicySet): Set<string> {
  return new Set(waysOf(who, policies).keys());
}

/** The shortest way by membership to one of the principals, which is its last step; empty when there is none. */
export function wayTo(who: Subject, policies: PolicySet, targets: readonly string[]): string[] {
  const ways = waysOf(who, policies);
  const ends = targets.filter((key) => ways.has(key));
  const roads = ends.map((end) => {
    const road: string[] = [];
    for (let key: string | null = end; key !== null; key = ways.get(key) ?? null) road.unshift(key);
    return road;
  });
  return roads.reduce((best, road) => (best.length === 0 || road.length < best.length ? road : best), []);
}

/** The roles and groups among principals, by name. */
export function roleNames(principals: ReadonlySet<string>): string[] {
  return [...principals].flatMap((key) => {
    if (key === EVERYONE_ROLE) return [EVERYONE_ROLE];
    const [, type, name = ''] = /^(role|group):(.*)$/s.exec(key) ?? [];
    return type === undefined ? [] : [name];
  });
}
