import { type AuditEntry, type Queryable, writeAudit } from '@quarterdeck/identity';
import type { FastifyRequest } from 'fastify';
import { actorOf } from './actor.ts';

/** What was done, or refused; who did it and from where is told by the request. Never a secret. */
export type AuditAct = Pick<AuditEntry, 'action' | 'target' | 'result' | 'aboutId' | 'details'>;

/**
 * Writes down an act about access that no table tells of by itself. Rows of permissions, groups, roles, teams, tokens,
 * accounts and properties are written down by the database whoever changes them (migration `0031-audit`): not here too.
 */
export function recordAudit(
  db: Queryable,
  request: Pick<FastifyRequest, 'caller' | 'ip' | 'headers'>,
  act: AuditAct,
): Promise<void> {
  const { id, name, source, userAgent } = actorOf(request);
  return writeAudit(db, { actorId: id, actorName: name, source, userAgent, ...act });
}
