/** What accounts mean for people: when they signed in last, and that somebody who administers always can. */
export const accounts = /* sql */ `
create function note_last_login() returns trigger language plpgsql as $$
begin
  update people set last_login = new.authenticated_at where id = new.identity_id;
  return null;
end $$;
create trigger identity_sessions_last_login after insert on identity_sessions
  for each row execute function note_last_login();

create function administrators() returns setof uuid language sql stable as $$
  select p.id from people p join identities i on i.id = p.id and i.state = 'active'
  where p.deleted_at is null
    and exists (select from casbin_rule r where r.ptype = 'g' and r.v0 = p.id::text and r.v1 = 'admin')
    -- Those of an identity service elsewhere have their credentials there.
    and (i.schema_id = 'upstream' or exists (
      select from identity_credentials c where c.identity_id = p.id and c.kind in ('password', 'passkey', 'oidc')))
$$;
comment on function administrators() is
  'Who administers and can sign in: a living person with an active account that has a first factor';

create function keep_administrator(person text) returns void language plpgsql as $$
begin
  -- Two who end each other's administration at the same time: the second sees what the first did.
  perform pg_advisory_xact_lock(hashtextextended('quarterdeck administrators', 0));
  if exists (select from administrators() a where a::text = person)
    and not exists (select from administrators() a where a::text <> person) then
    raise sqlstate 'PT409' using constraint = 'last_administrator',
      message = 'The last administrator who can sign in keeps the role and the account',
      hint = 'Make somebody else an administrator first';
  end if;
end $$;
comment on function keep_administrator(text) is 'Refuses what would leave nobody who administers';

create function keep_administrator_role() returns trigger language plpgsql as $$
begin
  perform keep_administrator(old.v0);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create function keep_administrator_account() returns trigger language plpgsql as $$
begin
  perform keep_administrator(old.id::text);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger casbin_rule_keep_administrator before update or delete on casbin_rule
  for each row when (old.ptype = 'g' and old.v1 = 'admin') execute function keep_administrator_role();
create trigger identities_keep_administrator before delete on identities
  for each row execute function keep_administrator_account();
create trigger identities_state_keep_administrator before update of state on identities
  for each row when (old.state = 'active' and new.state <> 'active') execute function keep_administrator_account();
create trigger people_keep_administrator before delete on people
  for each row execute function keep_administrator_account();
create trigger people_end_keep_administrator before update of deleted_at on people
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function keep_administrator_account();
`;
