/** The newest run of the job of a resource; SQL. One row at most, whatever the jobs of the resource are called. */
const latestJob = (id: string, type?: string): string => `
  left join lateral (
    select h.* from job_history h where h.resource_id = ${id}::text${type ? ` and h.resource_type = '${type}'` : ''}
    order by h.created_at desc limit 1) j on true`;

/** The job columns that every \`*_with_status\` view has; SQL. */
const jobColumns = (id: string, type: string): string => `
    j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
    j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
    j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
    j.time_end as job_time_end, j.created_at as job_created_at,
    (select max(f.time_start) from job_history f
      where f.resource_id = ${id}::text and f.resource_type = '${type}' and f.status = 'FAILED') as job_last_failed`;

const AGENT = `json_build_object('id', a.id, 'name', a.name) as agent`;
const INTEGRATION_JOB =
  'job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status, job_time_start, job_time_end, job_created_at, job_last_failed';

/** The people and teams among the responders of the incident \`i\`, without doubles; SQL of a jsonb array or null. */
const RESPONDERS = `
    (select jsonb_agg(jsonb_build_object('id', d.id, 'avatar', d.avatar, 'name', d.name) order by d.id) from (
      select p.id, p.avatar, p.name from responders r join people p on p.id = r.person_id where r.incident_id = i.id
      union select t.id, t.icon, t.name from responders r join teams t on t.id = r.team_id where r.incident_id = i.id) d)`;

/** The read side of incidents, agents, jobs, settings and the event queue. */
export const operationsViews = /* sql */ `
create view incident_summary as
  select i.id, i.incident_id, i.title, i.severity, i.type, i.status, i.created_at, i.updated_at, i.created_by,
    jsonb_build_object('id', c.id, 'avatar', c.avatar, 'name', c.name) as commander,${RESPONDERS} as responders,
    (select jsonb_agg(jsonb_build_object('id', d.id, 'avatar', d.avatar, 'name', d.name) order by d.id) from (
      select distinct p.id, p.avatar, p.name from comments m join people p on p.id = m.created_by
      where m.incident_id = i.id) d) as commenters
  from incidents i left join people c on c.id = i.commander_id;

create view incidents_by_component as
  select i.title, i.id, i.created_at, i.type, i.status, i.severity, e.component_id
  from (select distinct h.incident_id, v.component_id from evidences v join hypotheses h on h.id = v.hypothesis_id
    where v.component_id is not null) e
  join incidents i on i.id = e.incident_id;

create view incidents_by_config as
  select i.title, i.id, i.created_at, i.type, i.status, i.severity, e.config_id
  from (select distinct h.incident_id, v.config_id from evidences v join hypotheses h on h.id = v.hypothesis_id
    where v.config_id is not null) e
  join incidents i on i.id = e.incident_id;

create view agents_summary as
  select a.*,
    tally('config_items.agent', a.id::text) as config_count,
    nullif((select count(*) from config_scrapers s where s.agent_id = a.id), 0) as config_scrapper_count,
    tally('checks.agent', a.id::text) as checks_count,
    tally('playbook_runs.agent', a.id::text) as playbook_runs_count,
    case when a.last_seen is null then 'unknown' when a.last_seen > now() - interval '61 seconds' then 'healthy'
      else 'unhealthy' end as health,
    case when a.last_seen is null then 'unknown' when a.last_seen > now() - interval '61 seconds' then 'online'
      else 'offline' end as status
  from agents a where a.deleted_at is null;

drop view canaries_with_status;
create view canaries_with_status as
  select c.id, c.name, c.namespace, c.spec ->> 'interval' as interval, c.spec ->> 'schedule' as schedule, c.labels,
    c.source, c.created_by, c.created_at, c.deleted_at,
    (select max(k.last_runtime) from checks k where k.canary_id = c.id) as last_runtime,${jobColumns('c.id', 'canary')},
    ${AGENT}
  from canaries c left join agents a on a.id = c.agent_id ${latestJob('c.id')}
  where c.deleted_at is null;

create view config_scrapers_with_status as
  select s.*,${jobColumns('s.id', 'config_scraper')}, ${AGENT}
  from config_scrapers s left join agents a on a.id = s.agent_id ${latestJob('s.id')}
  where s.deleted_at is null;

create view topologies_with_status as
  select t.*,${jobColumns('t.id', 'topology')}, ${AGENT}
  from topologies t left join agents a on a.id = t.agent_id ${latestJob('t.id', 'topology')}
  where t.deleted_at is null;

create view teams_with_status as
  select t.*,${jobColumns('t.id', 'team')}
  from teams t ${latestJob('t.id', 'team')}
  where t.deleted_at is null;

create view integrations_with_status as
  select u.*, p.name as creator_name, p.avatar as creator_avatar, p.title as creator_title, p.email as creator_email
  from (
    select id, name, namespace, description, 'scrapers' as integration_type, source, agent_id, created_at, updated_at, deleted_at,
      created_by, ${INTEGRATION_JOB}, agent::jsonb as agent from config_scrapers_with_status
    union all
    select id, name, namespace, null, 'topologies', source, agent_id, created_at, updated_at, deleted_at,
      created_by, ${INTEGRATION_JOB}, agent::jsonb from topologies_with_status
    union all
    select id, name, null, null, 'logging_backends', source, agent_id, created_at, updated_at, deleted_at, created_by,
      '', 0, 0, null, '', 0, '', '', null, null, null, null, null from logging_backends) u
  left join people p on p.id = u.created_by;

create or replace view job_history_latest_status as
  select j.* from (
    select *, row_number() over (partition by resource_id, resource_type, name order by created_at desc) as rn
    from job_history) j
  where j.rn = 1;

drop view job_histories;
create view job_histories as
  select j.*,
    coalesce(case j.resource_type
      when 'components' then (select c.name from components c where c.id = text_to_uuid(j.resource_id))
      when 'config_scraper' then (select s.name from config_scrapers s where s.id = text_to_uuid(j.resource_id))
      when 'canary' then (select c.name from canaries c where c.id = text_to_uuid(j.resource_id))
      when 'topology' then (select t.name from topologies t where t.id = text_to_uuid(j.resource_id))
    end, j.resource_id) as resource_name,
    ${AGENT}
  from job_history j left join agents a on a.id = j.agent_id;

create or replace view job_history_names as
  with recursive d(name) as (
    (select name from job_history where name is not null order by name limit 1)
    union all
    select (select h.name from job_history h where h.name > d.name order by h.name limit 1) from d where d.name is not null)
  select name from d where name is not null;

create view event_queue_summary as
  select e.name, e.pending, coalesce(f.failed, 0) as failed, e.average_attempts, f.first_failure, e.last_failure,
    f.most_common_error
  from (select name, count(*) as pending, round(avg(attempts), 2) as average_attempts, max(last_attempt) as last_failure
    from event_queue group by name) e
  left join (select name, count(*) as failed, min(created_at) as first_failure,
      mode() within group (order by error) as most_common_error
    from event_queue where error is not null group by name) f on f.name = e.name;

create view failed_events as
  select name, count(distinct error) as unique_errors, round(avg(attempts), 2) as average_attempts,
    count(*) as total_failed_events, mode() within group (order by error) as most_common_error
  from event_queue where error is not null and attempts > 0 and created_at > now() - interval '7 days' group by name;

create view push_queue_summary as ${[
  'topologies',
  'components',
  'component_relationships',
  'canaries',
  'checks',
  'check_statuses',
  'check_component_relationships',
  'check_config_relationships',
  'config_scrapers',
  'config_items',
  'config_changes',
  'config_analysis',
  'config_relationships',
  'config_component_relationships',
  'job_history',
  'artifacts',
  'playbook_run_actions',
  'view_panels',
]
  .map((table) => `\n  select '${table}' as "table", count(*) as count from ${table} where not is_pushed`)
  .join(' union all')};

create function connection_category(url text) returns text language sql immutable parallel safe as $$
  select case when lower(split_part(url, '://', 1)) in ('bark', 'discord', 'smtp', 'gotify', 'googlechat', 'ifttt', 'join',
    'mattermost', 'matrix', 'ntfy', 'opsgenie', 'pushbullet', 'pushover', 'rocketchat', 'slack', 'teams', 'telegram', 'zulip')
    and strpos(url, '://') > 0 then 'notification' else '' end
$$;

create view connections_list as
  select id, name, namespace, type, connection_category(url) as category, created_by, created_at, updated_at
  from connections where deleted_at is null order by created_at;

create function mask_sensitive(value text) returns text language sql immutable parallel safe as $$
  select case when value = '' or value ~ '^(secret|configmap|helm|serviceaccount)://' then value else '***' end
$$;
comment on function mask_sensitive(text) is 'References to secrets are shown as they are, all else as ***';

create view connection_details as
  select id, name, namespace, type, connection_category(url) as category, created_by, created_at, updated_at, source, properties,
    insecure_tls, mask_sensitive(username) as username, mask_sensitive(password) as password,
    mask_sensitive(certificate) as certificate
  from connections where deleted_at is null order by created_at;

create view people_roles as
  select p.id, p.name, p.email,
    (select array_agg(r.v1 order by r.v1) from casbin_rule r where r.v0 = p.id::text and r.ptype = 'g') as roles
  from people p where exists (select from casbin_rule r where r.v0 = p.id::text and r.ptype = 'g');

create view views_summary as
  select id, namespace, name, spec #>> '{display,title}' as title, spec #>> '{display,icon}' as icon,
    case when spec #>> '{display,ordinal}' ~ '^-?[0-9]{1,9}$' then (spec #>> '{display,ordinal}')::int4 end as ordinal,
    case spec #>> '{display,sidebar}' when 'true' then true when 'false' then false end as sidebar
  from views where deleted_at is null;
`;
