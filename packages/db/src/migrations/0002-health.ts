/**
 * Canaries, checks and their results. `check_statuses` is partitioned by UTC day. Its key carries nothing more: duration and
 * status in it would make every result a twelfth larger, for reads of one check's history that are fast without.
 */
export const health = /* sql */ `
create table canaries (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint canaries_agent_id_fkey references agents (id),
  name text not null,
  namespace text not null,
  labels jsonb,
  annotations jsonb,
  spec jsonb not null,
  source text,
  is_pushed boolean not null default false,
  created_at timestamptz default now(),
  created_by uuid constraint canaries_created_by_fkey references people (id),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create unique index canaries_agent_id_name_namespace_source_key on canaries (agent_id, name, namespace, source)
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create index canaries_source_idx on canaries (source);

create table checks (
  id uuid primary key default generate_ulid(),
  canary_id uuid not null constraint checks_canary_id_fkey references canaries (id) on delete cascade,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint checks_agent_id_fkey references agents (id),
  type text not null,
  name text not null,
  namespace text,
  description text,
  icon text,
  spec jsonb,
  labels jsonb,
  owner text,
  severity text,
  category text,
  is_pushed boolean not null default false,
  transformed boolean,
  last_runtime timestamptz,
  last_transition_time timestamptz,
  next_runtime timestamptz,
  silenced_at timestamptz,
  status text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint checks_canary_id_type_name_agent_id_key unique (canary_id, type, name, agent_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index checks_canary_id_transformed_idx on checks (canary_id, transformed);
create index checks_agent_id_idx on checks (agent_id);
create index checks_deleted_at_idx on checks (deleted_at);

create table check_statuses (
  check_id uuid not null constraint check_statuses_check_id_fkey references checks (id) on delete cascade,
  time timestamptz not null,
  created_at timestamptz not null default now(),
  duration int4,
  status boolean,
  invalid boolean,
  is_pushed boolean not null default false,
  message text,
  error text,
  severity text,
  details jsonb compression pglz,
  primary key (check_id, time)
) partition by range (time);
create index check_statuses_time_idx on check_statuses using brin (time);
create table check_statuses_default partition of check_statuses default;

create table check_statuses_1h (
  check_id uuid not null constraint check_statuses_aggr_check_id_fkey references checks (id) on delete cascade,
  created_at timestamptz not null,
  duration int4 not null,
  total int4 not null,
  passed int4 not null,
  failed int4 not null,
  sketch int4[] not null default '{}',
  primary key (check_id, created_at)
);
create index check_statuses_1h_created_at_idx on check_statuses_1h using brin (created_at);

create table check_statuses_1d (
  check_id uuid not null constraint check_statuses_aggr_check_id_fkey references checks (id) on delete cascade,
  created_at timestamptz not null,
  duration int4 not null,
  total int4 not null,
  passed int4 not null,
  failed int4 not null,
  sketch int4[] not null default '{}',
  primary key (check_id, created_at)
);
create index check_statuses_1d_created_at_idx on check_statuses_1d using brin (created_at);

create trigger canaries_touch before update on canaries for each row
  when (new.agent_id = '00000000-0000-0000-0000-000000000000' and old.is_pushed = new.is_pushed
    and new.deleted_at is null and old.spec is distinct from new.spec) execute function set_updated_at();
create trigger canaries_unpush before update on canaries for each row
  when (old.is_pushed and new.is_pushed) execute function reset_is_pushed();

create trigger checks_touch before update on checks for each row
  when (new.agent_id = '00000000-0000-0000-0000-000000000000' and old.is_pushed = new.is_pushed
    and new.deleted_at is null and old.* is distinct from new.*) execute function set_updated_at();
create trigger checks_unpush before update on checks for each row
  when (old.is_pushed and new.is_pushed) execute function reset_is_pushed();
create trigger check_statuses_unpush before update on check_statuses for each row
  when (old.is_pushed and new.is_pushed) execute function reset_is_pushed();

create function set_last_transition_time() returns trigger language plpgsql as $$
begin
  new.last_transition_time := now();
  return new;
end $$;
create trigger checks_transition before update on checks for each row
  when (old.status is distinct from new.status) execute function set_last_transition_time();
create trigger checks_transition_insert before insert on checks for each row
  when (new.status is not null and new.last_transition_time is null) execute function set_last_transition_time();

create function cascade_canary_deletion() returns trigger language plpgsql as $$
begin
  update checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger canaries_cascade_deletion after update of deleted_at on canaries for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function cascade_canary_deletion();
`;
