/** Our own tables: nodes, who runs what and when, the live state of each check, and the events sent to consoles. */
export const scheduling = /* sql */ `
create table nodes (
  id uuid primary key,
  name text not null,
  address text,
  version text,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  stopped_at timestamptz
);

create table canary_schedules (
  canary_id uuid primary key constraint canary_schedules_canary_id_fkey references canaries (id) on delete cascade,
  schedule text not null,
  anchor timestamptz not null,
  next_slot timestamptz,
  due_at timestamptz,
  node_id uuid,
  running_node uuid,
  running_since timestamptz,
  last_finished_at timestamptz,
  skipped int8 not null default 0,
  missed int8 not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index canary_schedules_next_slot_idx on canary_schedules (next_slot);
create index canary_schedules_due_at_idx on canary_schedules (due_at);
comment on column canary_schedules.next_slot is 'The slot to run next; null means never';
comment on column canary_schedules.due_at is 'next_slot plus the jitter of this slot';

create table canary_runs (
  canary_id uuid not null,
  slot timestamptz not null,
  node_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  lateness_ms int4,
  primary key (canary_id, slot)
);
create index canary_runs_started_at_idx on canary_runs using brin (started_at);

create table check_states (
  check_id uuid primary key constraint check_states_check_id_fkey references checks (id) on delete cascade,
  recent_at int4[] not null default '{}',
  recent_value int4[] not null default '{}',
  passed int4 not null default 0,
  failed int4 not null default 0,
  p50 int4,
  p95 int4,
  p97 int4,
  p99 int4,
  mean int4,
  last_check timestamptz,
  last_pass timestamptz,
  last_fail timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
comment on column check_states.recent_at is 'Epoch seconds of the last 40 results, newest last';
comment on column check_states.recent_value is 'Beside recent_at: duration in ms * 4 + 0 failed, 1 passed, 2 unknown';
comment on column check_states.passed is 'This and all that follow tell of the last hour, or of the last result before it';

create table live_events (
  id bigserial primary key,
  created_at timestamptz not null default now(),
  name text not null,
  payload jsonb
);
create index live_events_created_at_idx on live_events using brin (created_at);

create function pack_result(duration int4, status boolean, invalid boolean) returns int4
language sql immutable parallel safe as $$
  select least(greatest(coalesce(duration, 0), 0), 536870910) * 4
    + case when status is null then 2 when status then 1 else 0 end
$$;
comment on function pack_result(int4, boolean, boolean) is
  'One member of check_states.recent_value: duration in ms * 4 + 0 failed, 1 passed, 2 unknown (status null)';

create function append_recent(recent int4[], added int4[]) returns int4[] language sql immutable parallel safe as $$
  select (r.all_of)[greatest(1, cardinality(r.all_of) - 39):]
  from (select coalesce(recent, '{}') || coalesce(added, '{}') as all_of) r
$$;
comment on function append_recent(int4[], int4[]) is 'Appends the newest results and keeps the last 40';
`;
