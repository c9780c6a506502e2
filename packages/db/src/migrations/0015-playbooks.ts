/** Playbooks, their runs, actions and approvals, and the artifacts that runs and checks leave. */
export const playbooks = /* sql */ `
create table playbooks (
  id uuid primary key default generate_ulid(),
  namespace text not null default 'default',
  name text not null,
  title text not null default '',
  icon text,
  description text,
  spec jsonb not null,
  created_by uuid constraint playbook_created_by_fkey references people (id),
  source source not null,
  category text not null default '',
  tags jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index playbooks_namespace_name_category_key
  on playbooks (namespace, name, category) where deleted_at is null;

create table playbook_runs (
  id uuid primary key default generate_ulid(),
  playbook_id uuid not null constraint playbook_run_playbook_id_fkey references playbooks (id) on delete cascade,
  spec jsonb not null default '{}',
  status text not null default 'scheduled',
  created_at timestamptz not null default now(),
  start_time timestamptz,
  scheduled_time timestamptz not null default now(),
  end_time timestamptz,
  timeout int8 not null default 1800000000000,
  created_by uuid constraint playbook_run_created_by_fkey references people (id),
  notification_send_id uuid
    constraint playbook_run_notification_send_id_fkey references notification_send_history (id),
  check_id uuid constraint playbook_run_check_id_fkey references checks (id),
  config_id uuid constraint playbook_run_config_id_fkey references config_items (id),
  component_id uuid constraint playbook_run_component_id_fkey references components (id),
  parameters jsonb,
  request jsonb,
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint playbook_run_agent_id_fkey references agents (id),
  parent_id uuid constraint playbook_run_parent_id_fkey references playbook_runs (id),
  error text
);
create index playbook_runs_parent_id_idx on playbook_runs (parent_id);
create index playbook_runs_top_created_at_idx on playbook_runs (created_at) where parent_id is null;
create index playbook_runs_playbook_id_created_at_idx on playbook_runs (playbook_id, created_at);
create index playbook_runs_status_scheduled_time_idx on playbook_runs (status, scheduled_time);
create index playbook_runs_notification_send_id_idx on playbook_runs (notification_send_id);

create table playbook_run_actions (
  id uuid primary key default generate_ulid(),
  name text not null,
  status text not null default 'running',
  retry_count int4,
  playbook_run_id uuid constraint playbook_run_playbook_run_id_fkey references playbook_runs (id) on delete cascade,
  start_time timestamptz,
  scheduled_time timestamptz not null default now(),
  end_time timestamptz,
  result jsonb,
  is_pushed boolean not null default false,
  agent_id uuid default '00000000-0000-0000-0000-000000000000'
    constraint playbook_run_agent_id_fkey references agents (id),
  error text
);
create index playbook_run_actions_status_scheduled_time_idx on playbook_run_actions (status, scheduled_time);
create index playbook_run_actions_playbook_run_id_idx on playbook_run_actions (playbook_run_id);

create table playbook_approvals (
  id uuid not null default generate_ulid(),
  run_id uuid not null constraint playbook_approval_run_id_fkey references playbook_runs (id),
  person_id uuid constraint playbook_approval_person_approver_fkey references people (id),
  team_id uuid constraint playbook_approval_team_approver_fkey references teams (id),
  created_at timestamptz not null default now()
);
create index playbook_approvals_run_id_idx on playbook_approvals (run_id);

create table playbook_action_agent_data (
  action_id uuid not null constraint playbook_action_agent_data_action_id_fkey references playbook_run_actions (id),
  playbook_id uuid not null,
  run_id uuid not null,
  spec jsonb not null,
  env jsonb
);
create index playbook_action_agent_data_action_id_idx on playbook_action_agent_data (action_id);

create table artifacts (
  id uuid primary key default generate_ulid(),
  check_id uuid constraint artifacts_checks_fkey references checks (id),
  check_time timestamptz,
  playbook_run_action_id uuid constraint artifacts_playbook_run_action_fkey references playbook_run_actions (id),
  connection_id uuid,
  path text not null,
  filename text not null,
  content_type text,
  size int4 not null,
  checksum text not null,
  is_pushed boolean not null default false,
  is_data_pushed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  expires_at timestamptz
);
create index artifacts_check_id_check_time_idx on artifacts (check_id, check_time);
create index artifacts_playbook_run_action_id_idx on artifacts (playbook_run_action_id);

call keep_updated_at('playbooks');
call keep_updated_at('artifacts');
call keep_unpushed('playbook_run_actions');
call keep_unpushed('artifacts');
call announce_activity_of('playbooks', 'id');

create function announce_playbook() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_updated', new.id::text);
  if old.spec -> 'approval' <> new.spec -> 'approval' then
    perform queue_events('playbook.spec.approval.updated', array[jsonb_build_object('id', new.id)]);
  end if;
  return null;
end $$;
create trigger playbooks_updated after update on playbooks for each row execute function announce_playbook();

create function announce_playbook_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_run_updates', '');
  return null;
end $$;
create trigger playbook_runs_inserted after insert on playbook_runs for each statement
  when (not is_quiet()) execute function announce_playbook_run();
create trigger playbook_runs_scheduled after update on playbook_runs for each row
  when (old.status is distinct from new.status and new.status = 'scheduled') execute function announce_playbook_run();

create function announce_playbook_action() returns trigger language plpgsql as $$
begin
  perform pg_notify('playbook_action_updates', jsonb_build_object('id', new.id, 'agent_id', new.agent_id)::text);
  return null;
end $$;
create trigger playbook_run_actions_inserted after insert on playbook_run_actions for each row
  when (not is_quiet()) execute function announce_playbook_action();
create trigger playbook_run_actions_scheduled after update on playbook_run_actions for each row
  when (old.status is distinct from new.status and new.status = 'scheduled') execute function announce_playbook_action();

create function announce_ended_action() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_activity', 'playbook_run_actions ' || new.id);
  return null;
end $$;
create trigger playbook_run_actions_ended after update on playbook_run_actions for each row
  when (old.end_time is null and new.end_time is not null and new.agent_id is not null)
  execute function announce_ended_action();

create function queue_playbook_approval() returns trigger language plpgsql as $$
begin
  perform queue_events('playbook.approval.inserted', array[jsonb_build_object('id', new.id, 'run_id', new.run_id)]);
  return null;
end $$;
create trigger playbook_approvals_event after insert on playbook_approvals for each row
  execute function queue_playbook_approval();
`;
