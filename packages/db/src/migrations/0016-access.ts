/** Permissions here, and who may do what in the systems that are scraped. */
export const access = /* sql */ `
create table permissions (
  id uuid primary key default generate_ulid(),
  name text not null default uuid_to_ulid(generate_ulid()),
  namespace text,
  description text,
  source text not null default 'UI',
  subject_type text not null default 'group',
  subject text,
  action text not null,
  object text,
  object_selector jsonb,
  deny boolean not null default false,
  component_id uuid constraint permissions_component_id_fkey references components (id) on delete cascade,
  config_id uuid constraint permissions_config_id_fkey references config_items (id) on delete cascade,
  canary_id uuid constraint permissions_canary_id_fkey references canaries (id) on delete cascade,
  playbook_id uuid constraint permissions_playbook_id_fkey references playbooks (id) on delete cascade,
  connection_id uuid constraint permissions_connection_id_fkey references connections (id) on delete cascade,
  created_by uuid constraint permissions_created_by_fkey references people (id),
  person_id uuid constraint permissions_person_fkey references people (id) on delete cascade,
  team_id uuid constraint permissions_team_fkey references teams (id) on delete cascade,
  notification_id uuid constraint permissions_notification_fkey references notifications (id) on delete cascade,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  until timestamptz,
  agents text[],
  tags jsonb
);
create index permissions_config_id_idx on permissions (config_id);
create index permissions_component_id_idx on permissions (component_id);
create index permissions_canary_id_idx on permissions (canary_id);
create index permissions_subject_idx on permissions (subject);

create table permission_groups (
  id uuid primary key default generate_ulid(),
  name text,
  namespace text,
  selectors jsonb not null,
  source text not null default 'UI',
  created_by uuid constraint permissions_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index permission_groups_namespace_name_key
  on permission_groups (namespace, name) where deleted_at is null;

create table casbin_rule (
  id bigserial primary key,
  ptype varchar(100) not null,
  v0 varchar(100) not null,
  v1 varchar(100) not null,
  v2 varchar(100),
  v3 varchar(100),
  v4 varchar(100),
  v5 varchar(100)
);
create unique index casbin_rule_ptype_v0_v1_v2_v3_v4_v5_key on casbin_rule (ptype, v0, v1, v2, v3, v4, v5)
  nulls not distinct;

create table external_users (
  id uuid primary key,
  account_id text not null,
  aliases text[],
  name text not null,
  user_type text not null,
  email text,
  scraper_id uuid not null constraint external_users_scraper_id_fkey references config_scrapers (id),
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  created_by uuid
);

create table external_groups (
  id uuid primary key,
  account_id text not null,
  scraper_id uuid not null constraint external_groups_scraper_id_fkey references config_scrapers (id),
  aliases text[],
  name text not null,
  group_type text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz
);

create table external_user_groups (
  external_user_id uuid not null constraint external_user_groups_external_user_id_fkey references external_users (id),
  external_group_id uuid not null
    constraint external_user_groups_external_group_id_fkey references external_groups (id),
  deleted_at timestamptz,
  deleted_by uuid,
  created_at timestamptz not null,
  created_by uuid,
  primary key (external_user_id, external_group_id)
);

create table external_roles (
  id uuid primary key,
  scraper_id uuid,
  application_id uuid constraint external_roles_application_id_fkey references applications (id),
  account_id text not null,
  aliases text[],
  role_type text not null,
  name text not null,
  description text
);

create table access_reviews (
  id uuid primary key,
  scraper_id uuid not null constraint access_reviews_scraper_id_fkey references config_scrapers (id),
  aliases text,
  config_id uuid not null constraint access_reviews_config_id_fkey references config_items (id),
  external_user_id uuid not null constraint access_reviews_external_user_id_fkey references external_users (id),
  external_role_id uuid not null constraint access_reviews_external_role_id_fkey references external_roles (id),
  created_at timestamptz not null,
  created_by uuid,
  source text not null
);
create index access_reviews_config_id_idx on access_reviews (config_id);

create table config_access (
  id text primary key,
  config_id uuid not null constraint config_access_config_id_fkey references config_items (id),
  scraper_id uuid constraint config_access_scraper_id_fkey references config_scrapers (id),
  application_id uuid constraint config_access_application_id_fkey references applications (id),
  external_user_id uuid constraint config_access_external_user_id_fkey references external_users (id),
  external_group_id uuid constraint config_access_external_group_id_fkey references external_groups (id),
  external_role_id uuid constraint config_access_external_role_id_fkey references external_roles (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid,
  last_reviewed_at timestamptz,
  last_reviewed_by uuid,
  created_by uuid,
  constraint config_access_grantee_check
    check (num_nonnulls(external_user_id, external_group_id, external_role_id) > 0),
  constraint config_access_origin_check check (num_nonnulls(scraper_id, application_id) > 0)
);
create unique index config_access_grant_key
  on config_access (config_id, external_user_id, external_group_id, external_role_id) where deleted_at is null;
create index config_access_config_id_idx on config_access (config_id);

create table config_access_logs (
  external_user_id uuid not null constraint config_access_logs_external_user_id_fkey references external_users (id),
  config_id uuid not null constraint config_access_logs_config_id_fkey references config_items (id),
  scraper_id uuid not null constraint config_access_logs_scraper_id_fkey references config_scrapers (id),
  mfa boolean,
  properties jsonb,
  created_at timestamptz not null,
  primary key (external_user_id, config_id, scraper_id)
);
create index config_access_logs_config_id_idx on config_access_logs (config_id);

call keep_updated_at('permissions');
call keep_updated_at('permission_groups');
call keep_updated_at('external_users');
call keep_updated_at('external_groups');
call announce_activity_of('permissions', 'id');
call announce_activity_of('permission_groups', 'id');

create function normalise_permission() returns trigger language plpgsql as $$
declare
  moved boolean := tg_op = 'UPDATE' and
    (old.team_id, old.person_id, old.notification_id) is distinct from (new.team_id, new.person_id, new.notification_id);
begin
  if nullif(new.subject, '') is null or (moved and new.subject is not distinct from old.subject) then
    new.subject := coalesce(new.team_id, new.person_id, new.notification_id)::text;
    new.subject_type := case when new.team_id is not null then 'team' when new.person_id is not null then 'person'
      when new.notification_id is not null then 'notification' else new.subject_type end;
  end if;
  return new;
end $$;
comment on function normalise_permission() is
  'Who is meant is always in subject and subject_type, also when a client names a person, team or notification';
create trigger permissions_normalise before insert or update on permissions
  for each row execute function normalise_permission();
`;
