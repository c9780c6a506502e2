/** The outbox: what happened, for whoever acts on it later. */
export const events = /* sql */ `
create table event_queue (
  id uuid primary key default generate_ulid(),
  name text not null,
  properties jsonb,
  error text,
  delay int8,
  created_at timestamptz not null default now(),
  last_attempt timestamptz,
  attempts int4 default 0,
  priority int4 not null default 100,
  constraint event_queue_name_properties_key unique (name, properties)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index event_queue_properties_idx on event_queue using gin (properties);
create index event_queue_pop_idx on event_queue (name, delay, attempts, last_attempt, priority, created_at);

create function is_quiet() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('quarterdeck.quiet', true), '') = 'on'
$$;
comment on function is_quiet() is
  'True within "set local quarterdeck.quiet = on": rows that are restored or generated tell nobody and leave no history';

create function queue_events(event text, items jsonb[]) returns void language sql as $$
  insert into event_queue (name, properties)
  select distinct queue_events.event, i from unnest(items) i where not is_quiet() order by i
  on conflict (name, properties) do update set created_at = now(), last_attempt = null, attempts = 0
$$;
comment on function queue_events(text, jsonb[]) is
  'Puts one event for each of the properties into the outbox; one that waits there already starts anew';

create function announce_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_queue_updates', a.name) from (select distinct name from added) a;
  return null;
end $$;
create trigger event_queue_announce after insert on event_queue referencing new table as added
  for each statement execute function announce_events();

create function announce_table_activity() returns trigger language plpgsql as $$
declare
  changed jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('table_activity', concat_ws(' ', tg_table_name, tg_op, changed ->> tg_argv[0], changed ->> tg_argv[1]));
  return null;
end $$;
comment on function announce_table_activity() is
  'Tells the channel table_activity "<table> <operation> <id>"; the columns of the id are the arguments';

create procedure announce_activity_of(relation text, variadic key text[]) language plpgsql as $$
begin
  execute format('create trigger %I after insert or update or delete on %I for each row
    execute function announce_table_activity(%s)', relation || '_activity', relation,
    (select string_agg(quote_literal(k), ', ') from unnest(key) k));
end $$;

create function default_agent() returns uuid language sql immutable parallel safe as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;
comment on function default_agent() is 'The id that stands for the local server';

create procedure keep_updated_at(relation text, watched text[] default null) language plpgsql as $$
declare
  columns text[] := array(select a.attname::text from pg_attribute a where a.attrelid = relation::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum);
  compared text[] := coalesce(watched, columns);
  moves text := format('(%s) is distinct from (%s)',
    (select string_agg(format('old.%I', c), ', ') from unnest(compared) c),
    (select string_agg(format('new.%I', c), ', ') from unnest(compared) c));
begin
  if 'agent_id' = any (columns) then
    moves := moves || ' and coalesce(new.agent_id, default_agent()) = default_agent()';
  end if;
  if 'is_pushed' = any (columns) then
    moves := moves || ' and old.is_pushed = new.is_pushed';
  end if;
  if 'deleted_at' = any (columns) then
    moves := moves || ' and new.deleted_at is null';
  end if;
  execute format('create trigger %I before update on %I for each row when (%s) execute function set_updated_at()',
    relation || '_touch', relation, moves);
end $$;
comment on procedure keep_updated_at(text, text[]) is
  'Moves updated_at with each change of the local agent''s live rows, or of the watched columns alone';

create procedure keep_unpushed(relation text) language plpgsql as $$
begin
  execute format('create trigger %I before update on %I for each row when (old.is_pushed and new.is_pushed)
    execute function reset_is_pushed()', relation || '_unpush', relation);
end $$;

create function queue_check_event() returns trigger language plpgsql as $$
begin
  perform queue_events(case new.status when 'healthy' then 'check.passed' else 'check.failed' end,
    array[jsonb_build_object('id', new.id, 'last_runtime', new.last_runtime)]);
  return null;
end $$;
create trigger checks_event after update on checks for each row
  when (old.status is distinct from new.status and new.status in ('healthy', 'unhealthy'))
  execute function queue_check_event();
`;
