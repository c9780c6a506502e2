/**
 * How many changes and open insights a configuration item has. Kept by the item: writers append the id of an item whose
 * numbers moved, a job counts those items anew, together with the items of which a change just left a window. Readers
 * are never blocked, and what they see is as old as the last run of the job, however many items there are.
 */
export const configSummaries = /* sql */ `
create table config_item_counts (
  config_id uuid primary key,
  changes_3d int8 not null default 0,
  changes_7d int8 not null default 0,
  changes_30d int8 not null default 0,
  open_analysis jsonb not null default '{}'
) with (fillfactor = 80);
comment on table config_item_counts is 'Changes of an item in the last 3, 7 and 30 days and its open insights by type';

create table config_counts_due (config_id uuid not null)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table config_counts_due is 'Items to be counted anew; an item may stand here more than once';

create table config_counts_state (only_row boolean primary key default true check (only_row), counted_at timestamptz not null);
insert into config_counts_state (counted_at) values (now());

create function note_config_counts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'config_items' and tg_op = 'DELETE' then
    delete from config_item_counts c using old_rows o where c.config_id = o.id;
  elsif tg_table_name = 'config_items' then
    insert into config_counts_due select id from new_rows;
  elsif tg_op = 'DELETE' then
    insert into config_counts_due select distinct config_id from old_rows;
  else
    insert into config_counts_due select distinct config_id from new_rows;
  end if;
  return null;
end $$;

create function note_moved_config_counts() returns trigger language plpgsql as $$
begin
  insert into config_counts_due values (new.config_id);
  if old.config_id <> new.config_id then
    insert into config_counts_due values (old.config_id);
  end if;
  return null;
end $$;

create trigger config_items_counts_insert after insert on config_items referencing new table as new_rows
  for each statement execute function note_config_counts();
create trigger config_items_counts_delete after delete on config_items referencing old table as old_rows
  for each statement execute function note_config_counts();
create trigger config_changes_counts_insert after insert on config_changes referencing new table as new_rows
  for each statement execute function note_config_counts();
create trigger config_changes_counts_delete after delete on config_changes referencing old table as old_rows
  for each statement execute function note_config_counts();
create trigger config_changes_counts_update after update on config_changes for each row
  when (old.config_id <> new.config_id or old.created_at <> new.created_at) execute function note_moved_config_counts();
create trigger config_analysis_counts_insert after insert on config_analysis referencing new table as new_rows
  for each statement execute function note_config_counts();
create trigger config_analysis_counts_delete after delete on config_analysis referencing old table as old_rows
  for each statement execute function note_config_counts();
create trigger config_analysis_counts_update after update on config_analysis for each row
  when (old.config_id <> new.config_id or old.status is distinct from new.status
    or old.analysis_type is distinct from new.analysis_type) execute function note_moved_config_counts();

create function refresh_config_summaries(everything boolean default false) returns int8
language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  before timestamptz;
  written int8;
begin
  if not pg_try_advisory_xact_lock(hashtext('config_item_counts')) then return 0; end if;
  select counted_at into before from config_counts_state;
  update config_counts_state set counted_at = now();
  with taken as (
    delete from config_counts_due returning config_id
  ), due as materialized (
    select config_id as id from taken
    union select c.config_id from (values (3), (7), (30)) w(days)
      join config_changes c on c.created_at > before - make_interval(days => w.days)
        and c.created_at <= now() - make_interval(days => w.days)
    union select i.id from config_items i where everything
  )
  insert into config_item_counts as t (config_id, changes_3d, changes_7d, changes_30d, open_analysis)
  select i.id, c.last_3, c.last_7, c.last_30, coalesce(a.by_type, '{}')
  from due d join config_items i on i.id = d.id
  cross join lateral (
    select count(*) filter (where h.created_at > now() - interval '3 days') as last_3,
      count(*) filter (where h.created_at > now() - interval '7 days') as last_7, count(*) as last_30
    from config_changes h where h.config_id = i.id and h.created_at > now() - interval '30 days') c
  cross join lateral (
    select jsonb_object_agg(o.type, o.n) as by_type from (
      select coalesce(n.analysis_type, '') as type, count(*) as n from config_analysis n
      where n.config_id = i.id and n.status = 'open' group by 1) o) a
  on conflict (config_id) do update set changes_3d = excluded.changes_3d, changes_7d = excluded.changes_7d,
    changes_30d = excluded.changes_30d, open_analysis = excluded.open_analysis
  where (t.changes_3d, t.changes_7d, t.changes_30d, t.open_analysis)
    is distinct from (excluded.changes_3d, excluded.changes_7d, excluded.changes_30d, excluded.open_analysis);
  get diagnostics written = row_count;
  if everything then
    delete from config_item_counts t where not exists (select from config_items i where i.id = t.config_id);
  end if;
  return written;
end $$;
comment on function refresh_config_summaries(boolean) is
  'Counts the items anew whose changes or insights moved since the last call (or all); resolves with the items written. '
  'Cheap enough for every ten seconds; all of them once a day';

create view config_item_summary_3d as
  select config_id, changes_3d as config_changes_count, open_analysis as config_analysis_type_counts from config_item_counts;
create view config_item_summary_7d as
  select config_id, changes_7d as config_changes_count, open_analysis as config_analysis_type_counts from config_item_counts;
create view config_item_summary_30d as
  select config_id, changes_30d as config_changes_count, open_analysis as config_analysis_type_counts from config_item_counts;
`;
