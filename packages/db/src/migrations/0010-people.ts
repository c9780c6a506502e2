/** Teams, their members, the identities that sign in, and access tokens. */
export const people = /* sql */ `
create table teams (
  id uuid primary key default generate_ulid(),
  name text not null,
  icon text,
  spec jsonb,
  source text,
  created_by uuid not null constraint teams_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index teams_name_key on teams (name) where deleted_at is null;

create table team_members (
  team_id uuid not null constraint team_members_team_id_fkey references teams (id) on delete cascade,
  person_id uuid not null constraint team_members_person_id_fkey references people (id) on delete cascade,
  primary key (team_id, person_id)
);
create index team_members_person_id_idx on team_members (person_id);

create table identities (
  id uuid primary key default gen_random_uuid(),
  schema_id text not null,
  traits jsonb not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  nid uuid,
  state text not null default 'active',
  state_changed_at timestamp,
  metadata_public jsonb,
  metadata_admin jsonb
);

create table access_tokens (
  id uuid primary key default generate_ulid(),
  name text not null,
  person_id uuid not null constraint access_tokens_person_fkey references people (id) on delete cascade,
  value text not null,
  created_at timestamptz not null,
  created_by uuid constraint access_tokens_created_by_fkey references people (id),
  expires_at timestamptz,
  constraint access_tokens_person_id_name_key unique (person_id, name)
);

alter table people add constraint people_team_id_fkey foreign key (team_id) references teams (id);
create index people_team_id_idx on people (team_id);

call keep_updated_at('teams');
call keep_updated_at('identities');
call announce_activity_of('teams', 'id');
call announce_activity_of('team_members', 'team_id', 'person_id');

create function full_name(traits jsonb) returns text language sql immutable as $$
  select coalesce(
    nullif(concat_ws(' ', nullif(btrim(traits #>> '{name,first}'), ''), nullif(btrim(traits #>> '{name,last}'), '')), ''),
    case when jsonb_typeof(traits -> 'name') = 'string' then traits ->> 'name' end, traits ->> 'email', '')
$$;

create function sync_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from casbin_rule where v0 = old.id::text;
    update people set deleted_at = now() where id = old.id;
  else
    insert into people (id, name, email) values (new.id, full_name(new.traits), new.traits ->> 'email')
    on conflict (id) do update set name = excluded.name, email = excluded.email;
  end if;
  return null;
end $$;
comment on function sync_identity() is 'Each identity has a person of the same id; with the identity go its roles';
create trigger identities_sync after insert or update or delete on identities
  for each row execute function sync_identity();
`;
