/** Topologies, their components, and what is linked to a component. */
export const topology = /* sql */ `
create table topologies (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint topologies_agent_id_fkey references agents (id),
  name text not null,
  namespace text not null,
  labels jsonb,
  source source not null default 'UI',
  spec jsonb,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  is_pushed boolean not null default false,
  schedule text,
  created_by uuid constraint topologies_created_by_fkey references people (id),
  deleted_at timestamptz
);
create unique index topologies_agent_id_name_namespace_key
  on topologies (agent_id, name, namespace) where deleted_at is null
  and agent_id = '00000000-0000-0000-0000-000000000000';

create table components (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint components_agent_id_fkey references agents (id),
  topology_id uuid constraint components_topology_id_fkey references topologies (id),
  external_id text not null,
  parent_id uuid constraint components_parent_id_fkey references components (id),
  config_id uuid constraint components_config_id_fkey references config_items (id),
  name text not null,
  text text,
  topology_type text,
  namespace text,
  labels jsonb,
  hidden boolean not null default false,
  silenced boolean not null default false,
  is_pushed boolean not null default false,
  status text not null,
  status_expr text,
  health_expr text,
  health text,
  description text,
  lifecycle text,
  tooltip text,
  status_reason text,
  schedule text,
  icon text,
  type text,
  owner text,
  selectors jsonb,
  log_selectors jsonb,
  component_checks jsonb,
  configs jsonb,
  properties jsonb,
  properties_values jsonb generated always as
    (jsonb_path_query_array(properties, '$[*].text') || jsonb_path_query_array(properties, '$[*].value')) stored,
  path text,
  summary jsonb,
  is_leaf boolean default false,
  cost_per_minute numeric(16,4),
  cost_total_1d numeric(16,4),
  cost_total_7d numeric(16,4),
  cost_total_30d numeric(16,4),
  created_by uuid constraint components_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  constraint components_topology_id_type_name_parent_id_key unique (topology_id, type, name, parent_id)
);
create index components_properties_idx on components using gin (properties);
create index components_properties_values_idx on components using gin (properties_values);
create index components_unpushed_idx on components (length(path)) where is_pushed = false;
create index components_deleted_at_idx on components (deleted_at);
create index components_agent_id_idx on components (agent_id);
create index components_parent_id_idx on components (parent_id);
create index components_config_id_idx on components (config_id);
create index components_configs_idx on components (configs);

create table component_relationships (
  component_id uuid not null
    constraint component_relationships_component_id_fkey references components (id) on delete cascade,
  relationship_id uuid not null
    constraint component_relationships_relationship_id_fkey references components (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  relationship_path text,
  is_pushed boolean not null default false,
  constraint component_relationships_key unique (component_id, relationship_id, selector_id)
);
create index component_relationships_relationship_id_idx on component_relationships (relationship_id);
create index component_relationships_deleted_at_idx on component_relationships (deleted_at);

create table check_component_relationships (
  component_id uuid not null
    constraint check_component_relationships_component_id_fkey references components (id) on delete cascade,
  check_id uuid not null
    constraint check_component_relationships_check_id_fkey references checks (id) on delete cascade,
  canary_id uuid not null
    constraint check_component_relationships_canary_id_fkey references canaries (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false,
  constraint check_component_relationships_key unique (component_id, check_id, canary_id, selector_id)
);
create index check_component_relationships_check_id_idx on check_component_relationships (check_id);
create index check_component_relationships_canary_id_idx on check_component_relationships (canary_id);
create index check_component_relationships_deleted_at_idx on check_component_relationships (deleted_at);

create table config_component_relationships (
  component_id uuid not null
    constraint config_component_relationships_component_id_fkey references components (id) on delete cascade,
  config_id uuid not null
    constraint config_component_relationships_config_id_fkey references config_items (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false,
  constraint config_component_relationships_component_id_config_id_key unique (component_id, config_id)
);
create index config_component_relationships_config_id_idx on config_component_relationships (config_id);
create index config_component_relationships_deleted_at_idx on config_component_relationships (deleted_at);

create table team_components (
  team_id uuid not null constraint team_components_team_id_fkey references teams (id) on delete cascade,
  component_id uuid not null constraint team_components_component_id_fkey references components (id) on delete cascade,
  role text,
  selector_id text,
  primary key (team_id, component_id),
  constraint team_components_team_id_component_id_selector_id_key unique (team_id, component_id, selector_id)
);
create index team_components_component_id_idx on team_components (component_id);

call keep_updated_at('topologies');
call keep_updated_at('components');
call keep_updated_at('component_relationships');
call keep_updated_at('check_component_relationships');
call keep_updated_at('config_component_relationships');
call keep_unpushed('topologies');
call keep_unpushed('components');
call keep_unpushed('component_relationships');
call keep_unpushed('check_component_relationships');
call keep_unpushed('config_component_relationships');

create or replace function cascade_canary_deletion() returns trigger language plpgsql as $$
begin
  update checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  return null;
end $$;

create function cascade_check_deletion() returns trigger language plpgsql as $$
begin
  update check_component_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger checks_cascade_deletion after update of deleted_at on checks for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function cascade_check_deletion();

create function cascade_component_deletion() returns trigger language plpgsql as $$
begin
  delete from team_components where component_id = new.id;
  update component_relationships set deleted_at = now()
  where (component_id = new.id or relationship_id = new.id) and deleted_at is null;
  update check_component_relationships set deleted_at = now() where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = now() where component_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger components_cascade_deletion after update of deleted_at on components for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function cascade_component_deletion();

create function cascade_team_deletion() returns trigger language plpgsql as $$
begin
  delete from team_components where team_id = new.id;
  return null;
end $$;
create trigger teams_cascade_deletion after update of deleted_at on teams for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function cascade_team_deletion();

create function queue_component_event() returns trigger language plpgsql as $$
begin
  perform queue_events('component.' || coalesce(nullif(new.health, ''), 'unknown'),
    array[jsonb_build_object('id', new.id, 'status', new.status, 'description', new.description)]);
  return null;
end $$;
create trigger components_event after update on components for each row
  when (coalesce(nullif(old.health, ''), 'unknown') <> coalesce(nullif(new.health, ''), 'unknown'))
  execute function queue_component_event();
`;
