/** Permission rows are checked when they are written; what else decides about access is told like them. */
export const accessRules = /* sql */ `
create function refuse_value(field text, value text, expected text) returns void language plpgsql as $$
begin
  raise exception using errcode = '22023', column = field,
    message = format('%s: %s is not accepted', field, coalesce('"' || value || '"', 'null')),
    detail = format('field %s', field), hint = format('expected %s', expected);
end $$;

create function check_permission() returns trigger language plpgsql as $$
declare
  actions constant text[] := array['create', 'read', 'update', 'delete', 'run', 'playbook:run', 'playbook:approve',
    'playbook:cancel', 'mcp:*'];
  objects constant text[] := array['agent', 'agent-push', 'application', 'artifact', 'auth', 'canaries', 'catalog',
    'connection', 'connection-detail', 'database', 'database.config_scrapers', 'database.identities', 'database.kratos',
    'database.monitor', 'database.public', 'database.system', 'incident', 'kubernetes-proxy', 'logs', 'mcp',
    'notification', 'people', 'playbooks', 'rbac', 'topology', 'responder', 'evidences', 'comments', 'topologies',
    'config_scrapers', 'identities', 'connections', 'kratos', 'agents', 'properties', 'logging_backends',
    'integrations', 'notifications', 'playbook_runs', 'permissions', 'views'];
  subject_types constant text[] := array['person', 'team', 'group', 'notification', 'playbook', 'canary', 'scraper',
    'topology'];
  kinds constant text[] := array['playbooks', 'connections', 'configs', 'components', 'checks', 'canaries'];
  item text;
  bare text;
  is_broad boolean := false;
  has_item boolean := num_nonnulls(new.component_id, new.config_id, new.canary_id, new.playbook_id, new.connection_id) > 0
    or cardinality(coalesce(new.agents, '{}')) > 0 or coalesce(new.tags, '{}') <> '{}';
begin
  if new.deleted_at is not null then return new; end if;
  foreach item in array regexp_split_to_array(coalesce(nullif(btrim(new.action), ''), '-'), '\\s*,\\s*') loop
    bare := ltrim(item, '!');
    is_broad := is_broad or item like '!%' or (item !~ ':' and item <> 'run');
    if bare = '' or not (bare = '*' or bare like 'mcp:%' or exists (
      select from unnest(actions) known where known = bare
        or (right(bare, 1) = '*' and starts_with(known, left(bare, -1)))
        or (left(bare, 1) = '*' and right(known, length(bare) - 1) = substr(bare, 2))))
    then perform refuse_value('action', item, 'a comma list of *, ' || array_to_string(actions, ', ')); end if;
  end loop;
  if coalesce(new.object, '') not in ('', '*') and new.object <> all (objects) then
    perform refuse_value('object', new.object, '* or one of ' || array_to_string(objects, ', '));
  end if;
  if new.subject_type <> all (subject_types) then
    perform refuse_value('subject_type', new.subject_type, 'one of ' || array_to_string(subject_types, ', '));
  end if;
  if new.tags is not null and jsonb_typeof(new.tags) not in ('object', 'null') then
    perform refuse_value('tags', new.tags::text, 'a map of texts');
  end if;
  if new.object_selector is not null and jsonb_typeof(new.object_selector) <> 'null' then
    if jsonb_typeof(new.object_selector) <> 'object' then
      perform refuse_value('object_selector', new.object_selector::text, 'selectors by kind');
    end if;
    for item, bare in select * from jsonb_each_text(new.object_selector) loop
      if item <> all (kinds) then
        perform refuse_value('object_selector', item, 'one of ' || array_to_string(kinds, ', '));
      end if;
      if jsonb_typeof(new.object_selector -> item) <> 'array'
        or jsonb_path_exists(new.object_selector -> item, '$[*] ? (@.type() != "object")')
      then perform refuse_value('object_selector', item, 'a list of selectors'); end if;
    end loop;
    if coalesce(new.object, '') = '' and not has_item
      and not jsonb_path_exists(new.object_selector, '$.*[*]')
    then perform refuse_value('object_selector', new.object_selector::text, 'a selector, or an object'); end if;
  end if;
  if new.deny and is_broad and not has_item and new.object_selector is null and new.until is null
    and new.subject in ('admin', 'everyone', '*')
    and coalesce(new.object, '') in ('', '*', 'rbac', 'auth', 'database.system', 'permissions')
  then perform refuse_value('object', new.object, 'one that leaves administrators able to change permissions'); end if;
  return new;
end $$;
comment on function check_permission() is 'Refuses permissions that would be understood by nobody, or lock everybody out';
create trigger permissions_validate before insert or update on permissions
  for each row execute function check_permission();

create function is_secret_name(name text) returns boolean language sql immutable parallel safe as $$
  select name ~* '(pass(word|wd|phrase)?$|secret|token|bearer|credential|private_?key|(api|access|account|shared|license|auth)_?key$|^key$|webhook_?url|^sig(nature)?$|^authorization$)'
$$;

create function mask_text(value text) returns text language sql immutable parallel safe as $$
  select case when value ~ '^(secret|configmap|helm|serviceaccount)://|^[$][(][^()]*[)]$' or value = '' then value else '***' end
$$;

create function mask_members(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(value) = 'array' then
    return (select coalesce(jsonb_agg(mask_members(member) order by place), '[]')
      from jsonb_array_elements(value) with ordinality members (member, place));
  elsif jsonb_typeof(value) = 'object' then
    return (select coalesce(jsonb_object_agg(key, case
        when not is_secret_name(key) or jsonb_typeof(member) = 'null' then mask_members(member)
        when jsonb_typeof(member) in ('object', 'array') then '"***"'
        else to_jsonb(mask_text(member #>> '{}')) end), '{}') from jsonb_each(value) members (key, member));
  end if;
  return value;
end $$;
comment on function mask_members(jsonb) is 'The members that are named like secrets become ***, but references to secrets';

create function mask_address(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(value,
    '://([^/?#@:]*):(?![$][(][^()]*[)]@)[^/?#]*@', '://\\1:***@'),
    '://(?!([^/?#@:]*:)?[$][(][^()]*[)]@)[^/?#@:]+@', '://***@'),
    '([?&](?:[^=&#]*(?:pass|secret|token|sig)[^=&#]*|(?:api|access)?_?key)=)(?![$][(])[^&#]+', '\\1***', 'gi')
$$;
comment on function mask_address(text) is 'An address without the credentials in it; templates such as $(password) stay';

create function unmask_members(given jsonb, kept jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  if given = '"***"' then return coalesce(kept, given); end if;
  if jsonb_typeof(given) = 'object' and jsonb_typeof(kept) = 'object' then
    return (select coalesce(jsonb_object_agg(key, unmask_members(member, kept -> key)), '{}')
      from jsonb_each(given) members (key, member));
  end if;
  return given;
end $$;
comment on function unmask_members(jsonb, jsonb) is 'Members that were written back masked have the value that was kept';

create function keep_masked_members() returns trigger language plpgsql as $$
begin
  if new.url is distinct from old.url and new.url = mask_address(old.url) then new.url := old.url; end if;
  new.properties := unmask_members(new.properties, old.properties);
  return new;
end $$;
create trigger connections_keep_members before update on connections
  for each row execute function keep_masked_members();

call announce_activity_of('casbin_rule', 'id');
create trigger people_activity after update on people for each row
  when ((old.email, old.name, old.deleted_at) is distinct from (new.email, new.name, new.deleted_at))
  execute function announce_table_activity('id');
create trigger people_activity_insert after insert on people for each row execute function announce_table_activity('id');
create trigger people_activity_delete after delete on people for each row execute function announce_table_activity('id');
`;
