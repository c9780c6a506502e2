/** Sign-in: credentials, addresses, sessions, self-service flows and their codes, throttles, mail, and the audit trail. */
export const identity = /* sql */ `
create table identity_credentials (
  identity_id uuid not null constraint identity_credentials_identity_fkey references identities (id) on delete cascade,
  kind text not null constraint identity_credentials_kind_check
    check (kind in ('password', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc')),
  identifier text not null default '',
  config jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (identity_id, kind, identifier)
);
comment on column identity_credentials.identifier is
  'What names the credential among all: the address of a password, the id of a key, provider and subject of a social account';
create unique index identity_credentials_identifier_key on identity_credentials (kind, identifier) where identifier <> '';
call keep_updated_at('identity_credentials');

create table identity_addresses (
  id uuid primary key default gen_random_uuid(),
  identity_id uuid not null constraint identity_addresses_identity_fkey references identities (id) on delete cascade,
  value text not null constraint identity_addresses_value_key unique,
  status text not null default 'pending' constraint identity_addresses_status_check
    check (status in ('pending', 'sent', 'completed')),
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index identity_addresses_identity_idx on identity_addresses (identity_id);
call keep_updated_at('identity_addresses');

create table identity_sessions (
  id uuid primary key default gen_random_uuid(),
  identity_id uuid not null constraint identity_sessions_identity_fkey references identities (id) on delete cascade,
  token_hash bytea not null constraint identity_sessions_token_key unique,
  methods jsonb not null,
  issued_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  source text not null,
  user_agent text not null
);
create index identity_sessions_identity_idx on identity_sessions (identity_id);
create index identity_sessions_expires_idx on identity_sessions (expires_at);

create table identity_flows (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint identity_flows_kind_check
    check (kind in ('login', 'registration', 'recovery', 'verification', 'settings')),
  state text not null,
  identity_id uuid constraint identity_flows_identity_fkey references identities (id) on delete cascade,
  csrf_hash bytea,
  request_url text not null,
  return_to text,
  aal smallint not null default 1,
  refresh boolean not null default false,
  form jsonb not null default '{}',
  secrets jsonb not null default '{}',
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  done_at timestamptz
);
comment on column identity_flows.csrf_hash is 'Of the cookie that the flow was made for; null: any browser may go on with it';
comment on column identity_flows.form is 'What the form shows again: messages, values that are no secrets, the method last tried';
comment on column identity_flows.secrets is 'What a method holds until it is confirmed, encrypted where it is a secret';
create index identity_flows_expires_idx on identity_flows (expires_at);

create table identity_codes (
  id uuid primary key default gen_random_uuid(),
  flow_id uuid not null constraint identity_codes_flow_fkey references identity_flows (id) on delete cascade,
  identity_id uuid constraint identity_codes_identity_fkey references identities (id) on delete cascade,
  address text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_codes_flow_idx on identity_codes (flow_id);

create table identity_setup_codes (
  code_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table identity_setup_codes is 'Whoever has one makes the first account, which administers; all end with it';

create table identity_attempts (
  bucket text not null,
  at timestamptz not null
);
create index identity_attempts_bucket_idx on identity_attempts (bucket, at);

create table identity_pauses (
  bucket text primary key,
  until timestamptz not null
);

create table identity_flow_errors (
  id uuid primary key default gen_random_uuid(),
  csrf_hash bytea,
  error jsonb not null,
  created_at timestamptz not null default now()
);

create table mail_queue (
  id uuid primary key default generate_ulid(),
  recipient text not null,
  template text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  error text
);
create index mail_queue_due_idx on mail_queue (next_attempt_at) where next_attempt_at is not null;

create table audit_log (
  id uuid primary key default generate_ulid(),
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  target text not null default '',
  result text not null constraint audit_log_result_check check (result in ('ok', 'failed', 'refused')),
  source text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}'
);
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_actor_idx on audit_log (actor_id, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only added to' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_audit_change() is 'What happened stays written; only whole months that are too old are removed by retention';
create trigger audit_log_append_only before update on audit_log for each row execute function refuse_audit_change();
`;
