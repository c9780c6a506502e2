/** Scrapers and what they find: configuration items, their changes, insights and relationships. */
export const catalog = /* sql */ `
create table applications (
  id uuid primary key default generate_ulid(),
  description text,
  name text not null,
  namespace text,
  spec jsonb not null,
  labels jsonb,
  source source not null,
  created_by uuid constraint applications_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz
);

create table config_scrapers (
  id uuid primary key default generate_ulid(),
  description text,
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null,
  application_id uuid constraint config_scrapers_application_id_fkey references applications (id) on delete cascade,
  created_by uuid constraint config_scrapers_created_by_fkey references people (id),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint config_scrapers_agent_id_fkey references agents (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  is_pushed boolean not null default false
);

create table scrape_plugins (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null,
  created_by uuid constraint scrape_plugins_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);

create table config_items (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint config_items_agent_id_fkey references agents (id),
  icon text,
  scraper_id uuid constraint config_items_scraper_id_fkey references config_scrapers (id),
  config_class text not null,
  status text,
  health text,
  ready boolean,
  external_id text[],
  type text not null,
  cost_per_minute numeric(16,4),
  cost_total_1d numeric(16,4),
  cost_total_7d numeric(16,4),
  cost_total_30d numeric(16,4),
  name text,
  description text,
  config jsonb,
  source text,
  labels jsonb,
  tags jsonb,
  tags_values jsonb generated always as (jsonb_path_query_array(tags, '$.*')) stored,
  properties jsonb,
  properties_values jsonb generated always as
    (jsonb_path_query_array(properties, '$[*].text') || jsonb_path_query_array(properties, '$[*].value')) stored,
  parent_id uuid constraint config_items_parent_id_fkey references config_items (id)
    deferrable initially deferred,
  path text,
  is_pushed boolean not null default false,
  created_by uuid,
  last_scraped_time timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz,
  delete_reason text,
  inserted_at timestamptz not null default now(),
  constraint config_items_name_check check (length(name) > 0),
  constraint config_items_type_check check (length(type) > 0)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index config_items_unpushed_idx on config_items (length(path)) where is_pushed = false;
create index config_items_scraper_id_idx on config_items (scraper_id);
create index config_items_parent_id_idx on config_items (parent_id);
create index config_items_external_id_idx on config_items using gin (external_id) with (fastupdate = off);
create index config_items_deleted_at_idx on config_items (deleted_at);
create index config_items_tags_idx on config_items using gin (tags);
create index config_items_tags_values_idx on config_items using gin (tags_values);
create index config_items_properties_values_idx on config_items using gin (properties_values);
create index config_items_agent_id_name_type_config_class_idx on config_items (agent_id, name, type, config_class);
create index config_items_live_scraper_id_idx on config_items (scraper_id) where deleted_at is null;
create index config_items_path_idx on config_items (path);

create table config_locations (
  id uuid not null constraint config_locations_config_item_id_fkey references config_items (id) on delete cascade,
  location text not null,
  constraint config_locations_id_location_key unique (id, location)
);
create index config_locations_location_idx on config_locations (location text_pattern_ops) include (id);

create table config_changes (
  id uuid primary key default generate_ulid(),
  config_id uuid not null
    constraint config_changes_config_id_fkey references config_items (id) on delete cascade
    deferrable initially deferred,
  external_change_id text,
  external_created_by text,
  change_type text,
  severity text,
  source text,
  summary text,
  patches jsonb,
  diff text,
  details jsonb,
  created_by uuid,
  created_at timestamptz not null default now(),
  count int4 not null default 1,
  fingerprint text,
  first_observed timestamptz not null default now(),
  is_pushed boolean not null default false,
  inserted_at timestamptz not null default now(),
  constraint config_changes_config_id_external_change_id_key unique (config_id, external_change_id)
);
create index config_changes_created_at_brin_idx on config_changes using brin (created_at);
create index config_changes_created_at_idx on config_changes (created_at);
create index config_changes_change_type_idx on config_changes (change_type);
create index config_changes_config_id_created_at_idx on config_changes (config_id, created_at);
create index config_changes_config_id_change_type_idx on config_changes (config_id, change_type);
create index config_changes_fingerprint_created_at_idx on config_changes (fingerprint, created_at);

create table config_analysis (
  id uuid primary key default generate_ulid(),
  config_id uuid not null
    constraint config_analysis_config_id_fkey references config_items (id) on delete cascade
    deferrable initially deferred,
  scraper_id uuid,
  created_by uuid constraint config_analysis_created_by_fkey references people (id),
  source text,
  analyzer text not null,
  analysis_type text,
  severity text,
  summary text,
  status text default 'open',
  message text,
  analysis jsonb,
  first_observed timestamptz not null default now(),
  last_observed timestamptz,
  is_pushed boolean not null default false
);
create index config_analysis_config_id_idx on config_analysis (config_id);
create index config_analysis_open_config_id_idx on config_analysis (config_id) where status = 'open';
create index config_analysis_last_observed_idx on config_analysis using brin (last_observed);
create index config_analysis_scraper_id_idx on config_analysis (scraper_id);
create index config_analysis_first_observed_idx on config_analysis (first_observed);

create table config_relationships (
  config_id uuid not null
    constraint config_relationships_config_id_fkey references config_items (id) on delete cascade
    deferrable initially deferred,
  related_id uuid not null
    constraint config_relationships_related_id_fkey references config_items (id) on delete cascade
    deferrable initially deferred,
  relation text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false,
  constraint config_relationships_related_id_config_id_relation_key unique (related_id, config_id, relation)
);
create index config_relationships_config_id_idx on config_relationships (config_id);
create index config_relationships_deleted_at_idx on config_relationships (deleted_at);

create table check_config_relationships (
  config_id uuid not null
    constraint check_config_relationships_config_id_fkey references config_items (id) on delete cascade
    deferrable initially deferred,
  check_id uuid not null constraint check_config_relationships_check_id_fkey references checks (id) on delete cascade,
  canary_id uuid not null
    constraint check_config_relationships_canary_id_fkey references canaries (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  selector_id text,
  is_pushed boolean not null default false,
  constraint check_config_relationships_key unique (config_id, check_id, canary_id, selector_id)
);
create index check_config_relationships_check_id_idx on check_config_relationships (check_id);
create index check_config_relationships_canary_id_idx on check_config_relationships (canary_id);

insert into config_scrapers (id, name, source, spec) values
  ('00000000-0000-0000-0000-000000000000', 'System', 'System', '{"schedule": "@every 5m", "system": true}');
`;
