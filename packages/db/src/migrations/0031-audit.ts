/** Every change of what decides about access leaves a row in the audit trail, whoever writes it and by whichever way. */
export const audit = /* sql */ `
alter table audit_log add column about_id uuid, alter column at set default clock_timestamp();
comment on column audit_log.about_id is 'The person whom the act concerns, beside whoever acted';
create index audit_log_about_idx on audit_log (about_id, at desc) where about_id is not null;
create index audit_log_action_idx on audit_log (action, at desc);

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '90 days' then return old; end if;
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_audit_change() is
  'What happened stays written; retention removes what is too old, and nothing that is younger than 90 days';
create trigger audit_log_keep before delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_keep_all before truncate on audit_log for each statement
  execute function refuse_audit_change();

create function audit_target(noun text, entry jsonb) returns text language sql stable as $$
  select coalesce(case noun
    when 'role' then concat_ws(' for ', entry ->> 'v1',
      coalesce((select name from people where id::text = entry ->> 'v0'), entry ->> 'v0'))
    when 'team_member' then concat_ws(' in ', (select name from people where id::text = entry ->> 'person_id'),
      (select name from teams where id::text = entry ->> 'team_id'))
    when 'permission' then concat_ws(' ', case when (entry ->> 'deny')::boolean then 'deny' else 'allow' end,
      entry ->> 'action', coalesce(nullif(entry ->> 'object', ''), 'items'), 'to', coalesce(
        (select name from people where id::text = entry ->> 'subject'),
        (select name from teams where id::text = entry ->> 'subject'), entry ->> 'subject'))
    when 'account' then entry #>> '{traits,email}'
    else entry ->> 'name' end, '')
$$;
comment on function audit_target(text, jsonb) is 'What a row about access is called where people read of it';

create function audit_about(noun text, entry jsonb) returns uuid language sql immutable as $$
  select case when id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end
  from (select case noun
    when 'account' then entry ->> 'id'
    when 'role' then entry ->> 'v0'
    when 'token' then coalesce(entry ->> 'created_by', entry ->> 'person_id')
    else entry ->> 'person_id' end) named (id)
$$;
comment on function audit_about(text, jsonb) is 'The person whom a row about access concerns, if it is one';

create function audit_details(noun text, entry jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value) from jsonb_each(entry)
  where key not in ('updated_at', 'updated_by', 'last_used_at', 'metadata_admin')
    and not (noun = 'token' and key ~ 'value|secret|hash|digest')
$$;
comment on function audit_details(text, jsonb) is 'What is told of a row about access: no secrets, and not when it was touched';

create function audit_access() returns trigger language plpgsql as $$
declare
  noun text := tg_argv[0];
  actor constant jsonb := coalesce(nullif(current_setting('quarterdeck.actor', true), ''), '{}')::jsonb;
  was constant jsonb := case when tg_op = 'INSERT' then null else audit_details(noun, to_jsonb(old)) end;
  now_is constant jsonb := case when tg_op = 'DELETE' then null else audit_details(noun, to_jsonb(new)) end;
  entry constant jsonb := coalesce(now_is, was);
  act text := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end;
  details jsonb := coalesce(now_is, was);
begin
  if was = now_is then return null; end if;
  if noun = 'role' and entry ->> 'ptype' <> 'g' then noun := 'rule'; end if;
  if tg_op = 'UPDATE' then
    act := case when was ->> 'deleted_at' is null and now_is ->> 'deleted_at' is not null then 'delete'
      when was ->> 'deleted_at' is not null and now_is ->> 'deleted_at' is null then 'restore' else act end;
    details := (select jsonb_build_object('id', coalesce(entry -> 'id', 'null'), 'changed',
        jsonb_object_agg(key, jsonb_build_object('from', was -> key, 'to', value)))
      from jsonb_each(now_is) where was -> key is distinct from value);
  end if;
  insert into audit_log (actor_id, actor_name, about_id, action, target, result, source, user_agent, details)
  values ((actor ->> 'id')::uuid, coalesce(actor ->> 'name', ''), audit_about(noun, entry),
    noun || '.' || act, left(audit_target(noun, entry), 500), 'ok',
    coalesce(actor ->> 'source', ''), coalesce(actor ->> 'userAgent', ''),
    jsonb_strip_nulls(details) || coalesce(actor -> 'details', '{}'));
  return null;
end $$;
comment on function audit_access() is
  'Writes down a change of access by the actor that the transaction names (quarterdeck.actor); never a secret of the row';

create trigger permissions_audit after insert or update or delete on permissions
  for each row execute function audit_access('permission');
create trigger permission_groups_audit after insert or update or delete on permission_groups
  for each row execute function audit_access('permission_group');
create trigger casbin_rule_audit after insert or update or delete on casbin_rule
  for each row execute function audit_access('role');
create trigger teams_audit after insert or update or delete on teams
  for each row execute function audit_access('team');
create trigger team_members_audit after insert or update or delete on team_members
  for each row execute function audit_access('team_member');
create trigger access_tokens_audit after insert or update or delete on access_tokens
  for each row execute function audit_access('token');
create trigger identities_audit after insert or update or delete on identities
  for each row execute function audit_access('account');
create trigger properties_audit after insert or update or delete on properties
  for each row execute function audit_access('property');
`;
