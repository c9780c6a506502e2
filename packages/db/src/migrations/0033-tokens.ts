/** Tokens act as service identities of their owners, never may more than they, and end with them. */
export const tokens = /* sql */ `
alter table access_tokens
  add column deny_permissions jsonb not null default '[]',
  add column held text[] not null default '{}',
  add column last_used_at timestamptz;
comment on column access_tokens.value is 'SHA-256 of the secret, in hexadecimal digits';
comment on column access_tokens.created_by is 'The owner, whose rights are the most that the token has';
comment on column access_tokens.deny_permissions is 'What the token may not do although its owner may';
comment on column access_tokens.held is 'Roles, groups and teams of the owner when the token was made, as keys of principals';
create unique index access_tokens_created_by_name_key on access_tokens (created_by, name);

create function end_tokens_of_owner() returns trigger language plpgsql as $$
begin
  update access_tokens set expires_at = now() where created_by = old.id and coalesce(expires_at > now(), true);
  return null;
end $$;
comment on function end_tokens_of_owner() is 'Tokens of who may no longer sign in end for good, as sessions do';
create trigger identities_end_tokens after update of state on identities for each row
  when (old.state = 'active' and new.state <> 'active') execute function end_tokens_of_owner();
create trigger people_end_tokens after update of deleted_at on people for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function end_tokens_of_owner();
`;
