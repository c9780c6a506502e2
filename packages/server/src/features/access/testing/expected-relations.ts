/**
 * Each relation by the resource of the specification (§6) whose rights decide about it, written out apart from the
 * table that the server uses.
 */
export const relationsOf: Readonly<Record<string, string>> = {
  canaries: `canaries canaries_with_status canary_names checks check_statuses check_statuses_5m check_statuses_1h
    check_statuses_1d check_statuses_1mo check_status_summary check_status_summary_hour check_status_summary_aged
    check_size_summary check_summary check_summary_for_config check_summary_by_component checks_by_component
    checks_by_config checks_status_artifacts check_component_relationships check_config_relationships check_names
    check_labels checks_labels_keys`,
  topologies: `topologies topologies_with_status topology components components_with_logs component_names_all
    component_relationships component_names component_labels component_labels_keys component_types`,
  database: `check_summary_by_config config_items config_items_aws configs config_detail config_locations config_changes
    config_changes_items catalog_changes config_analysis config_analysis_items config_analysis_analyzers
    config_analysis_by_severity config_changes_by_types config_relationships config_component_relationships config_summary
    config_class_summary config_item_summary_3d config_item_summary_7d config_item_summary_30d analysis_by_component
    analysis_by_config analysis_summary_by_component changes_by_component config_access config_access_logs access_reviews
    external_users external_groups external_roles external_user_groups config_names config_types config_classes
    config_statuses config_tags config_labels config_tags_labels_keys change_types analyzer_types analysis_types teams
    teams_with_status team_members team_components applications config_access_summary config_access_unwrapped saved_query
    severities short_urls job_histories job_history_latest_status job_history_names event_queue_summary failed_events
    push_queue_summary artifacts`,
  config_scrapers: 'scrape_plugins config_scrapers config_scrapers_with_status',
  logging_backends: 'logging_backends',
  integrations: 'integrations integrations_with_status',
  views: 'views views_summary',
  incident: `incidents incident_summary incident_rules incident_relationships incident_summary_by_component
    incidents_by_component incidents_by_config hypotheses`,
  evidences: 'evidences',
  comments: 'comments comment_responders',
  responder: 'responders',
  rbac: 'people_roles permission_groups',
  agents: 'agents agents_summary playbooks_for_agent',
  connections: 'connections connections_list connection_details',
  properties: 'properties',
  notifications: `notifications notification_silences notification_groups notification_group_resources
    notifications_summary notification_send_history notification_send_history_summary notification_send_history_resources`,
  playbooks: 'playbooks playbook_names',
  playbook_runs: 'playbook_runs playbook_run_actions playbook_approvals',
  permissions: 'permissions permissions_summary permissions_group_summary',
};

/** Read by the rights of the resource, written by the server alone. */
export const readOnlyRelationsOf: Readonly<Record<string, string>> = {
  database: 'job_history event_queue migration_logs',
  incident: 'incident_histories',
  identities: 'identities',
  rbac: 'casbin_rule',
  playbook_runs: 'playbook_action_agent_data',
  views: 'view_panels view_some_generated',
};

/** Read by the rights of one resource, written by those of another. */
export const splitRelations: Readonly<Record<string, { read: string; write: string }>> = {
  people: { read: 'database', write: 'identities' },
};

/** Functions by the resource whose reading they ask for. */
export const routinesOf: Readonly<Record<string, string>> = {
  database: `uuid_to_ulid related_configs related_configs_recursive related_config_ids_recursive
    config_relationships_recursive get_recursive_path related_changes_recursive get_parents_by_location
    get_children_by_location get_children_id_by_location get_parent_ids_by_location lookup_config_children
    lookup_config_relations lookup_configs_by_component`,
  topologies: `lookup_analysis_by_component lookup_changes_by_component lookup_components_by_config
    lookup_components_by_check lookup_component_by_property lookup_component_children lookup_component_relations
    lookup_component_names lookup_component_config_id_related_components`,
  incident: 'lookup_component_incidents',
  canaries: 'check_summary_for_component',
  playbook_runs: 'get_playbook_run_actions',
  notifications: 'notification_send_history_of_resource',
};

/** Functions by the resource that they write. */
export const writingRoutinesOf: Readonly<Record<string, string>> = { canaries: 'soft_delete_canary soft_delete_check' };

/** For nobody, not even an administrator. */
export const hiddenRelations = `access_tokens nodes canary_runs canary_schedules check_states live_events row_changes
  schema_migrations row_counts row_tallies label_pairs permission_group_members pg_class pg_authid
  information_schema.tables identity_credentials identity_recovery_codes selfservice_login_flows sessions
  session_tokens continuity_containers courier_messages identity_verifiable_addresses session_views identity_sessions
  identity_codes identity_setup_codes mail_queue audit_log hosted_members`;

/** The table of the specification, as it stands there. */
export function specificationAllows(role: string, resource: string, action: 'read' | 'write' | 'run'): boolean {
  // No resource of the specification: administrators alone by their role.
  if (resource === 'kubernetes-proxy') return role === 'admin';
  const reserved = ['connections', 'identities', 'rbac'].includes(resource);
  switch (role) {
    case 'admin':
      return true;
    case 'editor':
      return action !== 'write' || !reserved;
    case 'commander':
    case 'responder':
      if (action === 'write') return ['responder', 'incident', 'evidences', 'comments'].includes(resource);
      return action === 'run' || !reserved;
    default:
      return action === 'read' && !reserved;
  }
}
