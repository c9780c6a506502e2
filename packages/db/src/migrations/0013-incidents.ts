/** Incidents: hypotheses, evidence, comments, responders and the history of it all. */
export const incidents = /* sql */ `
create table incident_rules (
  id uuid primary key default generate_ulid(),
  name text not null,
  spec jsonb,
  source text,
  created_by uuid not null constraint incident_rules_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index incident_rules_name_key on incident_rules (name) where deleted_at is null;

create sequence incident_id_seq;

create table incidents (
  id uuid primary key default generate_ulid(),
  incident_id varchar(10) not null default 'INC-' || nextval('incident_id_seq')
    constraint incidents_incident_id_key unique,
  incident_rule_id uuid constraint incidents_incident_rule_id_fkey references incident_rules (id),
  title text not null,
  created_by uuid not null constraint incidents_created_by_fkey references people (id),
  commander_id uuid constraint incidents_commander_id_fkey references people (id),
  communicator_id uuid constraint incidents_communicator_id_fkey references people (id),
  severity text not null,
  description text not null,
  type text not null,
  status text not null,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter sequence incident_id_seq owned by incidents.incident_id;
create index incidents_created_at_idx on incidents (created_at);

create table responders (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint responders_incident_id_fkey references incidents (id),
  type text not null,
  index int2,
  person_id uuid constraint responders_person_id_fkey references people (id),
  team_id uuid constraint responders_team_id_fkey references teams (id),
  external_id text,
  properties jsonb,
  acknowledged timestamptz,
  resolved timestamptz,
  closed timestamptz,
  created_by uuid not null constraint responders_created_by_fkey references people (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index responders_incident_id_idx on responders (incident_id);

create table hypotheses (
  id uuid primary key default generate_ulid(),
  created_by uuid not null constraint hypotheses_created_by_fkey references people (id),
  incident_id uuid not null constraint hypotheses_incident_id_fkey references incidents (id),
  parent_id uuid constraint hypotheses_parent_id_fkey references hypotheses (id) on delete cascade,
  owner uuid constraint hypotheses_owner_fkey references responders (id),
  team_id uuid constraint hypotheses_team_id_fkey references teams (id),
  type text not null,
  title text not null,
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint hypotheses_type_check check (type in ('root', 'factor', 'solution'))
);
create index hypotheses_incident_id_idx on hypotheses (incident_id);
create index hypotheses_parent_id_idx on hypotheses (parent_id);

create table evidences (
  id uuid primary key default generate_ulid(),
  description text not null,
  hypothesis_id uuid not null constraint evidences_hypothesis_id_fkey references hypotheses (id) on delete cascade,
  config_id uuid constraint evidences_config_id_fkey references config_items (id),
  config_change_id uuid
    constraint evidences_config_change_id_fkey references config_changes (id) deferrable initially deferred,
  config_analysis_id uuid constraint evidences_config_analysis_id_fkey references config_analysis (id),
  component_id uuid constraint evidences_component_id_fkey references components (id),
  check_id uuid constraint evidences_check_id_fkey references checks (id),
  definition_of_done boolean default false,
  done boolean,
  factor boolean,
  mitigator boolean,
  created_by uuid not null constraint evidences_created_by_fkey references people (id),
  type text not null,
  evidence jsonb,
  properties jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  script text,
  script_result text
);
create index evidences_hypothesis_id_idx on evidences (hypothesis_id);
create index evidences_config_id_idx on evidences (config_id);
create index evidences_config_change_id_idx on evidences (config_change_id);
create index evidences_config_analysis_id_idx on evidences (config_analysis_id);
create index evidences_component_id_idx on evidences (component_id);
create index evidences_check_id_idx on evidences (check_id);

create table comments (
  id uuid primary key default generate_ulid(),
  created_by uuid not null constraint comments_created_by_fkey references people (id),
  comment text not null,
  external_id text,
  external_created_by text,
  incident_id uuid not null constraint comments_incident_id_fkey references incidents (id),
  responder_id uuid constraint comments_responder_id_fkey references responders (id),
  hypothesis_id uuid constraint comments_hypothesis_id_fkey references hypotheses (id) on delete cascade,
  read int2[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index comments_incident_id_idx on comments (incident_id);
create index comments_hypothesis_id_idx on comments (hypothesis_id);

create table comment_responders (
  id uuid primary key default generate_ulid(),
  comment_id uuid not null constraint comment_responders_comment_id_fkey references comments (id) on delete cascade,
  responder_id uuid not null constraint comment_responders_responder_id_fkey references responders (id),
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index comment_responders_comment_id_idx on comment_responders (comment_id);

create table incident_relationships (
  incident_id uuid not null constraint incident_relationships_incident_id_fkey references incidents (id),
  related_id uuid not null constraint incident_relationships_related_id_fkey references incidents (id),
  relationship text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index incident_relationships_incident_id_idx on incident_relationships (incident_id);
create index incident_relationships_related_id_idx on incident_relationships (related_id);

create table incident_histories (
  id uuid primary key default generate_ulid(),
  incident_id uuid not null constraint incident_histories_incident_id_fkey references incidents (id),
  created_by uuid not null constraint incident_histories_created_by_fkey references people (id),
  type text,
  description text,
  hypothesis_id uuid constraint incident_histories_hypothesis_id_fkey references hypotheses (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  responder_id uuid constraint incident_histories_responder_id_fkey references responders (id) on delete set null,
  evidence_id uuid constraint incident_histories_evidence_id_fkey references evidences (id) on delete set null,
  comment_id uuid constraint incident_histories_comment_id_fkey references comments (id) on delete set null
);
create index incident_histories_incident_id_created_at_idx on incident_histories (incident_id, created_at);
create index incident_histories_hypothesis_id_idx on incident_histories (hypothesis_id);
create index incident_histories_responder_id_idx on incident_histories (responder_id);
create index incident_histories_evidence_id_idx on incident_histories (evidence_id);
create index incident_histories_comment_id_idx on incident_histories (comment_id);
`;
