/**
 * The columns of every table as clients of the table API know them: "table: column,column type[!] [pk] [=default]
 * [>table[*] [foreign key]]; …". An exclamation mark stands for "not null", an asterisk for "on delete cascade"; a
 * foreign key without a name is called <table>_<column>_fkey.
 */
export const CONTRACT_TABLES = `
canaries: id uuid! pk =ulid; agent_id uuid! =nil >agents; name,namespace text!; labels,annotations jsonb; spec
  jsonb!; source text; is_pushed boolean! =false; created_at timestamptz =now; created_by uuid >people; updated_at
  timestamptz =now; deleted_at timestamptz
checks: id uuid! pk =ulid; canary_id uuid! >canaries*; agent_id uuid! =nil >agents; type,name text!;
  namespace,description,icon text; spec,labels jsonb; owner,severity,category text; is_pushed boolean! =false;
  transformed boolean; last_runtime,last_transition_time,next_runtime,silenced_at timestamptz; status text;
  created_at,updated_at,deleted_at timestamptz
check_statuses: check_id uuid! pk >checks*; details jsonb; duration int4; error text; time timestamptz! pk;
  created_at timestamptz! =now; invalid boolean; message text; status boolean; severity text; is_pushed boolean!
  =false
check_statuses_1h: check_id uuid! pk >checks* check_statuses_aggr_check_id_fkey; created_at timestamptz! pk;
  duration,total,passed,failed int4!
check_statuses_1d: check_id uuid! pk >checks* check_statuses_aggr_check_id_fkey; created_at timestamptz! pk;
  duration,total,passed,failed int4!
topologies: id uuid! pk =ulid; agent_id uuid! =nil >agents; name,namespace text!; labels jsonb; source source! =UI;
  spec jsonb; created_at,updated_at timestamptz =now; is_pushed boolean! =false; schedule text; created_by uuid
  >people; deleted_at timestamptz
components: id uuid! pk =ulid; agent_id uuid! =nil >agents; topology_id uuid >topologies; external_id text!;
  parent_id uuid >components; config_id uuid >config_items; name text!; text,topology_type,namespace text; labels
  jsonb; hidden,silenced,is_pushed boolean! =false; status text!;
  status_expr,health_expr,health,description,lifecycle,tooltip,status_reason,schedule,icon,type,owner text;
  selectors,log_selectors,component_checks,configs,properties jsonb; path text; summary jsonb; is_leaf boolean
  =false; cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d numeric(16,4); created_by uuid >people;
  created_at timestamptz! =now; updated_at timestamptz =now; deleted_at timestamptz
component_relationships: component_id uuid! >components*; relationship_id uuid! >components*; created_at,updated_at
  timestamptz! =now; deleted_at timestamptz; selector_id,relationship_path text; is_pushed boolean! =false
check_component_relationships: component_id uuid! >components*; check_id uuid! >checks*; canary_id uuid! >canaries*;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz; selector_id text; is_pushed boolean! =false
check_config_relationships: config_id uuid! >config_items*; check_id uuid! >checks*; canary_id uuid! >canaries*;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz; selector_id text; is_pushed boolean! =false
config_component_relationships: component_id uuid! >components*; config_id uuid! >config_items*; created_at
  timestamptz! =now; updated_at timestamptz =now; deleted_at timestamptz; selector_id text; is_pushed boolean!
  =false
team_components: team_id uuid! pk >teams*; component_id uuid! pk >components*; role,selector_id text
config_items: id uuid! pk =ulid; agent_id uuid! =nil >agents; icon text; scraper_id uuid >config_scrapers;
  config_class text!; status,health text; ready boolean; external_id text[]; type text!;
  cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d numeric(16,4); name,description text; config jsonb;
  source text; labels,tags,tags_values,properties jsonb; parent_id uuid >config_items; path text; is_pushed boolean!
  =false; created_by uuid; last_scraped_time timestamptz; created_at timestamptz! =now; updated_at timestamptz =now;
  deleted_at timestamptz; delete_reason text; inserted_at timestamptz! =now
config_locations: id uuid! >config_items* config_locations_config_item_id_fkey; location text!
config_changes: id uuid! pk =ulid; config_id uuid! >config_items*;
  external_change_id,external_created_by,change_type,severity,source,summary text; patches jsonb; diff text; details
  jsonb; created_by uuid; created_at timestamptz! =now; count int4! =1; fingerprint text; first_observed
  timestamptz! =now; is_pushed boolean! =false; inserted_at timestamptz! =now
config_analysis: id uuid! pk =ulid; config_id uuid! >config_items*; scraper_id uuid; created_by uuid >people; source
  text; analyzer text!; analysis_type,severity,summary text; status text =open; message text; analysis jsonb;
  first_observed timestamptz! =now; last_observed timestamptz; is_pushed boolean! =false
config_relationships: config_id uuid! >config_items*; related_id uuid! >config_items*; relation text;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz; selector_id text; is_pushed boolean! =false
config_scrapers: id uuid! pk =ulid; description text; name text!; namespace text; spec jsonb!; source source!;
  application_id uuid >applications*; created_by uuid >people; agent_id uuid! =nil >agents; created_at timestamptz!
  =now; updated_at,deleted_at timestamptz; is_pushed boolean! =false
incidents: id uuid! pk =ulid; incident_id varchar(10)! =INC; incident_rule_id uuid >incident_rules; title text!;
  created_by uuid! >people; commander_id uuid >people; communicator_id uuid >people;
  severity,description,type,status text!; acknowledged,resolved,closed timestamptz; created_at,updated_at
  timestamptz! =now
hypotheses: id uuid! pk =ulid; created_by uuid! >people; incident_id uuid! >incidents; parent_id uuid >hypotheses;
  owner uuid >responders; team_id uuid >teams; type,title,status text!; created_at,updated_at timestamptz! =now
evidences: id uuid! pk =ulid; description text!; hypothesis_id uuid! >hypotheses; config_id uuid >config_items;
  config_change_id uuid >config_changes; config_analysis_id uuid >config_analysis; component_id uuid >components;
  check_id uuid >checks; definition_of_done boolean =false; done,factor,mitigator boolean; created_by uuid! >people;
  type text!; evidence,properties jsonb; created_at,updated_at timestamptz! =now; script,script_result text
comments: id uuid! pk =ulid; created_by uuid! >people; comment text!; external_id,external_created_by text;
  incident_id uuid! >incidents; responder_id uuid >responders; hypothesis_id uuid >hypotheses; read int2[];
  created_at,updated_at timestamptz! =now
responders: id uuid! pk =ulid; incident_id uuid! >incidents; type text!; index int2; person_id uuid >people; team_id
  uuid >teams; external_id text; properties jsonb; acknowledged,resolved,closed timestamptz; created_by uuid!
  >people; created_at,updated_at timestamptz! =now; deleted_at timestamptz
incident_histories: id uuid! pk =ulid; incident_id uuid! >incidents; created_by uuid! >people; type,description
  text; hypothesis_id uuid >hypotheses; created_at,updated_at timestamptz! =now; responder_id uuid >responders;
  evidence_id uuid >evidences; comment_id uuid >comments
incident_rules: id uuid! pk =ulid; name text!; spec jsonb; source text; created_by uuid! >people;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz
incident_relationships: incident_id uuid! >incidents; related_id uuid! >incidents; relationship text!;
  created_at,updated_at timestamptz! =now
comment_responders: id uuid! pk =ulid; comment_id uuid! >comments; responder_id uuid! >responders; external_id text;
  created_at,updated_at timestamptz! =now
people: id uuid! pk =ulid; name text!; avatar,type text; team_id uuid >teams; organization,title,email,phone text;
  properties jsonb; external_id text; created_at timestamptz! =now; updated_at,deleted_at,last_login timestamptz
teams: id uuid! pk =ulid; name text!; icon text; spec jsonb; source text; created_by uuid! >people;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz
team_members: team_id uuid! pk >teams*; person_id uuid! pk >people*
identities: id uuid! pk =random; schema_id text!; traits jsonb!; created_at,updated_at timestamp! =now; nid uuid;
  state text! =active; state_changed_at timestamp; metadata_public,metadata_admin jsonb
access_tokens: id uuid! pk =ulid; name text!; person_id uuid! >people* access_tokens_person_fkey; value text!;
  created_at timestamptz!; created_by uuid >people; expires_at timestamptz
agents: id uuid! pk =ulid; name text!; hostname,description,ip,version,username text; person_id uuid; properties
  jsonb; tls text; created_by uuid >people; created_at,updated_at timestamptz! =now; cleanup boolean! =false;
  deleted_at,last_seen,last_received timestamptz
connections: id uuid! pk =ulid; name text!; namespace text! =default; type text!; url text; source source;
  username,password,certificate text; properties jsonb; insecure_tls boolean =true; created_by uuid >people;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz
logging_backends: id uuid! pk =ulid; name text!; labels jsonb; spec jsonb!; source source; agent_id uuid; created_at
  timestamptz =now; created_by uuid >people; updated_at,deleted_at timestamptz
integrations: id uuid! pk =ulid; name text!; icon text; spec jsonb; source text; created_by uuid! >people;
  created_at,updated_at timestamptz! =now
applications: id uuid! pk =ulid; description text; name text!; namespace text; spec jsonb!; labels jsonb; source
  source!; created_by uuid >people; created_at timestamptz! =now; updated_at,deleted_at timestamptz
job_history: id uuid! pk =ulid; agent_id uuid! =nil; name text; success_count,error_count int4; details jsonb;
  hostname text; duration_millis int4; resource_type,resource_id,status text; time_start,time_end timestamptz;
  created_at timestamptz! =now; is_pushed boolean! =false
event_queue: id uuid! pk =ulid; name text!; properties jsonb; error text; delay int8; created_at timestamptz! =now;
  last_attempt timestamptz; attempts int4 =0; priority int4! =100
properties: name text! pk; value text!; created_by uuid >people; created_at,updated_at timestamptz =now; deleted_at
  timestamptz
notifications: id uuid! pk =ulid; name text! =ulid; namespace text; events text[]!; error text; error_at
  timestamptz; title,template,filter text; properties jsonb; playbook_id uuid; person_id uuid >people*
  notification_person_id_fkey; team_id uuid >teams* notification_team_id_fkey; repeat_interval text; inhibitions
  jsonb; wait_for,wait_for_eval_period int8; group_by text[]; group_by_interval,watchdog_interval int8;
  custom_services jsonb; fallback_delay int8; fallback_custom_services jsonb;
  fallback_playbook_id,fallback_person_id,fallback_team_id uuid; created_by uuid >people
  notification_created_by_fkey; created_at timestamptz! =now; source source; updated_at timestamptz! =now;
  deleted_at timestamptz
notification_send_history: id uuid! pk =ulid; notification_id uuid! >notifications* notification_id_fkey;
  body,status text; not_before timestamptz; retries int4; payload jsonb; count int4! =1; first_observed timestamptz!
  =now; source_event text!; resource_id uuid!; resource_health,resource_status,resource_health_description text;
  person_id uuid >people* notification_recipient_person_id_fkey; team_id,connection_id,silenced_by,playbook_run_id
  uuid; error text; duration_millis int4; created_at timestamptz! =now; group_id uuid; parent_id uuid
  >notification_send_history* parent_id_fkey
notification_silences: id uuid! pk =ulid; namespace text; name text! =ulid; description,filter text; selectors
  jsonb; error text; from,until timestamptz; recursive boolean; config_id uuid >config_items*
  notification_silence_config_id_fkey; check_id uuid >checks* notification_silence_check_id_fkey; canary_id uuid
  >canaries* notification_silence_canary_id_fkey; component_id uuid >components*
  notification_silence_component_id_fkey; source source; created_by uuid >people
  notification_silence_created_by_fkey; created_at,updated_at timestamptz! =now; deleted_at timestamptz
playbooks: id uuid! pk =ulid; namespace text! =default; name text!; title text! =''; icon,description text; spec
  jsonb!; created_by uuid >people playbook_created_by_fkey; source source!; category text! =''; tags jsonb;
  created_at,updated_at timestamptz! =now; deleted_at timestamptz
playbook_runs: id uuid! pk =ulid; playbook_id uuid! >playbooks* playbook_run_playbook_id_fkey; spec jsonb! ={};
  status text! =scheduled; created_at timestamptz! =now; start_time timestamptz; scheduled_time timestamptz! =now;
  end_time timestamptz; timeout int8! =1800000000000; created_by uuid >people playbook_run_created_by_fkey;
  notification_send_id uuid >notification_send_history playbook_run_notification_send_id_fkey; check_id uuid >checks
  playbook_run_check_id_fkey; config_id uuid >config_items playbook_run_config_id_fkey; component_id uuid
  >components playbook_run_component_id_fkey; parameters,request jsonb; agent_id uuid =nil >agents
  playbook_run_agent_id_fkey; parent_id uuid >playbook_runs playbook_run_parent_id_fkey; error text
playbook_run_actions: id uuid! pk =ulid; name text!; status text! =running; retry_count int4; playbook_run_id uuid
  >playbook_runs* playbook_run_playbook_run_id_fkey; start_time timestamptz; scheduled_time timestamptz! =now;
  end_time timestamptz; result jsonb; is_pushed boolean! =false; agent_id uuid =nil >agents
  playbook_run_agent_id_fkey; error text
playbook_approvals: id uuid! =ulid; run_id uuid! >playbook_runs playbook_approval_run_id_fkey; person_id uuid
  >people playbook_approval_person_approver_fkey; team_id uuid >teams playbook_approval_team_approver_fkey;
  created_at timestamptz! =now
artifacts: id uuid! pk =ulid; check_id uuid >checks artifacts_checks_fkey; check_time timestamptz;
  playbook_run_action_id uuid >playbook_run_actions artifacts_playbook_run_action_fkey; connection_id uuid;
  path,filename text!; content_type text; size int4!; checksum text!; is_pushed,is_data_pushed boolean! =false;
  created_at,updated_at timestamptz! =now; deleted_at,expires_at timestamptz
permissions: id uuid! pk =ulid; name text! =ulid; namespace,description text; source text! =UI; subject_type text!
  =group; subject text; action text!; object text; object_selector jsonb; deny boolean! =false; component_id uuid
  >components*; config_id uuid >config_items*; canary_id uuid >canaries*; playbook_id uuid >playbooks*;
  connection_id uuid >connections*; created_by uuid >people; person_id uuid >people* permissions_person_fkey;
  team_id uuid >teams* permissions_team_fkey; notification_id uuid >notifications* permissions_notification_fkey;
  updated_by uuid; created_at,updated_at timestamptz! =now; deleted_at,until timestamptz; agents text[]; tags jsonb
permission_groups: id uuid! pk =ulid; name,namespace text; selectors jsonb!; source text! =UI; created_by uuid
  >people permissions_created_by_fkey; created_at,updated_at timestamptz! =now; deleted_at timestamptz
casbin_rule: id bigserial! pk; ptype,v0,v1 varchar(100)!; v2,v3,v4,v5 varchar(100)
views: id uuid! pk =ulid; name text!; namespace text; spec jsonb!; source source! =KubernetesCRD; created_by uuid
  >people; created_at timestamptz! =now; last_ran timestamptz; error text; updated_at,deleted_at timestamptz
view_panels: view_id uuid! pk; request_fingerprint text! pk =''; results jsonb!; agent_id uuid! =nil >agents;
  is_pushed boolean! =false; refreshed_at timestamptz =now
saved_query: id uuid! pk =ulid; icon,description text; query text!; columns jsonb; created_by text;
  created_at,updated_at timestamptz! =now
severities: id int4; name text!; aliases text[]; icon text
scrape_plugins: id uuid! pk =ulid; name text!; namespace text; spec jsonb!; source source!; created_by uuid >people;
  created_at timestamptz! =now; updated_at timestamptz =now; deleted_at timestamptz
short_urls: alias text! pk; url text!; expires_at timestamptz; created_at timestamptz! =now
notification_groups: id uuid! pk =ulid; hash text!; notification_id uuid! >notifications; created_at timestamptz!
  =now
notification_group_resources: group_id uuid! >notification_groups; config_id uuid >config_items; check_id uuid
  >checks; component_id uuid >components; created_at timestamptz! =now; updated_at,resolved_at timestamptz
playbook_action_agent_data: action_id uuid! >playbook_run_actions; playbook_id,run_id uuid!; spec jsonb!; env jsonb
external_users: id uuid! pk; account_id text!; aliases text[]; name,user_type text!; email text; scraper_id uuid!
  >config_scrapers; created_at timestamptz!; updated_at,deleted_at timestamptz; created_by uuid
external_groups: id uuid! pk; account_id text!; scraper_id uuid! >config_scrapers; aliases text[]; name,group_type
  text!; created_at timestamptz!; updated_at,deleted_at timestamptz
external_user_groups: external_user_id uuid! pk >external_users; external_group_id uuid! pk >external_groups;
  deleted_at timestamptz; deleted_by uuid; created_at timestamptz!; created_by uuid
external_roles: id uuid! pk; scraper_id uuid; application_id uuid >applications; account_id text!; aliases text[];
  role_type,name text!; description text
access_reviews: id uuid! pk; scraper_id uuid! >config_scrapers; aliases text; config_id uuid! >config_items;
  external_user_id uuid! >external_users; external_role_id uuid! >external_roles; created_at timestamptz!;
  created_by uuid; source text!
config_access: id text! pk; config_id uuid! >config_items; scraper_id uuid >config_scrapers; application_id uuid
  >applications; external_user_id uuid >external_users; external_group_id uuid >external_groups; external_role_id
  uuid >external_roles; created_at timestamptz!; deleted_at timestamptz; deleted_by uuid; last_reviewed_at
  timestamptz; last_reviewed_by,created_by uuid
config_access_logs: external_user_id uuid! pk >external_users; config_id uuid! pk >config_items; scraper_id uuid! pk
  >config_scrapers; mfa boolean; properties jsonb; created_at timestamptz!
`;
