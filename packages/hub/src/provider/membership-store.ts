import { type OrganizationRole, organizationRoles } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Membership } from './types.ts';

interface MembershipRow extends Omit<Membership, 'role'> {
  role: string;
}

const SELECT = `select o.id as "organizationId", o.slug, o.name, m.role
  from member m join organization o on o.id = m."organizationId" where m."userId" = $1`;

/** Where people belong, as the sign-in library stores it. */
export interface MembershipStore {
  of(userId: string): Promise<Membership[]>;
  one(userId: string, organizationId: string): Promise<Membership | null>;
  /** Takes an organisation that was left out of the sessions that still work in it. */
  forget(userId: string, organizationId: string): Promise<void>;
}

/** Makes the store. */
export function createMembershipStore({ pool }: Pick<Database, 'pool'>): MembershipStore {
  return {
    async of(userId) {
      const { rows } = await pool.query<MembershipRow>(`${SELECT} order by lower(o.name), o.id`, [userId]);
      return rows.map(toMembership);
    },
    async one(userId, organizationId) {
      const { rows } = await pool.query<MembershipRow>({
        name: 'membership',
        text: `${SELECT} and o.id::text = $2`,
        values: [userId, organizationId],
      });
      return rows[0] ? toMembership(rows[0]) : null;
    },
    async forget(userId, organizationId) {
      await pool.query(
        'update session set "activeOrganizationId" = null where "userId" = $1 and "activeOrganizationId" = $2',
        [userId, organizationId],
      );
    },
  };
}

function toMembership(row: MembershipRow): Membership {
  return { ...row, role: highestRole(row.role) };
}

/** The library keeps several roles as one text; the first of ours counts. What is not known is the least. */
export function highestRole(text: string): OrganizationRole {
  const held = new Set(text.split(',').map((role) => role.trim()));
  return organizationRoles.find((role) => held.has(role)) ?? 'guest';
}
