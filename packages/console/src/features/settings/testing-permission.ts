import type { ListedPermission } from './model/permissions.ts';

/** The id of {@link permission}. */
export const PERMISSION_ID = '0199bbbb-0000-7000-8000-000000000001';

/** A rule as the list shows it: the role viewer may read everything, unless said otherwise. */
export function permission(more: Partial<ListedPermission> = {}): ListedPermission {
  const none = { person: null, team: null, group: null, notification: null, playbook: null, canary: null };
  return {
    ...none,
    scraper: null,
    topology: null,
    catalog: null,
    component: null,
    connection: null,
    id: PERMISSION_ID,
    name: 'p1',
    namespace: null,
    description: null,
    source: 'UI',
    subject_type: 'group',
    subject: 'viewer',
    action: 'read',
    object: null,
    object_selector: null,
    deny: false,
    config_id: null,
    component_id: null,
    canary_id: null,
    playbook_id: null,
    connection_id: null,
    person_id: null,
    team_id: null,
    notification_id: null,
    agents: null,
    tags: null,
    until: null,
    created_by: null,
    updated_by: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    deleted_at: null,
    ...more,
  };
}
