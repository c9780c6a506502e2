/** The read side of health and of job history, with the columns that clients of the table API expect. */
export const views = /* sql */ `
create view check_names as
  select id, canary_id, type, name, status from checks
  where deleted_at is null and silenced_at is null order by name;

create view check_labels as
  select distinct l.key, l.value from checks c, jsonb_each_text(c.labels) l
  where jsonb_typeof(c.labels) = 'object' order by l.key, l.value;

create view checks_labels_keys as
  select distinct 'label:' || k.key as key from checks c, jsonb_object_keys(c.labels) k(key)
  where jsonb_typeof(c.labels) = 'object';

create view check_status_summary_hour as
  select check_id,
    percentile_disc(0.99) within group (order by duration) filter (where status is not null) as p99,
    percentile_disc(0.97) within group (order by duration) filter (where status is not null) as p97,
    percentile_disc(0.95) within group (order by duration) filter (where status is not null) as p95,
    percentile_disc(0.50) within group (order by duration) filter (where status is not null) as p50,
    avg(duration) filter (where status is not null) as mean,
    count(*) filter (where status) as passed,
    count(*) filter (where not status) as failed,
    max(time) as last_check,
    max(time) filter (where status) as last_pass,
    max(time) filter (where not status) as last_fail
  from check_statuses where time > now() - interval '1 hour' group by check_id;

create view check_status_summary_aged as
  select c.id as check_id, s.duration as p99, s.duration as p97, s.duration as p95, s.duration as p50,
    s.duration::numeric as mean,
    (case when s.status then 1 else 0 end)::int8 as passed,
    (case when not s.status then 1 else 0 end)::int8 as failed,
    s.time as last_check,
    case when s.status then s.time end as last_pass,
    case when not s.status then s.time end as last_fail
  from checks c
  cross join lateral (
    select duration, status, time from check_statuses where check_id = c.id order by time desc limit 1) s
  where c.deleted_at is null and s.time <= now() - interval '1 hour';

create view check_status_summary as
  select check_id, p99, p97, p95, p50, mean::numeric as mean, passed::int8 as passed, failed::int8 as failed,
    last_check, last_pass, last_fail
  from check_states;

create view check_size_summary as
  select c.canary_id, c.id, min(s.time) as min_time, max(s.time) as max_time, count(*) as count,
    sum(pg_column_size(s.*)) as size, avg(pg_column_size(s.*)) as avg_size
  from checks c join check_statuses s on s.check_id = c.id group by c.canary_id, c.id;

create view check_summary as
  select c.id, c.canary_id,
    json_build_object('passed', coalesce(s.passed, 0), 'failed', coalesce(s.failed, 0),
      'last_pass', s.last_pass, 'last_fail', s.last_fail) as uptime,
    json_build_object('p99', s.p99, 'p97', s.p97, 'p95', s.p95, 'p50', s.p50, 'avg', s.mean) as latency,
    c.last_transition_time, c.type, c.icon, c.name, c.status, c.description, c.namespace,
    n.namespace as canary_namespace, n.name as canary_name,
    case when n.labels is null then c.labels when c.labels is null then n.labels else n.labels || c.labels end as labels,
    c.severity, c.owner, c.last_runtime, c.created_at, c.updated_at, c.deleted_at, c.silenced_at
  from checks c
  join canaries n on n.id = c.canary_id
  left join check_states s on s.check_id = c.id;

create view check_statuses_5m as
  select check_id, date_bin('5 minutes', time, 'epoch') as created_at,
    count(*) filter (where status is not null) as total_checks,
    count(*) filter (where status) as passed,
    count(*) filter (where not status) as failed,
    coalesce(sum(duration) filter (where status is not null), 0)::int8 as total_duration
  from check_statuses where time > now() - interval '24 hours' group by 1, 2;

create view job_history_latest_status as
  select j.* from (
    select *, row_number() over (partition by resource_id, resource_type, name order by created_at desc) as rn
    from job_history) j
  where j.rn = 1;

create view job_history_names as select distinct name from job_history;

create view job_histories as
  select j.*,
    case when j.resource_type = 'canary' then coalesce(n.name, j.resource_id) else j.resource_id end as resource_name,
    json_build_object('id', a.id, 'name', a.name) as agent
  from job_history j
  left join canaries n on j.resource_type = 'canary' and n.id::text = j.resource_id
  left join agents a on a.id = j.agent_id;

create view canaries_with_status as
  select c.id, c.name, c.namespace, c.spec ->> 'interval' as interval, c.spec ->> 'schedule' as schedule, c.labels,
    c.source, c.created_by, c.created_at, c.deleted_at,
    (select max(k.last_runtime) from checks k where k.canary_id = c.id) as last_runtime,
    j.name as job_name, j.success_count as job_success_count, j.error_count as job_error_count,
    j.details as job_details, j.hostname as job_hostname, j.duration_millis as job_duration_millis,
    j.resource_type as job_resource_type, j.status as job_status, j.time_start as job_time_start,
    j.time_end as job_time_end, j.created_at as job_created_at,
    (select max(f.time_start) from job_history f
      where f.resource_id = c.id::text and f.resource_type = 'canary' and f.status = 'FAILED') as job_last_failed,
    json_build_object('id', a.id, 'name', a.name) as agent
  from canaries c
  join agents a on a.id = c.agent_id
  left join lateral (
    select distinct on (h.name) h.* from job_history h
    where h.resource_id = c.id::text order by h.name, h.created_at desc) j on true
  where c.deleted_at is null;
`;
