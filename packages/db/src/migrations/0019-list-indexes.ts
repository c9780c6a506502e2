/** Makes an extension where the role may, and where it is installed; all works without, as `without` says. */
function extension(name: string, without: string): string {
  return `
do $$
begin
  create extension if not exists ${name};
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'without the extension ${name} ${without}';
end $$;`;
}

/**
 * Indexes that the lists, the lookups and the joins of the read side need beside those of the tables themselves. An
 * index on a creation time serves "newest first"; a column in front of it, the same list filtered by that column.
 */
export const listIndexes = /* sql */ `
-- Beside the next one: as small as it is, it and not the index of the search is combined with others.
create index config_items_type_idx on config_items (type);
create index config_items_list_idx on config_items (type, name) include (deleted_at);
create index config_items_name_idx on config_items (name);
create index config_items_status_idx on config_items (status, type, name) include (deleted_at);
create index config_items_health_idx on config_items (health, type, name) include (deleted_at);
create index config_items_class_idx on config_items (config_class);
create index config_items_created_at_idx on config_items (created_at);
create index config_items_updated_at_idx on config_items (updated_at);
create index config_items_cost_idx on config_items (cost_total_1d);
create index config_items_path_prefix_idx on config_items (path text_pattern_ops);

-- What selectors and search compare: case does not count, and the order of bytes makes a prefix a range.
create index config_items_folded_name_idx on config_items (lower(name collate "C"), id) where deleted_at is null;
create statistics config_items_folded_name_stats on (lower(name collate "C")) from config_items;
create statistics config_items_folded_stats on (lower(status collate "C")), (lower(health collate "C")) from config_items;
create index config_changes_folded_severity_idx on config_changes (lower(severity collate "C"), created_at);
create index config_changes_folded_type_idx on config_changes (lower(change_type collate "C"), created_at);

${extension('btree_gin', 'items of a type and a label are found among all of either')}
do $$
begin
  if exists (select from pg_extension where extname = 'btree_gin') then
    create index config_items_labels_idx on config_items using gin (labels jsonb_path_ops, type);
  else
    create index config_items_labels_idx on config_items using gin (labels jsonb_path_ops);
  end if;
end $$;

${extension('pg_trgm', 'a search in all configuration items reads them all')}
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index config_items_search_idx on config_items
      using gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops, (tags ->> 'namespace') gin_trgm_ops);
    create index config_items_folded_name_trgm_idx on config_items using gin (lower(name collate "C") gin_trgm_ops)
      where deleted_at is null;
  end if;
end $$;

create index config_relationships_out_idx on config_relationships (config_id, related_id, relation)
  where deleted_at is null;
create index config_relationships_in_idx on config_relationships (related_id, config_id, relation)
  where deleted_at is null;

create index config_analysis_last_seen_idx on config_analysis (last_observed);
create index config_analysis_of_config_idx on config_analysis (config_id, first_observed);
create index config_analysis_status_idx on config_analysis (status, first_observed);
create index config_analysis_severity_idx on config_analysis (severity, first_observed);
create index config_analysis_type_idx on config_analysis (analysis_type, first_observed);
create index config_analysis_analyzer_idx on config_analysis (analyzer, first_observed);
create index config_analysis_open_analyzer_idx on config_analysis (analyzer) where status = 'open';

create index components_name_idx on components (name, external_id) where deleted_at is null and not hidden;
create index components_type_idx on components (type, name);
create index checks_name_idx on checks (name) where deleted_at is null and silenced_at is null;

create index job_history_of_resource_idx on job_history (resource_id, created_at);
create index job_history_failed_idx on job_history (resource_id, time_start) where status = 'FAILED';
create index job_history_name_idx on job_history (name, created_at);
create index job_history_type_idx on job_history (resource_type, created_at);
create index job_history_outcome_idx on job_history (status, created_at);
create index job_history_duration_idx on job_history (duration_millis);

create index incidents_status_idx on incidents (status, created_at);

create index notification_send_history_resource_idx on notification_send_history (resource_id, created_at);
create index notification_send_history_status_idx on notification_send_history (status, created_at);
create index notification_send_history_kind_idx on notification_send_history
  ((split_part(source_event, '.', 1)), created_at);
create statistics notification_send_history_kind_stats on (case
  when split_part(source_event, '.', 1) in ('config', 'component', 'check', 'canary') then split_part(source_event, '.', 1) end)
  from notification_send_history;
create index notification_send_history_failed_idx on notification_send_history (notification_id, created_at)
  where error is not null;
-- Errors that fit into an index are read from it; of the few longer ones the rows are.
create index notification_send_history_errors_idx on notification_send_history (notification_id, created_at)
  include (source_event, error) where octet_length(error) <= 500;
create index notification_send_history_long_errors_idx on notification_send_history (notification_id, created_at)
  where octet_length(error) > 500;
create statistics notification_send_history_errors_stats on (octet_length(error)) from notification_send_history;
create index event_queue_failed_idx on event_queue (name, created_at) where error is not null;

create index playbook_runs_start_time_idx on playbook_runs (start_time);
create index playbook_runs_status_idx on playbook_runs (status, created_at);
create index playbook_runs_of_config_idx on playbook_runs (config_id, created_at) where config_id is not null;
create index playbook_runs_of_component_idx on playbook_runs (component_id, created_at) where component_id is not null;
create index playbook_runs_of_check_idx on playbook_runs (check_id, created_at) where check_id is not null;
create index casbin_rule_subject_idx on casbin_rule (v0);
create index canaries_created_at_idx on canaries (created_at) where deleted_at is null;
create index permissions_created_at_idx on permissions (created_at) where deleted_at is null;

-- Those above begin with the same columns and serve all that these did.
drop index if exists config_items_live_type_name_idx;
drop index if exists notification_send_history_resource_id_idx;
drop index if exists playbook_runs_config_id_idx;
drop index if exists playbook_runs_component_id_idx;
drop index if exists playbook_runs_check_id_idx;
`;
