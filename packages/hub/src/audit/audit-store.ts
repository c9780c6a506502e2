import type { Database } from '@quarterdeck/db';
import type { AuditEntry } from '@quarterdeck/identity';

/** An act that no table tells of by itself (migration `0002-audit` of the control plane). Never a secret. */
export type HubAuditEntry = Omit<AuditEntry, 'aboutId'> & { organizationId: string | null };

/** What is written to the control plane's audit trail beside what its tables tell. */
export interface HubAuditStore {
  write(entry: HubAuditEntry): Promise<void>;
  /**
   * A sign-in that did not go well. It concerns the account of the address, if there is one, and the organisation that it
   * would have led to: the only one of the person.
   */
  writeRefused(
    email: string,
    entry: Pick<AuditEntry, 'action' | 'result' | 'source' | 'userAgent' | 'details'>,
  ): Promise<void>;
}

const LONGEST_ADDRESS = 320;

/** Makes the store. */
export function createHubAuditStore({ pool }: Pick<Database, 'pool'>): HubAuditStore {
  return {
    async write({ actorId, actorName, organizationId, action, target, result, source, userAgent, details }) {
      await pool.query(
        `insert into audit_log (actor_id, actor_name, organization_id, action, target, result, source, user_agent, details)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          actorId,
          actorName,
          organizationId,
          action,
          target ?? '',
          result,
          source,
          userAgent.slice(0, 512),
          details ?? {},
        ],
      );
    },
    async writeRefused(email, { action, result, source, userAgent, details }) {
      const address = email.trim().toLowerCase().slice(0, LONGEST_ADDRESS);
      await pool.query(
        `insert into audit_log (actor_name, organization_id, about_id, action, result, source, user_agent, details)
         select $1, case when count(*) = 1 then min(m."organizationId"::text)::uuid end, min(u.id::text)::uuid, $2, $3, $4, $5, $6
         from "user" u left join member m on m."userId" = u.id where u.email = $1`,
        [address, action, result, source, userAgent.slice(0, 512), details ?? {}],
      );
    },
  };
}
