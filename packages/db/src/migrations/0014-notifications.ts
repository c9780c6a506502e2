/** Notification rules, silences, groups, and what was sent. */
export const notifications = /* sql */ `
create table notifications (
  id uuid primary key default generate_ulid(),
  name text not null default uuid_to_ulid(generate_ulid()),
  namespace text,
  events text[] not null,
  error text,
  error_at timestamptz,
  title text,
  template text,
  filter text,
  properties jsonb,
  playbook_id uuid,
  person_id uuid constraint notification_person_id_fkey references people (id) on delete cascade,
  team_id uuid constraint notification_team_id_fkey references teams (id) on delete cascade,
  repeat_interval text,
  inhibitions jsonb,
  wait_for int8,
  wait_for_eval_period int8,
  group_by text[],
  group_by_interval int8,
  watchdog_interval int8,
  custom_services jsonb,
  fallback_delay int8,
  fallback_custom_services jsonb,
  fallback_playbook_id uuid,
  fallback_person_id uuid,
  fallback_team_id uuid,
  created_by uuid constraint notification_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  source source,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index notifications_name_namespace_key on notifications (name, namespace) where deleted_at is null;

create table notification_send_history (
  id uuid primary key default generate_ulid(),
  notification_id uuid not null constraint notification_id_fkey references notifications (id) on delete cascade,
  body text,
  status text,
  not_before timestamptz,
  retries int4,
  payload jsonb,
  count int4 not null default 1,
  first_observed timestamptz not null default now(),
  source_event text not null,
  resource_id uuid not null,
  resource_health text,
  resource_status text,
  resource_health_description text,
  person_id uuid constraint notification_recipient_person_id_fkey references people (id) on delete cascade,
  team_id uuid,
  connection_id uuid,
  silenced_by uuid,
  playbook_run_id uuid,
  error text,
  duration_millis int4,
  created_at timestamptz not null default now(),
  group_id uuid,
  parent_id uuid constraint parent_id_fkey references notification_send_history (id) on delete cascade
);
create index notification_send_history_created_at_idx on notification_send_history (created_at);
create index notification_send_history_notification_id_created_at_idx
  on notification_send_history (notification_id, created_at);
create index notification_send_history_parent_id_idx on notification_send_history (parent_id);
create index notification_send_history_person_id_idx on notification_send_history (person_id);

create table notification_silences (
  id uuid primary key default generate_ulid(),
  namespace text,
  name text not null default uuid_to_ulid(generate_ulid()),
  description text,
  filter text,
  selectors jsonb,
  error text,
  "from" timestamptz,
  until timestamptz,
  recursive boolean,
  config_id uuid constraint notification_silence_config_id_fkey references config_items (id) on delete cascade,
  check_id uuid constraint notification_silence_check_id_fkey references checks (id) on delete cascade,
  canary_id uuid constraint notification_silence_canary_id_fkey references canaries (id) on delete cascade,
  component_id uuid constraint notification_silence_component_id_fkey references components (id) on delete cascade,
  source source,
  created_by uuid constraint notification_silence_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index notification_silences_from_idx on notification_silences using brin ("from");
create index notification_silences_until_idx on notification_silences using brin (until);
create index notification_silences_config_id_idx on notification_silences (config_id);
create index notification_silences_check_id_idx on notification_silences (check_id);
create index notification_silences_canary_id_idx on notification_silences (canary_id);
create index notification_silences_component_id_idx on notification_silences (component_id);

create table notification_groups (
  id uuid primary key default generate_ulid(),
  hash text not null,
  notification_id uuid not null constraint notification_groups_notification_id_fkey references notifications (id),
  created_at timestamptz not null default now()
);
create index notification_groups_notification_id_idx on notification_groups (notification_id);

create table notification_group_resources (
  group_id uuid not null constraint notification_group_resources_group_id_fkey references notification_groups (id),
  config_id uuid constraint notification_group_resources_config_id_fkey references config_items (id),
  check_id uuid constraint notification_group_resources_check_id_fkey references checks (id),
  component_id uuid constraint notification_group_resources_component_id_fkey references components (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  resolved_at timestamptz
);
create unique index notification_group_resources_key on notification_group_resources
  (group_id, config_id, check_id, component_id) nulls not distinct where resolved_at is null;
create index notification_group_resources_config_id_idx on notification_group_resources (config_id)
  where config_id is not null;
create index notification_group_resources_check_id_idx on notification_group_resources (check_id)
  where check_id is not null;
create index notification_group_resources_component_id_idx on notification_group_resources (component_id)
  where component_id is not null;

call keep_updated_at('notifications');
call keep_updated_at('notification_silences');
call keep_updated_at('notification_group_resources');
call announce_activity_of('notifications', 'id');

create function clear_error() returns trigger language plpgsql as $$
begin
  new.error := null;
  return new;
end $$;
create trigger notifications_clear_error before update on notifications for each row
  when (old.filter <> new.filter or old.custom_services <> new.custom_services or old.team_id <> new.team_id)
  execute function clear_error();
create trigger notification_silences_clear_error before update on notification_silences for each row
  when (old.filter is distinct from new.filter) execute function clear_error();

create function clear_team_notification_errors() returns trigger language plpgsql as $$
begin
  update notifications set error = null where team_id = new.id and error is not null;
  return null;
end $$;
create trigger teams_clear_errors after update on teams for each row
  when (old.spec is distinct from new.spec) execute function clear_team_notification_errors();

create function record_notification() returns trigger language plpgsql as $$
begin
  insert into config_changes (config_id, change_type, source, severity, details)
  select new.resource_id, 'Notification' || initcap(new.status), 'notification',
    case new.status when 'error' then 'high' when 'attempting_fallback' then 'medium' else 'info' end, new.payload
  where not is_quiet() and exists (select 1 from config_items c where c.id = new.resource_id);
  return null;
end $$;
comment on function record_notification() is 'What was sent about a configuration item, or withheld, shows among its changes';
create trigger notification_send_history_sent after insert on notification_send_history for each row
  when (new.source_event like 'config.%' and new.status in
    ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval'))
  execute function record_notification();
create trigger notification_send_history_turned after update on notification_send_history for each row
  when (old.status is distinct from new.status and new.source_event like 'config.%' and new.status in
    ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval'))
  execute function record_notification();
`;
