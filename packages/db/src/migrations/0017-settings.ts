/** Views, and what is configured once and seldom read. */
export const settings = /* sql */ `
create table views (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text,
  spec jsonb not null,
  source source not null default 'KubernetesCRD',
  created_by uuid constraint views_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  last_ran timestamptz,
  error text,
  updated_at timestamptz,
  deleted_at timestamptz
);

create table view_panels (
  view_id uuid not null,
  request_fingerprint text not null default '',
  results jsonb not null,
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000'
    constraint view_panels_agent_id_fkey references agents (id),
  is_pushed boolean not null default false,
  refreshed_at timestamptz default now(),
  primary key (view_id, request_fingerprint)
);

create table logging_backends (
  id uuid primary key default generate_ulid(),
  name text not null,
  labels jsonb,
  spec jsonb not null,
  source source,
  agent_id uuid,
  created_at timestamptz default now(),
  created_by uuid constraint logging_backends_created_by_fkey references people (id),
  updated_at timestamptz,
  deleted_at timestamptz
);

create table integrations (
  id uuid primary key default generate_ulid(),
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null constraint integrations_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table saved_query (
  id uuid primary key default generate_ulid(),
  icon text,
  description text,
  query text not null,
  columns jsonb,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table severities (
  id int4,
  name text not null,
  aliases text[],
  icon text
);
insert into severities (id, name, aliases, icon) values
  (1, 'Critical', '{P1}', 'error'), (2, 'Blocker', '{P2}', 'error'), (3, 'High', '{P3}', 'warning'),
  (4, 'Medium', '{P4}', 'info'), (5, 'Low', '{P4}', 'info');

create table short_urls (
  alias text primary key,
  url text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

create table migration_logs (
  path text primary key,
  hash text
);

call keep_updated_at('views');
call keep_updated_at('logging_backends');
call keep_updated_at('integrations');
call keep_updated_at('saved_query');
call keep_unpushed('view_panels');

create function cascade_agent_deletion() returns trigger language plpgsql as $$
declare
  gone_at timestamptz := now();
  cleanup boolean := old.cleanup;
  kind text;
begin
  if tg_op = 'UPDATE' then
    gone_at := new.deleted_at;
    cleanup := old.cleanup or new.cleanup;
  end if;
  update access_tokens set expires_at = now() where person_id = old.person_id;
  if cleanup then
    foreach kind in array array['topologies', 'components', 'canaries', 'checks', 'config_scrapers', 'config_items',
      'logging_backends'] loop
      execute format('update %I set deleted_at = $1 where agent_id = $2 and deleted_at is null', kind)
      using gone_at, old.id;
    end loop;
  end if;
  return null;
end $$;
comment on function cascade_agent_deletion() is
  'The tokens of an agent end with it; told to clean up, so does all that it sent. Never for the local one';
create trigger agents_cascade_deletion after update of deleted_at on agents for each row
  when (old.deleted_at is null and new.deleted_at is not null and new.id <> default_agent())
  execute function cascade_agent_deletion();
create trigger agents_cascade_removal after delete on agents for each row
  when (old.id <> default_agent()) execute function cascade_agent_deletion();
`;
