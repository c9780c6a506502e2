/**
 * Indexes that the lists, the lookups and the joins of the read side need beside those of the tables themselves. An
 * index on a creation time serves "newest first"; a column in front of it, the same list filtered by that column.
 */
export const listIndexes = /* sql */ `
create index config_items_list_idx on config_items (type, name) include (deleted_at);
create index config_items_name_idx on config_items (name);
create index config_items_status_idx on config_items (status) include (deleted_at);
create index config_items_health_idx on config_items (health) include (deleted_at);
create index config_items_class_idx on config_items (config_class);
create index config_items_created_at_idx on config_items (created_at);
create index config_items_updated_at_idx on config_items (updated_at);
create index config_items_cost_idx on config_items (cost_total_1d);
create index config_items_labels_idx on config_items using gin (labels jsonb_path_ops);
create index config_items_path_prefix_idx on config_items (path text_pattern_ops);

do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'without the extension pg_trgm a search in all configuration items reads them all';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index config_items_search_idx on config_items
      using gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops, (tags ->> 'namespace') gin_trgm_ops);
  end if;
end $$;

create index config_changes_recent_idx on config_changes (created_at);
create index config_changes_of_config_idx on config_changes (config_id, created_at);
create index config_relationships_out_idx on config_relationships (config_id, related_id, relation)
  where deleted_at is null;
create index config_relationships_in_idx on config_relationships (related_id, config_id, relation)
  where deleted_at is null;
create index config_relationships_config_idx on config_relationships (config_id);
create index config_component_relationships_config_idx on config_component_relationships (config_id);

create index config_analysis_first_observed_idx on config_analysis (first_observed);
create index config_analysis_last_observed_idx on config_analysis (last_observed);
create index config_analysis_of_config_idx on config_analysis (config_id, first_observed);
create index config_analysis_status_idx on config_analysis (status, first_observed);
create index config_analysis_severity_idx on config_analysis (severity, first_observed);
create index config_analysis_type_idx on config_analysis (analysis_type, first_observed);
create index config_analysis_analyzer_idx on config_analysis (analyzer, first_observed);
create index config_analysis_open_analyzer_idx on config_analysis (analyzer) where status = 'open';

create index components_name_idx on components (name, external_id) where deleted_at is null and not hidden;
create index components_type_idx on components (type);
create index component_relationships_parent_idx on component_relationships (relationship_id) where deleted_at is null;
create index check_component_relationships_check_idx on check_component_relationships (check_id);
create index check_config_relationships_check_idx on check_config_relationships (check_id);
create index checks_name_idx on checks (name) where deleted_at is null and silenced_at is null;
create index team_components_component_idx on team_components (component_id);
create index team_members_person_idx on team_members (person_id);

create index job_history_of_resource_idx on job_history (resource_id, created_at);
create index job_history_failed_idx on job_history (resource_id, time_start) where status = 'FAILED';
create index job_history_name_idx on job_history (name, created_at);
create index job_history_type_idx on job_history (resource_type, created_at);
create index job_history_outcome_idx on job_history (status, created_at);
create index job_history_duration_idx on job_history (duration_millis);

create index incidents_created_at_idx on incidents (created_at);
create index incidents_status_idx on incidents (status, created_at);
create index hypotheses_incident_idx on hypotheses (incident_id);
create index evidences_hypothesis_idx on evidences (hypothesis_id);
create index evidences_component_idx on evidences (component_id) where component_id is not null;
create index evidences_config_idx on evidences (config_id) where config_id is not null;
create index evidences_change_idx on evidences (config_change_id) where config_change_id is not null;
create index evidences_analysis_idx on evidences (config_analysis_id) where config_analysis_id is not null;
create index evidences_check_idx on evidences (check_id) where check_id is not null;
create index comments_incident_idx on comments (incident_id);
create index comments_hypothesis_idx on comments (hypothesis_id);
create index responders_incident_idx on responders (incident_id);
create index incident_histories_incident_idx on incident_histories (incident_id, created_at);

create index notification_send_history_created_at_idx on notification_send_history (created_at);
create index notification_send_history_resource_idx on notification_send_history (resource_id, created_at);
create index notification_send_history_status_idx on notification_send_history (status, created_at);
create index notification_send_history_rule_idx on notification_send_history (notification_id, created_at);
create index notification_send_history_failed_idx on notification_send_history (notification_id, created_at)
  where error is not null;
create index notification_send_history_parent_idx on notification_send_history (parent_id) where parent_id is not null;
create index event_queue_failed_idx on event_queue (name, created_at) where error is not null;

create index playbook_runs_created_at_idx on playbook_runs (created_at) where parent_id is null;
create index playbook_runs_start_time_idx on playbook_runs (start_time);
create index playbook_runs_playbook_idx on playbook_runs (playbook_id, created_at);
create index playbook_runs_status_idx on playbook_runs (status, created_at);
create index playbook_runs_config_idx on playbook_runs (config_id, created_at) where config_id is not null;
create index playbook_runs_component_idx on playbook_runs (component_id, created_at) where component_id is not null;
create index playbook_runs_check_idx on playbook_runs (check_id, created_at) where check_id is not null;
create index playbook_runs_send_idx on playbook_runs (notification_send_id) where notification_send_id is not null;
create index artifacts_action_idx on artifacts (playbook_run_action_id) where playbook_run_action_id is not null;
create index artifacts_check_idx on artifacts (check_id, check_time) where check_id is not null;
create index casbin_rule_subject_idx on casbin_rule (v0);
`;
