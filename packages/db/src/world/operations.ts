import { AGENTS, PEOPLE, personOf } from './people.ts';
import type { WorldSize } from './sizes.ts';
import { list, SERVICES } from './text.ts';

const PLAYBOOKS = [
  'Restart',
  'Scale up',
  'Roll back',
  'Collect logs',
  'Rotate secret',
  'Drain node',
  'Clear cache',
  'Open ticket',
];
const JOBS = [
  'Scrape',
  'Sync canary',
  'Topology',
  'Team ownership',
  'Push to upstream',
  'Refresh views',
  'Evidence',
  'Cleanup',
];

/** Playbooks and their runs, the history of jobs, notifications and what was sent. */
export function operationStatements(size: WorldSize): string[] {
  const { playbookRuns, jobHistory, sentNotifications } = size;
  return [
    // Places of their own, so that a row finds its canary or check by a hash and not by comparing it with all.
    ...['canaries', 'checks'].map(
      (table) => `create temp table world_${table} on commit drop as
        select id, row_number() over (order by id) - 1 as place from ${table}`,
    ),
    'analyze world_canaries, world_checks',
    `insert into playbooks (id, name, namespace, title, category, icon, spec, source, created_by)
     select pg_temp.id('playbook', n), lower(replace(title, ' ', '-')) || '-' || n, 'default', title || ' ' || pg_temp.pick(n, 'of', ${list(SERVICES)}),
       (array['Repair', 'Capacity', 'Release', 'Diagnosis'])[1 + n % 4], 'terminal', jsonb_build_object('category', (array['Repair', 'Capacity', 'Release', 'Diagnosis'])[1 + n % 4],
         'description', title || ' by hand no more', 'actions', jsonb_build_array(jsonb_build_object('name', 'run', 'exec', jsonb_build_object('script', 'true')))),
       'UI', ${personOf('n', 'playbook')}
     from generate_series(0, 39) n cross join lateral (select (${list(PLAYBOOKS)})[1 + n % ${PLAYBOOKS.length}] as title) named`,
    `insert into playbook_runs (id, playbook_id, spec, status, created_at, start_time, scheduled_time, end_time, created_by,
       config_id, check_id, parent_id, agent_id, error)
     select pg_temp.timed_id(at, 'run', n), b.id, b.spec, status, at, at + interval '2 seconds', at,
       case when status not in ('running', 'scheduled', 'pending_approval') then at + pg_temp.part(n, 'took') * interval '5 minutes' end,
       ${personOf('n', 'runner')}, i.id, null, null,
       case when n % 20 = 0 then pg_temp.id('agent', n % ${AGENTS}) else '00000000-0000-0000-0000-000000000000' end,
       case when status = 'failed' then 'exit status 1' end
     from generate_series(0, ${playbookRuns - 1}) n
     join playbooks b on b.id = pg_temp.id('playbook', pg_temp.skewed(n, 'playbook', 40))
     cross join lateral (select pg_temp.ago(n, 'ran', 90) as at, pg_temp.part(n, 'outcome') as outcome) drawn
     cross join lateral (select case when n < 6 then (array['running', 'scheduled', 'pending_approval'])[1 + n % 3] when outcome < 0.88 then 'completed'
       when outcome < 0.96 then 'failed' when outcome < 0.98 then 'cancelled' else 'timed_out' end as status) ended
     join world_items i on i.place = pg_temp.skewed(n, 'run item', (select count(*) from world_items))
     order by at`,
    `insert into playbook_run_actions (name, status, playbook_run_id, start_time, scheduled_time, end_time, result, error)
     select (array['prepare', 'run'])[k], case when r.status = 'failed' and k = 2 then 'failed' when r.status in ('scheduled', 'pending_approval') then 'scheduled'
       when r.status = 'running' and k = 2 then 'running' else 'completed' end, r.id, r.start_time + k * interval '1 second', r.start_time,
       r.end_time, jsonb_build_object('stdout', 'done', 'exitCode', 0), case when r.status = 'failed' and k = 2 then r.error end
     from playbook_runs r, generate_series(1, 2) k`,
    `insert into job_history (name, success_count, error_count, details, hostname, duration_millis, resource_type, resource_id,
       status, time_start, time_end, created_at, agent_id)
     select (${list(JOBS)})[job], pg_temp.below(n, 'done', 400), case status when 'SUCCESS' then 0 else 1 + pg_temp.skewed(n, 'errors', 9) end,
       case status when 'SUCCESS' then '{}' else jsonb_build_object('errors', jsonb_build_array('connection refused')) end,
       'node-' || n % 3, (power(pg_temp.part(n, 'took'), 3) * 60000)::int, kind, case kind
         when 'config_scraper' then pg_temp.id('scraper', pg_temp.below(n, 'scraper', 3))::text
         when 'topology' then pg_temp.id('topology', pg_temp.below(n, 'topology', 10))::text
         when 'canary' then coalesce(c.id::text, '') else pg_temp.below(n, 'resource', 50)::text end,
       status, at, at + interval '2 seconds', at,
       case when n % 10 = 0 then pg_temp.id('agent', n % ${AGENTS}) else '00000000-0000-0000-0000-000000000000' end
     from generate_series(0, ${jobHistory - 1}) n
     cross join lateral (select pg_temp.world_now() - pg_temp.part(n, 'ran') * interval '30 days' as at, pg_temp.part(n, 'end') as ended,
       1 + pg_temp.below(n, 'job', ${JOBS.length}) as job) drawn
     cross join lateral (select case when ended < 0.9 then 'SUCCESS' when ended < 0.95 then 'WARNING' when ended < 0.995 then 'FAILED' else 'STALE' end as status,
       (array['config_scraper', 'canary', 'topology', 'team', 'upstream', 'view', 'evidence', 'system'])[job] as kind) shown
     left join world_canaries c on kind = 'canary' and c.place = n % (select greatest(1, count(*)) from world_canaries)
     order by at`,
    `insert into notifications (id, name, namespace, events, title, template, filter, person_id, team_id, source, created_by, repeat_interval)
     select pg_temp.id('rule', n), (array['night', 'day', 'owners', 'security'])[1 + n % 4] || '-' || n, 'default',
       case n % 3 when 0 then array['check.failed', 'check.passed'] when 1 then array['config.unhealthy', 'config.warning'] else array['incident.created'] end,
       'Something broke', '{{.name}}', case when n % 2 = 0 then 'severity == "high"' end,
       case when n % 2 = 0 then ${personOf('n', 'told')} end, case when n % 2 = 1 then pg_temp.id('team', n % 8) end, 'UI', ${personOf('n', 'rule')}, '4h'
     from generate_series(0, 23) n`,
    `insert into notification_send_history (id, notification_id, body, status, source_event, resource_id, resource_health,
       resource_status, person_id, error, duration_millis, count, first_observed, created_at)
     select pg_temp.timed_id(at, 'sent', n), pg_temp.id('rule', pg_temp.skewed(n, 'rule', 24)), 'Something broke', status,
       case when n % 3 = 0 and c.id is not null then 'check.failed' else 'config.unhealthy' end,
       case when n % 3 = 0 and c.id is not null then c.id else i.id end, 'unhealthy', 'CrashLoopBackOff',
       pg_temp.id('person', n % ${PEOPLE}), case when status = 'error' then 'the receiver answered 500' end, pg_temp.below(n, 'took', 900), 1, at, at
     from generate_series(0, ${sentNotifications - 1}) n
     cross join lateral (select pg_temp.ago(n, 'sent', 30) as at, pg_temp.pick(n, 'status', array['sent', 'sent', 'sent', 'sent', 'repeat-interval', 'silenced', 'error', 'skipped', 'inhibited']) as status) drawn
     join world_items i on i.place = pg_temp.skewed(n, 'told item', (select count(*) from world_items))
     left join world_checks c on c.place = n % (select greatest(1, count(*)) from world_checks)
     order by at`,
    `insert into notification_silences (name, namespace, description, "from", until, config_id, recursive, source, created_by)
     select 'maintenance-' || n, 'default', 'Planned work', pg_temp.world_now() - n * interval '1 day',
       case when n % 5 = 0 then null else pg_temp.world_now() + (3 - n) * interval '1 day' end, i.id, n % 2 = 0, 'UI', ${personOf('n', 'silence')}
     from generate_series(0, 19) n join world_items i on i.place = n % (select count(*) from world_items)`,
    `insert into event_queue (name, properties, error, attempts, last_attempt, created_at)
     select case when n % 2 = 0 then 'notification.send' else 'playbook.run' end, jsonb_build_object('id', pg_temp.id('event', n)),
       case when n % 3 = 0 then 'the receiver answered 500' end, n % 4, pg_temp.world_now() - n * interval '1 minute',
       pg_temp.world_now() - n * interval '3 minutes' from generate_series(0, 11) n`,
    `insert into artifacts (playbook_run_action_id, path, filename, content_type, size, checksum)
     select id, 'world/' || id, 'output.txt', 'text/plain', 4, md5('done') from (select id from playbook_run_actions order by id limit 40) a`,
  ];
}
