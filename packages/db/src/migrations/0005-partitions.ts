/** Daily partitions of `check_statuses`, and their retention. */
export const partitions = /* sql */ `
create table check_statuses_1mo (
  check_id uuid not null constraint check_statuses_aggr_check_id_fkey references checks (id) on delete cascade,
  created_at timestamptz not null,
  duration int8 not null,
  total int4 not null,
  passed int4 not null,
  failed int4 not null,
  sketch int4[] not null default '{}',
  primary key (check_id, created_at)
);

create table status_coverage (
  grain text primary key,
  covered_from timestamptz not null,
  covered_until timestamptz not null
);
comment on table status_coverage is
  'For 1h, 1d, 1mo: from when until when every result is rolled up. For raw: covered_from is the oldest result kept';

create view status_partitions as
  select c.oid::regclass as partition,
    (to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC') as starts_at,
    (to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC') + interval '1 day' as ends_at
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'check_statuses'::regclass and c.relname ~ '^check_statuses_p[0-9]{8}$';

create function ensure_status_partitions(days_ahead int, days_back int default 1) returns int
language plpgsql set lock_timeout = '1s' as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  made int := 0;
  name text;
  starts timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('check_statuses partitions'));
  for day in select today + n from generate_series(-days_back, days_ahead) n loop
    name := 'check_statuses_p' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    starts := day::timestamp at time zone 'UTC';
    execute format('create table %I (like check_statuses including defaults including storage including compression)
      with (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_scale_factor = 0.01)', name);
    execute format('with moved as (delete from check_statuses_default where time >= %L and time < %L returning *)
      insert into %I select * from moved', starts, starts + interval '1 day', name);
    execute format('alter table check_statuses attach partition %I for values from (%L) to (%L)',
      name, starts, starts + interval '1 day');
    made := made + 1;
  end loop;
  return made;
end $$;
comment on function ensure_status_partitions(int, int) is
  'Makes the missing daily partitions around today, taking over rows that waited in the default one';

create function apply_retention(days int) returns table (kind text, removed int8)
language plpgsql set lock_timeout = '1s' as $$
declare
  today timestamptz := date_trunc('day', now(), 'UTC');
  raw_from timestamptz := today - make_interval(days => days);
  hours_from timestamptz := today - make_interval(days => days * 3);
  days_from timestamptz := today - make_interval(days => days * 9);
  old record;
begin
  kind := 'partitions';
  removed := 0;
  for old in select partition from status_partitions where ends_at <= raw_from order by starts_at loop
    begin
      execute format('drop table %s', old.partition);
      removed := removed + 1;
    exception when lock_not_available then
      raise notice 'partition % is in use; it is dropped by the next run', old.partition;
    end;
  end loop;
  return next;
  insert into status_coverage values ('raw', raw_from, 'infinity')
    on conflict (grain) do update set covered_from = greatest(status_coverage.covered_from, excluded.covered_from);

  kind := 'check_statuses';
  delete from check_statuses_default where time < raw_from;
  get diagnostics removed = row_count;
  return next;

  kind := 'check_statuses_1h';
  delete from check_statuses_1h where created_at < hours_from;
  get diagnostics removed = row_count;
  return next;
  update status_coverage set covered_from = greatest(covered_from, hours_from),
    covered_until = greatest(covered_until, hours_from) where grain = '1h';

  kind := 'check_statuses_1d';
  delete from check_statuses_1d where created_at < days_from;
  get diagnostics removed = row_count;
  return next;
  update status_coverage set covered_from = greatest(covered_from, days_from),
    covered_until = greatest(covered_until, days_from) where grain = '1d';

  kind := 'check_statuses_1mo';
  delete from check_statuses_1mo where created_at < days_from;
  get diagnostics removed = row_count;
  return next;
  update status_coverage set covered_from = greatest(covered_from, days_from),
    covered_until = greatest(covered_until, days_from) where grain = '1mo';
end $$;
comment on function apply_retention(int) is
  'Keeps results for so many days, hour rows three times, day and month rows nine times as long';

select ensure_status_partitions(3);
`;
