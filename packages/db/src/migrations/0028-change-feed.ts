/** Tables whose changes are told, the column that names a row, and columns whose change alone is no news. */
const WATCHED: readonly [table: string, key: string, ...ignored: string[]][] = [
  ['canaries', 'id', 'is_pushed'],
  ['check_component_relationships', 'check_id', 'is_pushed'],
  ['check_config_relationships', 'check_id', 'is_pushed'],
  ['topologies', 'id', 'is_pushed'],
  ['components', 'id', 'is_pushed'],
  ['component_relationships', 'component_id', 'is_pushed'],
  ['config_component_relationships', 'config_id', 'is_pushed'],
  ['team_components', 'component_id'],
  ['config_items', 'id', 'is_pushed', 'last_scraped_time', 'updated_at'],
  ['config_changes', 'id', 'is_pushed'],
  ['config_analysis', 'id', 'is_pushed', 'last_observed'],
  ['config_relationships', 'config_id', 'is_pushed', 'updated_at'],
  ['config_scrapers', 'id', 'is_pushed'],
  ['config_access', 'config_id'],
  ['incidents', 'id'],
  ['hypotheses', 'id'],
  ['evidences', 'id'],
  ['comments', 'id'],
  ['responders', 'id'],
  ['incident_histories', 'id'],
  ['incident_rules', 'id'],
  ['incident_relationships', 'incident_id'],
  ['people', 'id', 'last_login', 'updated_at'],
  ['teams', 'id'],
  ['team_members', 'team_id'],
  ['agents', 'id', 'last_seen', 'last_received', 'updated_at'],
  ['connections', 'id'],
  ['logging_backends', 'id'],
  ['integrations', 'id'],
  ['applications', 'id'],
  ['job_history', 'id', 'is_pushed'],
  ['properties', 'name'],
  ['notifications', 'id'],
  ['notification_send_history', 'id'],
  ['notification_silences', 'id'],
  ['playbooks', 'id'],
  ['playbook_runs', 'id'],
  ['playbook_run_actions', 'id', 'is_pushed'],
  ['playbook_approvals', 'run_id'],
  ['artifacts', 'id', 'is_pushed', 'is_data_pushed'],
  ['permissions', 'id'],
  ['permission_groups', 'id'],
  ['views', 'id', 'last_ran', 'updated_at'],
  ['view_panels', 'view_id', 'is_pushed'],
  ['saved_query', 'id'],
];

const watchAll = WATCHED.map(
  ([table, key, ...ignored]) => `select watch_rows('${table}', '${key}', '{${ignored.join(',')}}');`,
).join('\n');

/**
 * Tells of changed rows as live events. A statement notes what it changed; the notes of a transaction become events just
 * before its commit, when the lock that orders events (`live-store.ts`) is held for a moment only. Bulk statements cost
 * one note, whatever they change.
 */
export const changeFeed = /* sql */ `
create unlogged table row_changes (
  transaction xid8 not null default pg_current_xact_id(),
  place int8 generated always as identity,
  relation text not null,
  kind text not null,
  ids text[],
  primary key (transaction, place)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table row_changes is 'What the statements of a transaction changed; empty after each commit. ids: null is many';

create function note_row_changes() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'UPDATE' then
    execute format('select array_agg(key) from (select distinct n.%1$I::text as key
      from new_rows n join old_rows o using (%2$s) where %3$s limit 101) changed', tg_argv[0], tg_argv[1], tg_argv[2])
      into changed;
  else
    execute format('select array_agg(key) from (select distinct %I::text as key from %I limit 101) changed', tg_argv[0],
      case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end) into changed;
  end if;
  if changed is not null then
    insert into row_changes (relation, kind, ids) values (tg_table_name, lower(tg_op),
      case when cardinality(changed) <= 100 then changed end);
  end if;
  return null;
end $$;

create function publish_row_changes() returns trigger language plpgsql as $$
declare
  newest int8;
begin
  if not exists (select from row_changes where transaction = pg_current_xact_id()) then return null; end if;
  perform pg_advisory_xact_lock(1902406774);
  with noted as (
    delete from row_changes where transaction = pg_current_xact_id() returning *
  ), merged as (
    select n.relation, n.kind, min(n.place) as place, bool_or(n.ids is null) as many,
      (select array_agg(distinct key) from noted m, unnest(m.ids) as key
        where m.relation = n.relation and m.kind = n.kind) as ids
    from noted n group by n.relation, n.kind
  ), told as (
    insert into live_events (name, payload)
    select 'rows.changed', jsonb_build_object('table', relation, 'kind', kind,
      'ids', case when not many and cardinality(ids) <= 100 then to_jsonb(ids) end)
    from merged order by place returning id
  )
  select max(id) into newest from told;
  perform pg_notify('qd_live', newest::text);
  return null;
end $$;

create constraint trigger row_changes_publish after insert on row_changes deferrable initially deferred
  for each row execute function publish_row_changes();

create function watch_rows(relation regclass, key text, ignored text[] default '{}') returns void
language plpgsql as $$
declare
  identity text;
  differs text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into identity
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = relation and i.indisprimary;
  select 'row(' || string_agg('n.' || quote_ident(attname), ', ') || ') is distinct from row('
    || string_agg('o.' || quote_ident(attname), ', ') || ')' into differs
  from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all(ignored);
  execute format('create trigger change_feed_insert after insert on %s referencing new table as new_rows
    for each statement execute function note_row_changes(%L)', relation, key);
  execute format('create trigger change_feed_delete after delete on %s referencing old table as old_rows
    for each statement execute function note_row_changes(%L)', relation, key);
  execute format('create trigger change_feed_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function note_row_changes(%L, %L, %L)', relation, key, coalesce(identity, key), differs);
end $$;
comment on function watch_rows(regclass, text, text[]) is
  'From now on changes of rows of a table are told to consoles. key names a row; a change of ignored columns alone is no news';

${watchAll}
`;
