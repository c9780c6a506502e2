/** Tokens act as service identities of their owners, and never may more than they. */
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
`;
