/** What the control plane of hosted mode said about people, apart from what is given to them here. */
export const hosted = /* sql */ `
create table hosted_members (
  person_id uuid primary key constraint hosted_members_person_fkey references people (id) on delete cascade,
  role text constraint hosted_members_role_check check (role in ('owner', 'admin', 'member', 'guest')),
  proof text not null default '',
  confirmed_at timestamptz not null
);
comment on table hosted_members is
  'The role of each person in the organisation, as of the last word of the control plane; roles that are given here stand elsewhere and stay';
comment on column hosted_members.role is 'Null: no member any more';
comment on column hosted_members.proof is 'What the control plane asks for before it tells the role of this person';

create unique index audit_log_hosted_session_key on audit_log ((details ->> 'hosted_session'))
  where action = 'sign_in' and details ? 'hosted_session';
comment on index audit_log_hosted_session_key is 'A session of the control plane signs in once here';
`;
