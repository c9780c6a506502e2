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
`;
