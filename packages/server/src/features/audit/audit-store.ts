import { AUDIT_COUNT_LIMIT, type AuditRow, isUuid } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { AuditFilter, AuditPageRequest } from './request.ts';

/** The audit trail as it is read. */
export interface AuditStore {
  /** One page, newest first. */
  page(request: AuditPageRequest): Promise<AuditRow[]>;
  /** How many rows a filter finds, counted up to {@link AUDIT_COUNT_LIMIT} and one. */
  count(filter: AuditFilter): Promise<number>;
  /** The rows of a filter after one, newest first; null begins. */
  after(filter: AuditFilter, last: Pick<AuditRow, 'at' | 'id'> | null, limit: number): Promise<AuditRow[]>;
  /** The names of all acts that were ever written down. */
  actions(): Promise<string[]>;
}

/** The time with all its digits: what follows a row is found by it. */
const AT = `to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Where a trail stands, and which part of it is read. */
export interface AuditPlace {
  /** The table of the people whom it concerns. */
  people: string;
  /** What of the column `details` is told; all of it by default. */
  details?: string;
  /** Only what concerns this organisation. */
  organizationId?: string;
}

/** Makes the store. */
export function createAuditStore(
  { pool }: Pick<Database, 'pool'>,
  { people, details = 'a.details', organizationId }: AuditPlace = { people: 'people' },
): AuditStore {
  const columns = `a.id, ${AT} as at, a.actor_id, a.actor_name, a.about_id, p.name as about_name, a.action, a.target,
    a.result, a.source, a.user_agent, ${details} as details`;
  const from = `from audit_log a left join ${people} p on p.id = a.about_id`;
  const conditions = (filter: AuditFilter, last?: Pick<AuditRow, 'at' | 'id'> | null) =>
    conditionsOf(filter, organizationId, last ?? null);
  const ofOrganization = organizationId === undefined ? '' : 'where organization_id = $1';
  return {
    async page({ limit, offset, ...filter }) {
      const { where, values } = conditions(filter);
      const { rows } = await pool.query<AuditRow>(
        `select ${columns} ${from} ${where} order by a.at desc, a.id desc
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, offset],
      );
      return rows;
    },
    async count(filter) {
      const { where, values } = conditions(filter);
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int as count from (select ${from} ${where} limit ${AUDIT_COUNT_LIMIT + 1}) found`,
        values,
      );
      return rows[0]?.count ?? 0;
    },
    async after(filter, last, limit) {
      const { where, values } = conditions(filter, last);
      const { rows } = await pool.query<AuditRow>(
        `select ${columns} ${from} ${where} order by a.at desc, a.id desc limit $${values.length + 1}`,
        [...values, limit],
      );
      return rows;
    },
    async actions() {
      // One step in the index for each name, not one for each row.
      const { rows } = await pool.query<{ action: string }>(
        `with recursive names (action) as (
           (select action from audit_log ${ofOrganization} order by action limit 1)
           union all
           select (select a.action from (select * from audit_log ${ofOrganization}) a
             where a.action > n.action order by a.action limit 1)
           from names n where n.action is not null
         ) select action from names where action is not null`,
        organizationId === undefined ? [] : [organizationId],
      );
      return rows.map(({ action }) => action);
    },
  };
}

function conditionsOf(
  { person, actions, notActions, results, from, to }: AuditFilter,
  organizationId: string | undefined,
  last: Pick<AuditRow, 'at' | 'id'> | null,
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, condition: (place: string) => string) => {
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  if (organizationId !== undefined) add(organizationId, (place) => `a.organization_id = ${place}`);
  if (isUuid(person)) add(person, (place) => `(a.actor_id = ${place}::uuid or a.about_id = ${place}::uuid)`);
  else if (person !== '') {
    const part = `%${person.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
    add(part, (place) => `(a.actor_name ilike ${place} or p.name ilike ${place} or p.email ilike ${place})`);
  }
  if (actions.length > 0) add(actions, (place) => `a.action = any (${place})`);
  if (notActions.length > 0) add(notActions, (place) => `a.action <> all (${place})`);
  if (results.length > 0) add(results, (place) => `a.result = any (${place})`);
  if (from !== null) add(from, (place) => `a.at >= ${place}`);
  if (to !== null) add(to, (place) => `a.at < ${place}`);
  if (last !== null) {
    values.push(last.at, last.id);
    parts.push(`(a.at, a.id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`);
  }
  return { where: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, values };
}
