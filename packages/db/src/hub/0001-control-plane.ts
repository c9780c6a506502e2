/**
 * The control plane of hosted mode: people, sessions, organisations, members and invitations as its sign-in library names
 * them, where each organisation's backend is, and the keys that sign its tokens. Lives in a schema of its own.
 */
export const controlPlane = /* sql */ `
create table "user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null constraint user_email_key unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table session (
  id uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  token text not null constraint session_token_key unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null constraint session_user_fkey references "user" (id) on delete cascade,
  "activeOrganizationId" text
);
create index session_user_idx on session ("userId");

create table account (
  id uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null constraint account_user_fkey references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);
create index account_user_idx on account ("userId");

create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_identifier_idx on verification (identifier);

create table organization (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null constraint organization_slug_key unique,
  logo text,
  "createdAt" timestamptz not null,
  metadata text
);

create table member (
  id uuid primary key default gen_random_uuid(),
  "organizationId" uuid not null constraint member_organization_fkey references organization (id) on delete cascade,
  "userId" uuid not null constraint member_user_fkey references "user" (id) on delete cascade,
  role text not null,
  "createdAt" timestamptz not null,
  constraint member_once_key unique ("organizationId", "userId")
);
create index member_user_idx on member ("userId");

create table invitation (
  id uuid primary key default gen_random_uuid(),
  "organizationId" uuid not null constraint invitation_organization_fkey references organization (id) on delete cascade,
  email text not null,
  role text,
  status text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "inviterId" uuid not null constraint invitation_inviter_fkey references "user" (id) on delete cascade
);
create index invitation_organization_idx on invitation ("organizationId");
create index invitation_email_idx on invitation (email);

create table "rateLimit" (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint rate_limit_key unique,
  count integer not null,
  "lastRequest" bigint not null
);

create table identity_attempts (
  bucket text not null,
  at timestamptz not null
);
create index identity_attempts_bucket_idx on identity_attempts (bucket, at);

create table identity_pauses (
  bucket text primary key,
  until timestamptz not null
);

create table organization_backends (
  organization_id uuid primary key constraint organization_backends_organization_fkey
    references organization (id) on delete cascade,
  backend_url text,
  direct boolean not null default false,
  state text not null default 'pending' constraint organization_backends_state_check
    check (state in ('pending', 'ready', 'failed', 'suspended')),
  updated_at timestamptz not null default now()
);
comment on table organization_backends is
  'Written by the operator alone; what owners can write of an organisation never reaches it';

create table signing_keys (
  id text primary key,
  public_key jsonb not null,
  sealed_private_key text not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null
);
comment on column signing_keys.signs_from is 'A key is published some time before it signs, so that backends know it by then';
`;
