const JOB = `job_name text; job_success_count,job_error_count int4; job_details jsonb; job_hostname text; job_duration_millis int4;
  job_resource_type,job_status text; job_time_start,job_time_end,job_created_at,job_last_failed ts`;
const SUMMARY = `p99,p95,p50 int4; mean n; passed,failed int8; last_check,last_pass,last_fail ts; + p97 int4`;
const CHECK_SUMMARY = `id,canary_id uuid; uptime,latency json; last_transition_time ts;
  type,icon,name,status,description,namespace,canary_namespace,canary_name text; labels jsonb; severity,owner text;
  last_runtime,created_at,updated_at,deleted_at,silenced_at ts`;
const COSTS = 'cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d';
const CONFIGS = `id,scraper_id uuid; config_class text; external_id text[]; type,name,namespace,description,source text;
  labels,tags,tags_values,properties,properties_values jsonb; created_by uuid; created_at,updated_at,deleted_at ts;
  ${COSTS} numeric(16,4); agent_id uuid; status,health text; ready boolean; path text; changes int8; analysis jsonb`;

/**
 * The columns of every view as clients of the table API know them: "view: *table; column,column type; …". `*table` is all
 * columns of that table, `ts` timestamptz, `n` numeric. What follows a `+` is ours, beyond what the contract lists.
 */
export const CONTRACT_VIEWS = `
check_names: id,canary_id uuid; type,name,status text
canary_names: id uuid; name text; + namespace text
check_labels: key,value text
checks_labels_keys: key text
check_status_summary_hour: check_id uuid; ${SUMMARY}
check_status_summary_aged: check_id uuid; ${SUMMARY}
check_status_summary: check_id uuid; ${SUMMARY}
check_size_summary: canary_id,id uuid; min_time,max_time ts; count,size int8; avg_size n
check_summary: ${CHECK_SUMMARY}
check_summary_for_config: config_id uuid; ${CHECK_SUMMARY}
checks_by_component: component_id,id uuid; type,name,severity,status text; + icon text;
  last_runtime,next_runtime,last_transition_time,created_at ts
checks_by_config: config_id,id uuid; type,name,severity,status,icon text; last_runtime ts
check_summary_by_component: component_id uuid; checks json
check_summary_by_config: config_id uuid; checks json
check_statuses_5m: check_id uuid; created_at ts; total_checks,passed,failed,total_duration int8
checks_status_artifacts: check_id uuid; check_status boolean; check_message,error text; invalid boolean; time ts;
  duration int4; artifacts json
canaries_with_status: id uuid; name,namespace,interval,schedule text; labels jsonb; source text; created_by uuid;
  created_at,deleted_at,last_runtime ts; ${JOB}; agent json
component_names: id uuid; path,external_id,type,name text; created_at,updated_at ts; icon text; parent_id uuid
component_names_all: id uuid; path,external_id,type,name text; created_at,updated_at ts; icon text; parent_id uuid;
  deleted_at ts
component_labels: key,value text
component_labels_keys: key text
component_types: type text
components_with_logs: id uuid; name text; agent_id uuid; icon,type text
topology: *components; logs,checks json; team_names text[]; incidents,analysis jsonb; children,parents uuid[]
analysis_by_component: config_id uuid; name,config_class,type,analysis_type text; first_observed,last_observed ts;
  created_by,analysis_id uuid; severity text; component_id uuid
analysis_by_config: id uuid; analysis jsonb
analysis_summary_by_component: id uuid; analysis jsonb
incident_summary_by_component: id uuid; incidents jsonb
changes_by_component: id,config_id uuid; name,config_class,type,change_type text; created_at ts; created_by,change_id
  uuid; severity text; component_id uuid; config_deleted_at ts
topologies_with_status: *topologies; ${JOB}; agent json
config_item_summary_3d: config_id uuid; config_changes_count int8; config_analysis_type_counts jsonb
config_item_summary_7d: config_id uuid; config_changes_count int8; config_analysis_type_counts jsonb
config_item_summary_30d: config_id uuid; config_changes_count int8; config_analysis_type_counts jsonb
configs: ${CONFIGS}
config_detail: *config_items; agent_name text; summary,scraper json
config_names: id uuid; type text; external_id text[]; name text
config_types: type text
config_classes: config_class text
config_statuses: status text
config_tags: key,value text
config_labels: key,value text
config_tags_labels_keys: key text
change_types: change_type text
analyzer_types: analyzer text
analysis_types: analysis_type text
config_analysis_analyzers: analyzer text
config_analysis_items: *config_analysis; config_type,config_class text
config_changes_items: *config_changes; + config_name,config_type,config_class text; config_deleted_at ts
catalog_changes: id,config_id uuid; name text; deleted_at ts; type text; tags,config jsonb; external_created_by text;
  created_at ts; severity,change_type,source,summary text; details jsonb; created_by uuid; count int4; first_observed
  ts; agent_id uuid
config_summary: type text; created_at,updated_at ts; analysis,severity jsonb; changes,total_configs int8; ${COSTS} n
config_class_summary: config_class text; analysis jsonb; changes,total_configs int8; ${COSTS} n
config_changes_by_types: type text; change_count int8
config_analysis_by_severity: type,severity text; analysis_count int8
config_items_aws: ${CONFIGS}; zone,region,account text
config_scrapers_with_status: *config_scrapers; ${JOB}; agent json
incident_summary: id uuid; incident_id varchar(10); title,severity,type,status text; created_at,updated_at ts;
  commander,responders,commenters jsonb; + created_by uuid
incidents_by_component: title text; id uuid; created_at ts; type,status,severity text; component_id uuid
incidents_by_config: title text; id uuid; created_at ts; type,status,severity text; config_id uuid
agents_summary: *agents; config_count,config_scrapper_count,checks_count,playbook_runs_count int8; health,status text
integrations_with_status: id uuid; name,description,integration_type text; source source; agent_id uuid;
  created_at,updated_at,deleted_at ts; created_by uuid; ${JOB}; agent jsonb;
  creator_name,creator_avatar,creator_title,creator_email text; + namespace text
teams_with_status: *teams; ${JOB}
job_history_latest_status: *job_history; rn int8
job_histories: *job_history; resource_name text; agent json
job_history_names: name text
event_queue_summary: name text; pending,failed int8; average_attempts n; first_failure,last_failure ts;
  most_common_error text
failed_events: name text; unique_errors int8; average_attempts n; total_failed_events int8; most_common_error text
push_queue_summary: table text; count int8
connections_list: id uuid; name,namespace,type,category text; created_by uuid; created_at,updated_at ts
connection_details: id uuid; name,namespace,type,category text; created_by uuid; created_at,updated_at ts; source
  source; properties jsonb; insecure_tls boolean; username,password,certificate text
people_roles: id uuid; name,email text; roles varchar[]
views_summary: id uuid; namespace,name,title,icon text; ordinal int4; sidebar boolean
notifications_summary: id uuid; name,namespace,error text; error_at ts; title text; events text[]; filter text;
  person_id,team_id uuid; custom_services jsonb; created_at,updated_at ts; created_by uuid; source source;
  repeat_interval text; wait_for,pending int8; avg_duration_ms n; failed,sent int8; most_common_error text;
  last_failed_at ts
notification_send_history_resources: id uuid; resource_type text; resource jsonb
notification_send_history_summary: *notification_send_history; resource jsonb; resource_type text; playbook_run jsonb
playbook_names: id uuid; title,name,description,category,icon text
playbooks_for_agent: agent_name text; person_id,agent_id uuid; playbook_ids jsonb
permissions_summary: id uuid; name,namespace,description,action,object text; object_selector jsonb; deny boolean;
  subject,subject_type text; created_at,updated_at,deleted_at ts; created_by,updated_by uuid; until ts; tags jsonb; agents
  text[]; person,team,canary,group,notification,playbook,scraper,topology jsonb; + source text;
  component_id,config_id,canary_id,playbook_id,connection_id,person_id,team_id,notification_id,check_id uuid;
  component,catalog,connection jsonb
permissions_group_summary: subject,subject_type,subject_label,action,object text; deny boolean
config_access_unwrapped: id text; config_id,external_user_id,external_group_id,external_role_id uuid;
  created_at,deleted_at ts; deleted_by uuid; last_reviewed_at ts; last_reviewed_by,created_by,scraper_id uuid
config_access_summary: config_id uuid; config_name,config_type text; external_group_id,external_user_id uuid;
  role,user,email text; created_at,deleted_at ts; created_by uuid; last_signed_in_at,last_reviewed_at ts;
  last_reviewed_by uuid
`;

const RELATED = `id uuid; name,type text; related_ids text[]; tags jsonb; changes int8; analysis jsonb; ${COSTS} n;
  created_at,updated_at ts`;

/**
 * Every function as clients call it: "name(argument type[=default], …): result". A result is a list of columns as
 * above, `*relation` for its rows, or the name of a type.
 */
export const CONTRACT_FUNCTIONS = `
related_configs_recursive(config_id uuid, type_filter text='outgoing', include_deleted_configs boolean=false, max_depth
  int4=5, incoming_relation text='both', outgoing_relation text='both'): ${RELATED}; deleted_at ts; agent_id uuid; health
  text; ready boolean; status,path text
related_configs(config_id uuid, type_filter text='all', include_deleted_configs boolean=false): ${RELATED}; agent_id uuid;
  health text; ready boolean; status,path text
related_config_ids_recursive(config_id uuid, type_filter text='outgoing', max_depth int4=5, incoming_relation text='both',
  outgoing_relation text='both'): id uuid; direction text; depth int4
config_relationships_recursive(config_id uuid, type_filter text='outgoing', max_depth int4=5, incoming_relation
  text='both', outgoing_relation text='both'): id,related_id uuid; relation_type,direction text; depth int4
get_recursive_path(start uuid): id,related_id uuid; relation_type,direction text; depth int4
related_changes_recursive(lookup_id uuid, type_filter text='downstream', include_deleted_configs boolean=false, max_depth
  int4=5, soft boolean=false): id,config_id uuid; name text; deleted_at ts; type text; tags jsonb; external_created_by
  text; created_at ts; severity,change_type,source,summary text; created_by uuid; count int4; first_observed ts;
  agent_id uuid
get_parents_by_location(config_id uuid, alias_prefix text=NULL, include_deleted boolean=false): id uuid; name,type text
get_parent_ids_by_location(config_id uuid, alias_prefix text=NULL, include_deleted boolean=false): id uuid
get_children_by_location(config_id uuid, alias_prefix text=NULL, include_deleted boolean=false): id uuid; name,type text
get_children_id_by_location(config_id uuid, alias_prefix text=NULL, include_deleted boolean=false): id uuid
lookup_analysis_by_component(id text): *config_analysis
lookup_changes_by_component(id text): *config_changes
lookup_configs_by_component(id text): *configs
lookup_components_by_config(id text): *components
lookup_components_by_check(id text): *components
lookup_component_by_property(name text, value text): *components
lookup_component_children(id text, max_depth int4=-1): child_id,parent_id uuid; level int4
lookup_config_children(id text, max_depth int4=-1): child_id,parent_id uuid; level int4
lookup_component_relations(component_id text): id uuid
lookup_config_relations(config_id text): id uuid
lookup_component_incidents(component_id text): id uuid
lookup_component_names(ids text[]): names text[]
lookup_component_config_id_related_components(component_id text): id uuid
check_summary_for_component(component_id uuid): *check_summary
get_playbook_run_actions(run_id uuid): id uuid; name text; playbook_run_id uuid; status text;
  scheduled_time,start_time,end_time ts; result jsonb; agent_id uuid; retry_count int4; agent,artifacts jsonb; error text
notification_send_history_of_resource(p_resource_id uuid): *notification_send_history_summary
insert_unsent_notification_to_history(p_notification_id uuid, p_source_event text, p_resource_id uuid, p_status text,
  p_window interval, p_silenced_by uuid=NULL, p_parent_id uuid=NULL, p_body text=NULL, p_payload jsonb=NULL): uuid
skip_notification_send_history(p_history_id uuid, p_window interval): uuid
delete_person(person_id uuid): void
drop_config_items(ids uuid[]): int8
delete_old_config_items(older_than_days int4, most int4=10000): int8
delete_agent_resources(id uuid): void
soft_delete_canary(id uuid): void
soft_delete_check(id uuid): void
mask_sensitive(value text): text
uuid_to_ulid(id uuid): text
config_path(config_id uuid): text
refresh_config_summaries(everything boolean=false): int8
refresh_label_pairs(everything boolean=false): int8
fold_row_tallies(): int8
fold_row_counts(): int8
`;
