/** Sessions in which an administrator looks at the product as a person or a role. */
export const sessionViews = /* sql */ `
create table session_views (
  session text primary key,
  viewer_id uuid not null constraint session_views_viewer_fkey references people (id) on delete cascade,
  as_type text not null constraint session_views_as_type_check check (as_type in ('person', 'role')),
  as_id text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table session_views is
  'A row narrows all calls of a session to what both the administrator and the other may read, until it expires';
create index session_views_expires_at_idx on session_views (expires_at);
create index session_views_viewer_idx on session_views (viewer_id);
`;
