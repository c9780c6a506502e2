import type { RelationAccess } from './access-types.ts';

const health = { object: 'canaries', resource: 'canaries' } as const;
const topology = { object: 'topology', resource: 'topologies' } as const;
const catalog = { object: 'catalog', resource: 'database' } as const;
const incident = { object: 'incident', resource: 'incident' } as const;
const open = { object: 'database.public', resource: 'database' } as const;
const openHealth = { object: 'database.public', resource: 'canaries' } as const;
const openTopology = { object: 'database.public', resource: 'topologies' } as const;
const monitor = { object: 'database.monitor', resource: 'database' } as const;
const sent = { object: 'database.monitor', resource: 'notifications' } as const;
const notification = { object: 'notification', resource: 'notifications' } as const;
const runs = { object: 'playbooks', resource: 'playbook_runs' } as const;

/** Columns of `config_items` that `configs` leaves out. */
const LEFT_OUT = ['icon', 'config', 'parent_id', 'is_pushed', 'last_scraped_time', 'delete_reason', 'inserted_at'];

/**
 * Every relation that clients may reach, by both vocabularies (contract database §9, access §6.3). What is missing here
 * does not exist for anybody. Ours: `identities` and `connections_list` ask for the right of the specification's
 * resource; groups of permissions are roles and so belong to `rbac`; people are written by who writes identities.
 */
export const relationAccess: Readonly<Record<string, RelationAccess>> = {
  canaries: { ...health, itself: { kind: 'canary' }, carries: { canary: ['id'] } },
  canaries_with_status: { ...health, carries: { canary: ['id'] } },
  canary_names: { ...health, carries: { canary: ['id'] } },
  checks: { ...health, itself: { kind: 'check' }, carries: { check: ['id'] } },
  check_statuses: { ...health, carries: { check: ['check_id'] } },
  check_statuses_5m: { ...health, carries: { check: ['check_id'] } },
  check_statuses_1h: { ...health, carries: { check: ['check_id'] } },
  check_statuses_1d: { ...health, carries: { check: ['check_id'] } },
  check_statuses_1mo: { ...health, carries: { check: ['check_id'] } },
  check_status_summary: { ...health, carries: { check: ['check_id'] } },
  check_status_summary_hour: { ...health, carries: { check: ['check_id'] } },
  check_status_summary_aged: { ...health, carries: { check: ['check_id'] } },
  check_size_summary: { ...health, carries: { check: ['id'] } },
  check_summary: { ...health, carries: { check: ['id'] } },
  check_summary_for_config: { ...health, carries: { config: ['config_id'], check: ['id'] } },
  check_summary_by_component: { ...health, carries: { component: ['component_id'] } },
  check_summary_by_config: { ...catalog, carries: { config: ['config_id'] } },
  checks_by_component: { ...health, carries: { component: ['component_id'], check: ['id'] } },
  checks_by_config: { ...health, carries: { config: ['config_id'], check: ['id'] } },
  checks_status_artifacts: { ...health, carries: { check: ['check_id'] } },
  check_component_relationships: { ...health, carries: { component: ['component_id'], check: ['check_id'] } },
  check_config_relationships: { ...health, carries: { config: ['config_id'], check: ['check_id'] } },
  check_names: { ...openHealth, carries: { check: ['id'] } },
  check_labels: { ...openHealth, aggregate: true },
  checks_labels_keys: { ...openHealth, aggregate: true },

  topologies: topology,
  topologies_with_status: topology,
  topology: { ...topology, carries: { component: ['id'] } },
  components: { ...topology, itself: { kind: 'component' }, carries: { component: ['id'] } },
  components_with_logs: { ...topology, carries: { component: ['id'] } },
  component_names_all: { ...topology, carries: { component: ['id'] } },
  component_relationships: { ...topology, carries: { component: ['component_id', 'relationship_id'] } },
  component_names: { ...openTopology, carries: { component: ['id'] } },
  component_labels: { ...openTopology, aggregate: true },
  component_labels_keys: { ...openTopology, aggregate: true },
  component_types: { ...openTopology, aggregate: true },

  config_items: { ...catalog, itself: { kind: 'config' }, carries: { config: ['id'] } },
  config_items_aws: { ...catalog, carries: { config: ['id'] } },
  configs: { ...catalog, itself: { kind: 'config', lacks: LEFT_OUT }, carries: { config: ['id'] } },
  config_detail: { ...catalog, carries: { config: ['id'] } },
  config_locations: { ...catalog, carries: { config: ['id'] } },
  config_changes: { ...catalog, carries: { config: ['config_id'] } },
  catalog_changes: { ...catalog, carries: { config: ['config_id'] } },
  config_changes_items: { ...catalog, carries: { config: ['config_id'] } },
  config_analysis: { ...catalog, carries: { config: ['config_id'] } },
  config_analysis_items: { ...catalog, carries: { config: ['config_id'] } },
  config_analysis_analyzers: { ...catalog, aggregate: true },
  config_analysis_by_severity: { ...catalog, aggregate: true },
  config_changes_by_types: { ...catalog, aggregate: true },
  config_relationships: { ...catalog, carries: { config: ['config_id', 'related_id'] } },
  config_component_relationships: { ...catalog, carries: { config: ['config_id'], component: ['component_id'] } },
  config_summary: { ...catalog, aggregate: true },
  config_class_summary: { ...catalog, aggregate: true },
  config_item_summary_3d: { ...catalog, carries: { config: ['config_id'] } },
  config_item_summary_7d: { ...catalog, carries: { config: ['config_id'] } },
  config_item_summary_30d: { ...catalog, carries: { config: ['config_id'] } },
  analysis_by_component: { ...catalog, carries: { config: ['config_id'], component: ['component_id'] } },
  analysis_by_config: { ...catalog, carries: { config: ['id'] } },
  analysis_summary_by_component: { ...catalog, carries: { component: ['id'] } },
  changes_by_component: { ...catalog, carries: { config: ['config_id'], component: ['component_id'] } },
  config_access: { ...catalog, carries: { config: ['config_id'] } },
  config_access_logs: { ...catalog, carries: { config: ['config_id'] } },
  access_reviews: { ...catalog, carries: { config: ['config_id'] } },
  external_users: catalog,
  external_groups: catalog,
  external_roles: catalog,
  external_user_groups: catalog,
  scrape_plugins: { object: 'catalog', resource: 'config_scrapers' },
  config_names: { ...open, carries: { config: ['id'] } },
  config_types: { ...open, aggregate: true },
  config_classes: { ...open, aggregate: true },
  config_statuses: { ...open, aggregate: true },
  config_tags: { ...open, aggregate: true },
  config_labels: { ...open, aggregate: true },
  config_tags_labels_keys: { ...open, aggregate: true },
  change_types: { ...open, aggregate: true },
  analyzer_types: { ...open, aggregate: true },
  analysis_types: { ...open, aggregate: true },
  config_scrapers: { object: 'database.config_scrapers', resource: 'config_scrapers' },
  config_scrapers_with_status: { object: 'database.monitor', resource: 'config_scrapers' },
  logging_backends: { object: 'database.config_scrapers', resource: 'logging_backends' },
  integrations: { object: 'database.monitor', resource: 'integrations' },
  integrations_with_status: { object: 'database.monitor', resource: 'integrations' },

  views: { object: 'catalog', resource: 'views' },
  views_summary: { object: 'catalog', resource: 'views' },
  view_panels: { object: 'catalog', resource: 'views', aggregate: true, readOnly: true },

  incidents: incident,
  incident_summary: incident,
  incident_histories: { ...incident, readOnly: true },
  incident_rules: incident,
  incident_relationships: incident,
  incident_summary_by_component: { ...incident, carries: { component: ['id'] } },
  incidents_by_component: { ...incident, carries: { component: ['component_id'] } },
  incidents_by_config: { ...incident, carries: { config: ['config_id'] } },
  hypotheses: incident,
  evidences: {
    object: 'incident',
    resource: 'evidences',
    carries: {
      config: ['config_id'],
      component: ['component_id'],
      check: ['check_id'],
      change: ['config_change_id'],
      analysis: ['config_analysis_id'],
    },
  },
  comments: { object: 'incident', resource: 'comments' },
  comment_responders: { object: 'incident', resource: 'comments' },
  responders: { object: 'incident', resource: 'responder' },

  people: { object: 'people', resource: 'database', writeResource: 'identities' },
  people_roles: { object: 'database.public', resource: 'rbac' },
  identities: {
    object: 'database.identities',
    resource: 'identities',
    readOnly: true,
    writeOnly: ['schema_id', 'metadata_admin', 'metadata_public'],
  },
  teams: open,
  teams_with_status: open,
  team_members: open,
  team_components: { ...open, carries: { component: ['component_id'] } },
  agents: { object: 'database.public', resource: 'agents', writeOnly: ['tls'] },
  agents_summary: { object: 'database.monitor', resource: 'agents', writeOnly: ['tls'] },
  connections: {
    object: 'connection',
    resource: 'connections',
    itself: { kind: 'connection' },
    carries: { connection: ['id'] },
    writeOnly: ['username', 'password', 'certificate'],
    masked: { url: 'address', properties: 'members' },
  },
  connections_list: { object: 'database.public', resource: 'connections', carries: { connection: ['id'] } },
  connection_details: {
    object: 'connection-detail',
    resource: 'connections',
    carries: { connection: ['id'] },
    masked: { properties: 'members' },
  },
  applications: { object: 'application', resource: 'database' },
  config_access_summary: { object: 'application', resource: 'database', carries: { config: ['config_id'] } },
  config_access_unwrapped: { object: 'application', resource: 'database', carries: { config: ['config_id'] } },
  saved_query: open,
  severities: open,
  short_urls: open,

  job_history: { ...monitor, readOnly: true },
  job_histories: monitor,
  job_history_latest_status: monitor,
  job_history_names: monitor,
  event_queue: { object: 'database.system', resource: 'database', readOnly: true },
  event_queue_summary: monitor,
  failed_events: monitor,
  push_queue_summary: monitor,
  migration_logs: { object: 'database.system', resource: 'database', readOnly: true },
  properties: { object: 'database.system', resource: 'properties' },

  notifications: notification,
  notification_silences: {
    ...notification,
    carries: { config: ['config_id'], component: ['component_id'], check: ['check_id'], canary: ['canary_id'] },
  },
  notification_groups: notification,
  notification_group_resources: {
    ...notification,
    carries: { config: ['config_id'], component: ['component_id'], check: ['check_id'] },
  },
  notifications_summary: sent,
  notification_send_history: { ...sent, carries: { resource: ['resource_id'] } },
  notification_send_history_summary: { ...sent, carries: { resource: ['resource_id'] } },
  notification_send_history_resources: { ...sent, carries: { resource: ['id'] } },

  playbooks: {
    object: 'playbooks',
    resource: 'playbooks',
    itself: { kind: 'playbook' },
    carries: { playbook: ['id'] },
  },
  playbook_names: { object: 'database.public', resource: 'playbooks', carries: { playbook: ['id'] } },
  playbooks_for_agent: { object: 'agent-push', resource: 'agents' },
  playbook_runs: {
    ...runs,
    carries: { playbook: ['playbook_id'], config: ['config_id'], component: ['component_id'], check: ['check_id'] },
  },
  playbook_run_actions: { ...runs, carries: { run: ['playbook_run_id'] } },
  playbook_approvals: { ...runs, carries: { run: ['run_id'] } },
  playbook_action_agent_data: { ...runs, carries: { run: ['run_id'] }, readOnly: true, writeOnly: ['env', 'spec'] },
  artifacts: {
    object: 'artifact',
    resource: 'database',
    carries: { check: ['check_id'], action: ['playbook_run_action_id'] },
  },

  permissions: { object: 'database.system', resource: 'permissions' },
  permissions_summary: { object: 'database.system', resource: 'permissions' },
  permissions_group_summary: { object: 'database.system', resource: 'permissions' },
  permission_groups: { object: 'database.system', resource: 'rbac' },
  casbin_rule: { object: 'auth', resource: 'rbac', readOnly: true },
};

/**
 * Tables that views generate, `view_<namespace>_<name>`: read like the catalog, written by the server alone. What they
 * hold was made of items that they no longer name.
 */
const GENERATED_VIEW: RelationAccess = { object: 'catalog', resource: 'views', aggregate: true, readOnly: true };

/**
 * Relations of the database that exist for no client: tokens and tables of the identity service, and what the server
 * keeps for itself. Nothing depends on this list but a test, which wants to know every relation.
 */
export const unreachableRelations: readonly string[] = [
  'access_tokens',
  'audit_log',
  'canary_runs',
  'canary_schedules',
  'check_states',
  'config_counts_due',
  'config_counts_state',
  'config_item_counts',
  'config_item_texts',
  'counted_relations',
  'hosted_members',
  'identity_addresses',
  'identity_attempts',
  'identity_codes',
  'identity_credentials',
  'identity_flow_errors',
  'identity_flows',
  'identity_pauses',
  'identity_sessions',
  'identity_setup_codes',
  'label_pairs',
  'live_events',
  'mail_queue',
  'nodes',
  'permission_group_members',
  'row_changes',
  'row_counts',
  'row_tallies',
  'schema_migrations',
  'session_views',
  'stale_labels',
  'status_coverage',
  'status_partitions',
];

/** The rule of a relation; null when it does not exist for anybody. */
export function accessOfRelation(name: string): RelationAccess | null {
  if (Object.hasOwn(relationAccess, name)) return relationAccess[name] ?? null;
  return /^view_[a-z0-9]+_/.test(name) ? GENERATED_VIEW : null;
}
