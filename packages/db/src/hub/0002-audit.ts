/**
 * The audit trail of the control plane: each change of accounts, sessions, organisations, members, invitations and backends
 * leaves a row in the same transaction, whoever makes it and by whichever way. Who acts is told by `quarterdeck.actor`;
 * a session tells it by itself.
 */
export const controlPlaneAudit = /* sql */ `
create table audit_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_name text not null,
  organization_id uuid,
  about_id uuid,
  action text not null,
  target text not null default '',
  result text not null constraint audit_log_result_check check (result in ('ok', 'failed', 'refused')),
  source text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}'
);
comment on column audit_log.organization_id is 'Whose owners and administrators read it; null: the operator alone';
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_organization_idx on audit_log (organization_id, at desc, id desc);
create index audit_log_action_idx on audit_log (organization_id, action);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '90 days' then return old; end if;
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_audit_change() is
  'What happened stays written; retention removes what is too old, and nothing that is younger than 90 days';
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_keep_all before truncate on audit_log
  for each statement execute function refuse_audit_change();

create function write_audit(
  act text, organization uuid, about uuid, what text, facts jsonb, acting jsonb default '{}'
) returns void language sql set search_path from current as $$
  insert into audit_log (actor_id, actor_name, organization_id, about_id, action, target, result, source, user_agent, details)
  select who.id, coalesce(nullif(who.actor ->> 'name', ''), (select email from "user" u where u.id = who.id), ''), organization, about,
    act, left(coalesce(what, ''), 500), 'ok', coalesce(who.actor ->> 'source', ''), coalesce(who.actor ->> 'userAgent', ''),
    coalesce(facts, '{}')
  from (
    select actor, (actor ->> 'id')::uuid as id from (
      select acting || jsonb_strip_nulls(coalesce(nullif(current_setting('quarterdeck.actor', true), ''), '{}')::jsonb) as actor
    ) known
  ) who
$$;
comment on function write_audit(text, uuid, uuid, text, jsonb, jsonb) is
  'Writes down what the actor did whom the connection names (quarterdeck.actor); "acting" stands for what it leaves open';

create function audit_changes(was jsonb, now_is jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_object('from', was -> key, 'to', value)), '{}')
  from jsonb_each(now_is) where was -> key is distinct from value and key not in ('updatedAt', 'updated_at', 'expiresAt')
$$;

create function audit_account() returns trigger language plpgsql set search_path from current as $$
declare
  acting constant jsonb := jsonb_build_object('id', new.id);
begin
  if tg_op = 'INSERT' then
    perform write_audit('account.create', null, new.id, new.email, '{}', acting);
    return null;
  end if;
  if new."emailVerified" and not old."emailVerified" then
    perform write_audit('address.verify', null, new.id, new.email, '{}', acting);
  end if;
  if (new.name, new.email) is distinct from (old.name, old.email) then
    perform write_audit('profile.change', null, new.id, new.email, jsonb_build_object('changed',
      audit_changes(jsonb_build_object('name', old.name, 'email', old.email),
        jsonb_build_object('name', new.name, 'email', new.email))), acting);
  end if;
  return null;
end $$;
create trigger user_audit after insert or update on "user" for each row execute function audit_account();

create function audit_password() returns trigger language plpgsql set search_path from current as $$
begin
  perform write_audit('password.change', null, new."userId", '', '{}', jsonb_build_object('id', new."userId"));
  return null;
end $$;
create trigger account_audit after update on account for each row
  when (old.password is distinct from new.password) execute function audit_password();

create function audit_session() returns trigger language plpgsql set search_path from current as $$
declare
  entry constant session := coalesce(new, old);
  act text := case tg_op when 'INSERT' then 'sign_in' when 'DELETE' then 'sign_out' else 'organization.enter' end;
  acting constant jsonb := case tg_op when 'INSERT' then jsonb_build_object('id', entry."userId",
    'source', entry."ipAddress", 'userAgent', entry."userAgent") else '{}' end;
  actor constant jsonb := coalesce(nullif(current_setting('quarterdeck.actor', true), ''), '{}')::jsonb;
begin
  if tg_op = 'DELETE' and old."expiresAt" <= now() then return null; end if;
  if tg_op = 'DELETE' and actor ->> 'session' is distinct from old.id::text then act := 'session.end'; end if;
  perform write_audit(act, nullif(entry."activeOrganizationId", '')::uuid, entry."userId",
    (select slug from organization where id::text = entry."activeOrganizationId"),
    jsonb_build_object('session', entry.id), acting);
  return null;
end $$;
comment on function audit_session() is
  'A sign-in, a sign-out and the choice of an organisation concern the organisation that the session works in then';
create trigger session_audit after insert or delete on session for each row execute function audit_session();
create trigger session_switch_audit after update on session for each row
  when (new."activeOrganizationId" is not null and old."activeOrganizationId" is distinct from new."activeOrganizationId")
  execute function audit_session();

create function audit_organization() returns trigger language plpgsql set search_path from current as $$
declare
  noun constant text := tg_argv[0];
  was constant jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  now_is constant jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  entry constant jsonb := coalesce(now_is, was);
  place constant uuid := coalesce(entry ->> 'organizationId', entry ->> 'organization_id', entry ->> 'id');
  changed constant jsonb := audit_changes(was, now_is);
  act text := case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end;
begin
  if tg_op = 'UPDATE' and changed = '{}' then return null; end if;
  if noun = 'invitation' and changed ? 'status' and tg_op = 'UPDATE' then
    act := case entry ->> 'status' when 'accepted' then 'accept' when 'rejected' then 'reject'
      when 'canceled' then 'cancel' else act end;
  end if;
  perform write_audit(noun || '.' || act, place, (entry ->> 'userId')::uuid,
    case noun
      when 'member' then (select email from "user" where id = (entry ->> 'userId')::uuid)
      when 'invitation' then entry ->> 'email'
      else coalesce(entry ->> 'slug', (select slug from organization o where o.id = place)) end,
    case when tg_op = 'UPDATE' then jsonb_build_object('changed', changed) else
      (select jsonb_object_agg(key, value) from jsonb_each(jsonb_strip_nulls(entry))
       where key in ('role', 'name', 'slug', 'backend_url', 'direct', 'state')) end);
  return null;
end $$;
create trigger organization_audit after insert or update or delete on organization
  for each row execute function audit_organization('organization');
create trigger member_audit after insert or update or delete on member
  for each row execute function audit_organization('member');
create trigger invitation_audit after insert or update or delete on invitation
  for each row execute function audit_organization('invitation');
create trigger organization_backends_audit after insert or update or delete on organization_backends
  for each row execute function audit_organization('backend');
`;
