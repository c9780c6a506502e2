/**
 * What follows from a write to the catalog. Scrapes write thousands of rows at once, so the effects on other tables are
 * one statement for all rows of a write; only what must change a row before it is stored is done row by row.
 */
export const catalogEffects = /* sql */ `
create function name_config_item() returns trigger language plpgsql as $$
begin
  new.name := right(new.id::text, 12);
  return new;
end $$;
create trigger config_items_name before insert on config_items for each row
  when (coalesce(new.name, '') = '') execute function name_config_item();

-- The first items of all come when the table is not analysed: a scan would read it once for each of them.
create function link_aliases(ids uuid[]) returns void language sql set enable_seqscan = off as $$
  insert into config_relationships (config_id, related_id, relation)
  select n.id, o.id, 'Alias' from config_items n
  join config_items o on o.external_id && n.external_id and o.type <> n.type and o.deleted_at is null
  where n.id = any (ids)
  on conflict (related_id, config_id, relation) do update set deleted_at = null
    where config_relationships.deleted_at is not null
$$;
comment on function link_aliases(uuid[]) is
  'Relates each of the items to every live item of another type that goes by one of the same external ids';

create function link_parents(ids uuid[]) returns void language sql as $$
  insert into config_relationships (config_id, related_id, relation)
  select c.parent_id, c.id, 'hard' from config_items c where c.id = any (ids) and c.parent_id is not null
  on conflict (related_id, config_id, relation) do update set deleted_at = null
    where config_relationships.deleted_at is not null
$$;

create function config_health_event(previous text, current text) returns text language sql immutable as $$
  select case when previous = 'unhealthy' and current = 'warning' then 'config.degraded'
    else 'config.' || coalesce(nullif(current, ''), 'unknown') end
$$;

create function record_health_changes(turned jsonb[]) returns void language sql as $$
  insert into config_changes (config_id, change_type, source, severity, summary, details)
  select (t ->> 'id')::uuid,
    case when t ->> 'health' in ('healthy', 'warning', 'unhealthy') then initcap(t ->> 'health') else 'HealthUnknown' end,
    'config-db',
    case t ->> 'health' when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
    nullif(concat_ws(': ', nullif(t #>> '{current,status}', ''), nullif(t #>> '{current,description}', '')), ''),
    jsonb_build_object('previous', t -> 'previous', 'current', t -> 'current')
  from unnest(turned) t order by t ->> 'id'
$$;
comment on function record_health_changes(jsonb[]) is
  'One row of history for each {id, health, previous, current} of an item whose health turned';

create function react_to_new_config_items() returns trigger language plpgsql as $$
begin
  perform link_aliases(a.ids) from (select array_agg(id) as ids from added where external_id <> '{}') a
  where a.ids is not null;
  perform link_parents(a.ids) from (select array_agg(id) as ids from added where parent_id is not null) a
  where a.ids is not null;
  if is_quiet() then return null; end if;
  perform queue_events('config.created', array_agg(jsonb_build_object('id', id))) from added having count(*) > 0;
  perform queue_events('config.' || health,
    array_agg(jsonb_build_object('id', id, 'status', status, 'description', description)))
  from added where health in ('warning', 'unhealthy') group by health;
  perform record_health_changes(array_agg(jsonb_build_object('id', id, 'health', health,
    'previous', jsonb_build_object('status', null, 'ready', null, 'description', null),
    'current', jsonb_build_object('status', status, 'ready', ready, 'description', description))))
  from added where health in ('healthy', 'warning', 'unhealthy') and agent_id = default_agent() having count(*) > 0;
  return null;
end $$;
create trigger config_items_added after insert on config_items referencing new table as added
  for each statement execute function react_to_new_config_items();

create function unlink_parents(ids uuid[], parents uuid[]) returns void language sql as $$
  delete from config_relationships r using unnest(ids, parents) u(id, parent_id)
  where r.related_id = u.id and r.config_id = u.parent_id and r.relation = 'hard'
$$;

create function react_to_config_items() returns trigger language plpgsql as $$
declare
  renamed uuid[];
  moved uuid[];
  moved_from uuid[];
  deleted jsonb[];
  turned jsonb[];
begin
  -- Planned each time: a plan kept from a write of one row would compare each with each in a write of thousands.
  execute $sql$
    select array_agg(id) filter (where renamed), array_agg(id) filter (where moved),
      array_agg(moved_from) filter (where moved), array_agg(jsonb_build_object('id', id)) filter (where deleted),
      array_agg(jsonb_build_object('id', id, 'health', health, 'event', event, 'local', local,
        'previous', previous, 'current', current)) filter (where turned)
    from (
      select n.id, n.health, o.parent_id as moved_from, n.agent_id = default_agent() as local,
        (o.external_id, o.type) is distinct from (n.external_id, n.type) as renamed,
        o.parent_id is distinct from n.parent_id as moved,
        o.deleted_at is null and n.deleted_at is not null as deleted,
        coalesce(nullif(o.health, ''), 'unknown') <> coalesce(nullif(n.health, ''), 'unknown') as turned,
        config_health_event(o.health, n.health) as event,
        jsonb_build_object('status', o.status, 'ready', o.ready, 'description', o.description) as previous,
        jsonb_build_object('status', n.status, 'ready', n.ready, 'description', n.description) as current
      from before o join after n using (id)) c
    where renamed or moved or deleted or turned
  $sql$ into renamed, moved, moved_from, deleted, turned;
  if renamed is not null then
    perform link_aliases(renamed);
  end if;
  if moved is not null then
    perform unlink_parents(moved, moved_from), link_parents(moved);
  end if;
  if is_quiet() then return null; end if;
  if deleted is not null then
    perform queue_events('config.deleted', deleted);
  end if;
  if turned is not null then
    perform queue_events(t ->> 'event', array_agg(jsonb_build_object(
      'id', t -> 'id', 'status', t #> '{current,status}', 'description', t #> '{current,description}')))
    from unnest(turned) t group by t ->> 'event';
    perform record_health_changes(array_agg(t)) from unnest(turned) t where t -> 'local' = 'true' having count(*) > 0;
  end if;
  return null;
end $$;
create trigger config_items_changed after update on config_items referencing old table as before new table as after
  for each statement execute function react_to_config_items();

create function merge_config_change() returns trigger language plpgsql as $$
declare
  known config_changes;
begin
  if new.external_change_id is not null then
    delete from config_changes c where c.config_id = new.config_id and c.external_change_id = new.external_change_id
    returning c.* into known;
  end if;
  if known.id is null then
    delete from config_changes c where c.id = new.id returning c.* into known;
    if found then
      new.count := greatest(known.count, new.count);
      new.first_observed := least(known.first_observed, new.first_observed);
      new.inserted_at := known.inserted_at;
    end if;
    return new;
  end if;
  new.id := known.id;
  new.count := known.count
    + ((new.details, new.created_at) is distinct from (known.details, known.created_at))::int;
  new.first_observed := known.first_observed;
  new.inserted_at := known.inserted_at;
  return new;
end $$;
comment on function merge_config_change() is
  'A change that is known, by its external id or its id, is taken out and put in again merged, so that every insert '
  'returns its row. References to it are checked when the transaction ends';
create trigger config_changes_merge before insert on config_changes for each row
  when (not is_quiet()) execute function merge_config_change();

create function hold_config_change() returns trigger language plpgsql as $$
begin
  new.created_at := old.created_at;
  new.count := old.count;
  return new;
end $$;
create trigger config_changes_hold before update on config_changes for each row
  when ((old.created_at, old.count) is distinct from (new.created_at, new.count)
    and (old.details, old.diff) is not distinct from (new.details, new.diff))
  execute function hold_config_change();
call keep_unpushed('config_changes');

create function queue_change_events() returns trigger language plpgsql as $$
begin
  perform queue_events(c.event, array_agg(jsonb_build_object('id', c.config_id, 'change_id', c.id)))
  from (select case change_type when 'diff' then 'config.updated' else 'config.changed' end as event, config_id, id
    from changed) c
  group by c.event;
  return null;
end $$;
create trigger config_changes_added after insert on config_changes referencing new table as changed
  for each statement when (not is_quiet()) execute function queue_change_events();
create trigger config_changes_changed after update on config_changes referencing new table as changed
  for each statement when (not is_quiet()) execute function queue_change_events();

call keep_updated_at('applications');
call keep_updated_at('config_scrapers');
call keep_updated_at('scrape_plugins');
call keep_updated_at('config_items', array['config']);
call keep_updated_at('config_relationships');
call keep_updated_at('check_config_relationships');
call keep_unpushed('config_scrapers');
call keep_unpushed('config_items');
call keep_unpushed('config_analysis');
call keep_unpushed('config_relationships');
call keep_unpushed('check_config_relationships');
call announce_activity_of('scrape_plugins', 'id');
`;
