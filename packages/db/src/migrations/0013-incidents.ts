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

call keep_updated_at('incident_rules');
call keep_updated_at('incidents');
call keep_updated_at('responders');
call keep_updated_at('hypotheses');
call keep_updated_at('evidences');
call keep_updated_at('comments');
call keep_updated_at('comment_responders');
call keep_updated_at('incident_relationships');
call keep_updated_at('incident_histories');

create function record_incident() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, new.created_by, 'incident.created', new.id::text);
    perform queue_events('incident.created', array[jsonb_build_object('id', new.id)]);
  else
    insert into incident_histories (incident_id, created_by, type, description)
    values (new.id, new.created_by, 'incident.status_updated', new.status);
    perform queue_events('incident.status.' || new.status, array[jsonb_build_object('id', new.id)]);
  end if;
  return null;
end $$;
create trigger incidents_created after insert on incidents for each row execute function record_incident();
create trigger incidents_status after update on incidents for each row
  when (old.status is distinct from new.status) execute function record_incident();

create function record_responder() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, created_by, type, responder_id)
    values (new.incident_id, new.created_by, 'responder.created', new.id);
    perform queue_events('incident.responder.added', array[jsonb_build_object('id', new.id)]);
  else
    perform queue_events('incident.responder.removed', array[jsonb_build_object('id', new.id)]);
  end if;
  return null;
end $$;
create trigger responders_created after insert on responders for each row execute function record_responder();
create trigger responders_removed after update on responders for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function record_responder();

create function record_hypothesis() returns trigger language plpgsql as $$
begin
  insert into incident_histories (incident_id, created_by, type, hypothesis_id, description) values
    (new.incident_id, new.created_by, case tg_op when 'INSERT' then 'hypothesis.created' else 'hypothesis.status_updated' end,
     new.id, case tg_op when 'UPDATE' then new.status end);
  return null;
end $$;
create trigger hypotheses_created after insert on hypotheses for each row execute function record_hypothesis();
create trigger hypotheses_status after update on hypotheses for each row
  when (old.status is distinct from new.status) execute function record_hypothesis();

create function record_comment() returns trigger language plpgsql as $$
begin
  if new.responder_id is not null then
    insert into incident_histories (incident_id, created_by, type, comment_id)
    values (new.incident_id, new.created_by, 'responder.commented', new.id);
  end if;
  perform queue_events('incident.comment.added', array[jsonb_build_object('id', new.id)]);
  return null;
end $$;
create trigger comments_created after insert on comments for each row execute function record_comment();

create function record_evidence() returns trigger language plpgsql as $$
declare
  incident uuid := (select h.incident_id from hypotheses h where h.id = new.hypothesis_id);
  event jsonb[] := array[jsonb_build_object('id', new.id)];
begin
  if tg_op = 'INSERT' then
    insert into incident_histories (incident_id, created_by, type, hypothesis_id, evidence_id)
    values (incident, new.created_by, 'evidence.created', new.hypothesis_id, new.id);
    return null;
  end if;
  if new.definition_of_done and old.definition_of_done is distinct from true then
    insert into incident_histories (incident_id, created_by, type, evidence_id)
    values (incident, new.created_by, 'evidence.done_definition_added', new.id);
  end if;
  if old.definition_of_done <> new.definition_of_done then
    perform queue_events(case when new.definition_of_done then 'incident.dod.added' else 'incident.dod.removed' end, event);
  end if;
  if old.done <> new.done then
    perform queue_events(case when new.done then 'incident.dod.passed' else 'incident.dod.regressed' end, event);
  end if;
  return null;
end $$;
create trigger evidences_created after insert on evidences for each row execute function record_evidence();
create trigger evidences_done after update on evidences for each row
  when ((old.definition_of_done, old.done) is distinct from (new.definition_of_done, new.done))
  execute function record_evidence();
`;
