import type { Database } from '@quarterdeck/db';
import type { PermissionRow, PolicyRow, PolicyRows } from '../platform/authz/policy-store.ts';

let count = 0;

/** A permission row as the database holds it; a role's read of everything unless told. */
export function permissionRow(more: Partial<PermissionRow> = {}): PermissionRow {
  count++;
  return {
    id: `0199bbbb-0000-7000-8000-${String(count).padStart(12, '0')}`,
    name: `p${count}`,
    action: 'read',
    deny: false,
    subject: 'viewer',
    subject_type: 'group',
    object: null,
    object_selector: null,
    component_id: null,
    config_id: null,
    canary_id: null,
    playbook_id: null,
    connection_id: null,
    person_id: null,
    team_id: null,
    notification_id: null,
    agents: null,
    tags: null,
    until_ms: null,
    ...more,
  };
}

/** A row of the policy table: `p` subject, object, action, effect, condition; or `g` member, role. */
export function policyRow(ptype: 'p' | 'g', ...[v0 = '', v1 = '', v2, v3, v4]: string[]): PolicyRow {
  count++;
  return { id: String(count), ptype, v0, v1, v2: v2 ?? null, v3: v3 ?? null, v4: v4 ?? null, v5: null };
}

/** Rows of a database that holds only these. */
export function policyRows(more: Partial<PolicyRows> = {}): PolicyRows {
  return { permissions: [], policies: [], groups: [], teamMembers: [], aliases: [], ...more };
}

/** Writes a permission row with these columns, and answers its id. */
export async function addPermission(
  { pool }: Pick<Database, 'pool'>,
  row: Readonly<Record<string, unknown>>,
): Promise<string> {
  const columns = Object.keys(row).join(', ');
  const { rows } = await pool.query<{ id: string }>(
    `insert into permissions (${columns}) select ${columns} from jsonb_populate_record(null::permissions, $1) returning id`,
    [JSON.stringify(row)],
  );
  return rows[0]?.id ?? '';
}
