/** SQL of `{type: {severity: count}}` by `id`, from rows (id, type, severity). */
const bySeverity = (rows: string, as: string): string => `
  select t.id, jsonb_object_agg(t.type, t.counts) as ${as} from (
    select s.id, s.type, jsonb_object_agg(s.severity, s.n) as counts from (
      select r.id, coalesce(r.type, '') as type, coalesce(r.severity, '') as severity, count(*) as n
      from (${rows}) r group by 1, 2, 3) s
    group by s.id, s.type) t
  group by t.id`;

/** The read side of checks and of components. Columns that are foreign keys stay plain, so that they can be embedded over. */
export const healthViews = /* sql */ `
create function text_to_uuid(value text) returns uuid language sql immutable parallel safe as $$
  select case when value ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' then value::uuid end
$$;
comment on function text_to_uuid(text) is 'Null for a text that is no id';

create view canary_names as
  select id, name, namespace from canaries where deleted_at is null order by name, namespace;

create view check_summary_for_config as
  select r.config_id, s.* from check_config_relationships r join check_summary s on s.id = r.check_id
  where r.deleted_at is null;

create view checks_by_component as
  select r.component_id, c.id, c.type, c.name, c.severity, c.status, c.icon, c.last_runtime, c.next_runtime,
    c.last_transition_time, c.created_at
  from check_component_relationships r join checks c on c.id = r.check_id where r.deleted_at is null;

create view checks_by_config as
  select r.config_id, c.id, c.type, c.name, c.severity, c.status, c.icon, c.last_runtime
  from check_config_relationships r join checks c on c.id = r.check_id where r.deleted_at is null;

create view check_summary_by_component as
  select s.component_id, json_object_agg(s.status, s.n) as checks from (
    select component_id, coalesce(status, '') as status, count(*) as n from checks_by_component group by 1, 2) s
  group by s.component_id;

create view check_summary_by_config as
  select s.config_id, json_object_agg(s.status, s.n) as checks from (
    select config_id, coalesce(status, '') as status, count(*) as n from checks_by_config group by 1, 2) s
  group by s.config_id;

create view checks_status_artifacts as
  select s.check_id, s.status as check_status, s.message as check_message, s.error, s.invalid, s.time, s.duration,
    coalesce(
      (select json_agg(json_build_object('name', a.filename, 'size', a.size, 'id', a.id) order by a.filename, a.id)
        from artifacts a where a.check_id = s.check_id and a.check_time = s.time),
      json_build_array(json_build_object('name', null, 'size', null, 'id', null))) as artifacts
  from check_statuses s;

create view component_names as
  select id, path, external_id, type, name, created_at, updated_at, icon, parent_id from components
  where deleted_at is null and not hidden;

create view component_names_all as
  select id, path, external_id, type, name, created_at, updated_at, icon, parent_id, deleted_at from components
  where not hidden;

create view components_with_logs as
  select id, name, agent_id, icon, type from components where deleted_at is null and log_selectors is not null;

create view component_types as
  with recursive d(type) as (
    (select type from components where type is not null order by type limit 1)
    union all
    select (select c.type from components c where c.type > d.type order by c.type limit 1) from d where d.type is not null)
  select type from d where type is not null;

create view incident_summary_by_component as ${bySeverity(
  `select distinct e.component_id as id, i.id as incident_id, i.type, i.severity from incidents i
      join hypotheses h on h.incident_id = i.id join evidences e on e.hypothesis_id = h.id
      where e.component_id is not null and i.resolved is null and i.closed is null`,
  'incidents',
)};

create view analysis_summary_by_component as ${bySeverity(
  `select r.component_id as id, a.analysis_type as type, a.severity from config_component_relationships r
      join config_items i on i.id = r.config_id and i.deleted_at is null
      join config_analysis a on a.config_id = i.id where r.deleted_at is null`,
  'analysis',
)};

create view analysis_by_config as ${bySeverity(
  `select a.config_id as id, a.analysis_type as type, a.severity from config_analysis a
      where a.status is distinct from 'resolved'`,
  'analysis',
)};

create view analysis_by_component as
  select a.config_id, i.name, i.config_class, i.type, a.analysis_type, a.first_observed, a.last_observed, a.created_by,
    a.id as analysis_id, a.severity, r.component_id
  from config_component_relationships r
  join config_items i on i.id = r.config_id and i.deleted_at is null
  join config_analysis a on a.config_id = i.id and a.status = 'open'
  order by array_position(array['critical', 'blocker', 'high', 'medium', 'low', 'info'], a.severity), i.name, a.id;

create view changes_by_component as
  select c.id, c.config_id, i.name, i.config_class, i.type, c.change_type, c.created_at, c.created_by, c.id as change_id,
    c.severity, r.component_id, i.deleted_at as config_deleted_at
  from config_component_relationships r
  join config_items i on i.id = r.config_id
  join config_changes c on c.config_id = i.id
  order by c.created_at desc;

create view topology as
  select c.*,
    case when jsonb_typeof(c.log_selectors) = 'array' then
      (select json_agg(json_build_object('name', l.selector -> 'name') order by l.place)
        from jsonb_array_elements(c.log_selectors) with ordinality l(selector, place)) end as logs,
    k.checks,
    (select array_agg(t.name order by t.name) from team_components o join teams t on t.id = o.team_id and t.deleted_at is null
      where o.component_id = c.id) as team_names,
    i.incidents, a.analysis,
    (select array_agg(distinct r.component_id) from component_relationships r
      where r.relationship_id = c.id and r.deleted_at is null) as children,
    (select array_agg(distinct r.relationship_id) from component_relationships r
      where r.component_id = c.id and r.deleted_at is null) as parents
  from components c
  left join check_summary_by_component k on k.component_id = c.id
  left join incident_summary_by_component i on i.id = c.id
  left join analysis_summary_by_component a on a.id = c.id
  where c.deleted_at is null;
`;
