/** Ids, the shared enum, the trigger functions that every table uses, and the tables that the others point to. */
export const foundation = /* sql */ `
create function generate_ulid() returns uuid language sql volatile parallel safe as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::int8), 12, '0')
    || right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 8))::uuid
$$;
comment on function generate_ulid() is 'A sortable id: 6 bytes of milliseconds since the epoch, then 10 random bytes';

create function uuid_to_ulid(id uuid) returns text language sql immutable strict parallel safe as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(b.bits from n * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by n)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25) n
$$;
comment on function uuid_to_ulid(uuid) is 'The 26 characters of Crockford base32 that stand for an id';

create type source as enum
  ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System');

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function reset_is_pushed() returns trigger language plpgsql as $$
begin
  new.is_pushed := false;
  return new;
end $$;

create table people (
  id uuid primary key default generate_ulid(),
  name text not null,
  avatar text,
  type text,
  team_id uuid,
  organization text,
  title text,
  email text,
  phone text,
  properties jsonb,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  last_login timestamptz
);
create unique index people_email_key on people (email) where deleted_at is null;
create index people_external_id_idx on people (external_id);
create trigger people_touch before update on people for each row
  when (new.deleted_at is null and old.* is distinct from new.*) execute function set_updated_at();
insert into people (name) values ('System');

create table agents (
  id uuid primary key default generate_ulid(),
  name text not null,
  hostname text,
  description text,
  ip text,
  version text,
  username text,
  person_id uuid,
  properties jsonb,
  tls text,
  created_by uuid constraint agents_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cleanup boolean not null default false,
  deleted_at timestamptz,
  last_seen timestamptz,
  last_received timestamptz
);
create unique index agents_name_key on agents (name) where deleted_at is null;
create index agents_name_idx on agents (name);
create trigger agents_touch before update on agents for each row
  when (new.deleted_at is null and old.* is distinct from new.*) execute function set_updated_at();
insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');

create table connections (
  id uuid primary key default generate_ulid(),
  name text not null,
  namespace text not null default 'default',
  type text not null,
  url text,
  source source,
  username text,
  password text,
  certificate text,
  properties jsonb,
  insecure_tls boolean default true,
  created_by uuid constraint connections_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index connections_name_namespace_key on connections (name, namespace) where deleted_at is null;

create function keep_masked_secrets() returns trigger language plpgsql as $$
begin
  if new.username = '***' then new.username := old.username; end if;
  if new.password = '***' then new.password := old.password; end if;
  if new.certificate = '***' then new.certificate := old.certificate; end if;
  return new;
end $$;
create trigger connections_keep_secrets before update on connections for each row execute function keep_masked_secrets();
create trigger connections_touch before update on connections for each row
  when (new.deleted_at is null and old.* is distinct from new.*) execute function set_updated_at();

create table properties (
  name text primary key,
  value text not null,
  created_by uuid constraint properties_created_by_fkey references people (id),
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  deleted_at timestamptz
);
create trigger properties_touch before update on properties for each row
  when (new.deleted_at is null and old.* is distinct from new.*) execute function set_updated_at();

create table job_history (
  id uuid primary key default generate_ulid(),
  agent_id uuid not null default '00000000-0000-0000-0000-000000000000',
  name text,
  success_count int4,
  error_count int4,
  details jsonb,
  hostname text,
  duration_millis int4,
  resource_type text,
  resource_id text,
  status text,
  time_start timestamptz,
  time_end timestamptz,
  created_at timestamptz not null default now(),
  is_pushed boolean not null default false
);
create index job_history_resource_id_idx on job_history (resource_id);
create index job_history_status_idx on job_history (status);
create index job_history_created_at_idx on job_history (created_at);
create trigger job_history_unpush before update on job_history for each row
  when (old.is_pushed and new.is_pushed) execute function reset_is_pushed();
`;
