/** SQL of a function that walks down from a row of a table by `parent_id`, the row itself at level 0. */
const childrenOf = (name: string, table: string): string => `
create function ${name}(id text, max_depth int default -1)
returns table (child_id uuid, parent_id uuid, level int) language sql stable as $$
  with recursive down(child_id, parent_id, level, seen) as (
    select t.id, t.parent_id, 0, array[t.id] from ${table} t where t.id = text_to_uuid($1)
    union all
    select t.id, t.parent_id, d.level + 1, d.seen || t.id from down d join ${table} t on t.parent_id = d.child_id
    where ($2 < 0 or d.level < $2) and t.id <> all (d.seen))
  select d.child_id, d.parent_id, d.level from down d order by d.level, d.child_id
$$;
comment on function ${name}(text, int) is 'The row and what lies below it, max_depth levels at most; negative is no limit';`;

/** The tables whose rows an agent brings, those first that point to the others. */
const AGENT_TABLES = [
  'checks',
  'canaries',
  'components',
  'topologies',
  'config_items',
  'config_scrapers',
  'logging_backends',
];

/** Lookups by component, check and item; playbook runs; send history; maintenance. */
export const lookupFunctions = /* sql */ `
create function lookup_analysis_by_component(id text) returns setof config_analysis language sql stable as $$
  select a.* from config_analysis a
  where a.config_id in (select r.config_id from config_component_relationships r where r.component_id = text_to_uuid($1))
$$;
create function lookup_changes_by_component(id text) returns setof config_changes language sql stable as $$
  select c.* from config_changes c
  where c.config_id in (select r.config_id from config_component_relationships r where r.component_id = text_to_uuid($1))
$$;
create function lookup_configs_by_component(id text) returns setof configs language sql stable as $$
  select c.* from configs c
  where c.id in (select r.config_id from config_component_relationships r
    where r.component_id = text_to_uuid($1) and r.deleted_at is null)
$$;
create function lookup_components_by_config(id text) returns setof components language sql stable as $$
  select c.* from components c where c.deleted_at is null and c.id in (
    select r.component_id from config_component_relationships r where r.config_id = text_to_uuid($1) and r.deleted_at is null)
$$;
create function lookup_components_by_check(id text) returns setof components language sql stable as $$
  select c.* from components c where c.deleted_at is null and c.id in (
    select r.component_id from check_component_relationships r where r.check_id = text_to_uuid($1) and r.deleted_at is null)
$$;
create function lookup_component_by_property(name text, value text) returns setof components language sql stable as $$
  select c.* from components c
  where c.deleted_at is null and c.properties @> jsonb_build_array(jsonb_build_object('name', $1, 'text', $2))
$$;
comment on function lookup_component_by_property(text, text) is 'The live components with a property of that name and text';

${childrenOf('lookup_component_children', 'components')}
${childrenOf('lookup_config_children', 'config_items')}

create function lookup_component_relations(component_id text) returns table (id uuid) language sql stable as $$
  select r.relationship_id from component_relationships r
    where r.component_id = text_to_uuid($1) and r.deleted_at is null
  union
  select r.component_id from component_relationships r
    where r.relationship_id = text_to_uuid($1) and r.deleted_at is null
$$;
create function lookup_config_relations(config_id text) returns table (id uuid) language sql stable as $$
  select r.related_id from config_relationships r where r.config_id = text_to_uuid($1) and r.deleted_at is null
  union
  select r.config_id from config_relationships r where r.related_id = text_to_uuid($1) and r.deleted_at is null
$$;
create function lookup_component_incidents(component_id text) returns table (id uuid) language sql stable as $$
  select i.id from incidents_by_component i where i.component_id = text_to_uuid($1)
$$;
create function lookup_component_names(ids text[]) returns table (names text[]) language sql stable as $$
  select array_agg(c.name order by g.place) from unnest($1) with ordinality g(id, place)
  join components c on c.id = text_to_uuid(g.id)
$$;
create function lookup_component_config_id_related_components(component_id text) returns table (id uuid)
language sql stable as $$
  select distinct o.component_id from config_component_relationships m
  join config_component_relationships o on o.config_id = m.config_id and o.deleted_at is null
  where m.component_id = text_to_uuid($1) and m.deleted_at is null and o.component_id <> m.component_id
$$;
comment on function lookup_component_config_id_related_components(text) is
  'The other components that are linked to a configuration item of this one';
create function check_summary_for_component(component_id uuid) returns setof check_summary language sql stable as $$
  select s.* from check_summary s where s.id in (
    select r.check_id from check_component_relationships r where r.component_id = $1 and r.deleted_at is null)
$$;

create function get_playbook_run_actions(run_id uuid)
returns table (id uuid, name text, playbook_run_id uuid, status text, scheduled_time timestamptz, start_time timestamptz,
  end_time timestamptz, result jsonb, agent_id uuid, retry_count int, agent jsonb, artifacts jsonb, error text)
language sql stable rows 20 as $$
  select a.id, a.name, a.playbook_run_id, a.status, a.scheduled_time, a.start_time, a.end_time, a.result, a.agent_id,
    a.retry_count,
    (select jsonb_build_object('id', g.id, 'name', g.name) from agents g where g.id = coalesce(a.agent_id, r.agent_id)),
    (select jsonb_agg(to_jsonb(f) order by f.created_at, f.id) from artifacts f where f.playbook_run_action_id = a.id),
    a.error
  from playbook_runs r join playbook_run_actions a on a.playbook_run_id = r.id
  where r.id = $1 or r.parent_id = $1
  order by a.start_time, a.scheduled_time, a.id
$$;
comment on function get_playbook_run_actions(uuid) is 'The actions of a run and of its direct child runs, in order of start';

create function notification_send_history_of_resource(p_resource_id uuid) returns setof notification_send_history_summary
language sql stable as $$
  with recursive found(id, parent_id) as (
    select h.id, h.parent_id from notification_send_history h where h.resource_id = $1
    union
    select p.id, p.parent_id from found f join notification_send_history p on p.id = f.parent_id)
  select s.* from notification_send_history_summary s where s.id in (select f.id from found f)
  order by s.created_at desc
$$;
comment on function notification_send_history_of_resource(uuid) is
  'What was sent, or not sent, about a resource, with the messages that those were folded into';

create function insert_unsent_notification_to_history(p_notification_id uuid, p_source_event text, p_resource_id uuid,
  p_status text, p_window interval, p_silenced_by uuid default null, p_parent_id uuid default null,
  p_body text default null, p_payload jsonb default null)
returns uuid language plpgsql as $$
declare
  kept uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_notification_id, p_source_event, p_resource_id, p_status), 0));
  update notification_send_history h set count = h.count + 1, created_at = now(), body = coalesce(p_body, h.body)
  where h.id = (
    select o.id from notification_send_history o
    where o.notification_id = p_notification_id and o.source_event = p_source_event and o.resource_id = p_resource_id
      and o.status = p_status and o.created_at > now() - p_window
      and (p_status <> 'inhibited' or o.parent_id is not distinct from p_parent_id)
    order by o.created_at desc limit 1)
  returning h.id into kept;
  if kept is null then
    insert into notification_send_history
      (notification_id, source_event, resource_id, status, silenced_by, parent_id, body, payload)
    values (p_notification_id, p_source_event, p_resource_id, p_status, p_silenced_by, p_parent_id, p_body, p_payload)
    returning id into kept;
  end if;
  return kept;
end $$;
comment on function insert_unsent_notification_to_history(uuid, text, uuid, text, interval, uuid, uuid, text, jsonb) is
  'Notes that a notification was not sent: one more of the same in the window counts up. Gives the id of the row';

create function skip_notification_send_history(p_history_id uuid, p_window interval) returns uuid language plpgsql as $$
declare
  waiting notification_send_history;
  kept uuid;
begin
  select * into waiting from notification_send_history h where h.id = p_history_id for update;
  if not found then return null; end if;
  update notification_send_history h set count = h.count + 1, created_at = now(), body = coalesce(waiting.body, h.body)
  where h.id = (
    select o.id from notification_send_history o
    where o.id <> waiting.id and o.notification_id = waiting.notification_id and o.source_event = waiting.source_event
      and o.resource_id = waiting.resource_id and o.status = 'skipped' and o.created_at > now() - p_window
    order by o.created_at desc limit 1)
  returning h.id into kept;
  if kept is null then
    update notification_send_history h set status = 'skipped', created_at = now() where h.id = waiting.id;
    return waiting.id;
  end if;
  delete from notification_send_history h where h.id = waiting.id;
  return kept;
end $$;
comment on function skip_notification_send_history(uuid, interval) is
  'Marks a waiting notification as skipped, or folds it into the same that was skipped in the window. Gives the id of the row';

create function delete_person(person_id uuid) returns void language plpgsql as $$
begin
  delete from team_members m where m.person_id = $1;
  delete from access_tokens t where t.person_id = $1;
  delete from casbin_rule r where r.v0 = $1::text;
  update people p set deleted_at = now() where p.id = $1 and p.deleted_at is null;
end $$;
comment on function delete_person(uuid) is 'Takes a person out of teams, roles and tokens; what the person made stays';

create function drop_config_items(ids uuid[]) returns int8 language plpgsql as $$
declare
  removed int8;
  gone uuid[];
begin
  select coalesce(array_agg(i.id), '{}') into gone from config_items i where i.id = any (ids)
    and not exists (select from playbook_runs r where r.config_id = i.id)
    and not exists (select from components c where c.config_id = i.id)
    and not exists (select from evidences e where e.config_id = i.id)
    and not exists (select from evidences e join config_changes c on c.id = e.config_change_id where c.config_id = i.id)
    and not exists (select from evidences e join config_analysis a on a.id = e.config_analysis_id where a.config_id = i.id)
    and not exists (select from config_access a where a.config_id = i.id)
    and not exists (select from access_reviews a where a.config_id = i.id)
    and not exists (select from config_access_logs a where a.config_id = i.id)
    and not exists (select from notification_group_resources g where g.config_id = i.id);
  update config_items i set parent_id = null where i.parent_id = any (gone) and i.id <> all (gone);
  delete from config_items i where i.id = any (gone);
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function drop_config_items(uuid[]) is
  'Removes items for good, with their changes, insights and relationships; those that something else still points to stay';

create function delete_old_config_items(older_than_days int, most int default 10000) returns int8 language sql as $$
  select drop_config_items(array(
    select i.id from config_items i where i.deleted_at < now() - make_interval(days => $1) order by i.deleted_at limit $2))
$$;
comment on function delete_old_config_items(int, int) is
  'Removes for good what was deleted longer ago; most bounds one call. Gives the number removed';

create function delete_agent_resources(id uuid) returns void language plpgsql as $$
begin
  if $1 = '00000000-0000-0000-0000-000000000000' then return; end if;
${AGENT_TABLES.map((table) => `  update ${table} t set deleted_at = now() where t.agent_id = $1 and t.deleted_at is null;`).join('\n')}
end $$;
comment on function delete_agent_resources(uuid) is 'Marks as deleted what an agent brought; never for the local one';

create function soft_delete_canary(id uuid) returns void language sql as $$
  update canaries c set deleted_at = now() where c.id = $1 and c.deleted_at is null
$$;
create function soft_delete_check(id uuid) returns void language sql as $$
  update checks c set deleted_at = now() where c.id = $1 and c.deleted_at is null
$$;
`;
