import { personOf } from './people.ts';
import type { WorldSize } from './sizes.ts';
import { HEALTH, list, NAMESPACES, SERVICES, TEAMS } from './text.ts';

const STATUS = `case ${HEALTH('n')} when 'healthy' then 'healthy' when 'warning' then 'degraded' when 'unknown' then 'unknown' else 'unhealthy' end`;

/** Topologies of three levels: systems, the services of each, and their parts; and what the parts consist of. */
export function topologyStatements(size: WorldSize): string[] {
  const systems = Math.max(2, Math.round(size.components / 250));
  const services = Math.max(4, Math.round(size.components / 12));
  const parts = Math.max(1, size.components - systems - services);
  const insert = (
    kind: string,
    count: number,
    above: { kind: string; count: number } | null,
    name: string,
    type: string,
  ) =>
    `insert into components (id, topology_id, external_id, parent_id, path, name, namespace, type, icon, topology_type, labels,
       status, health, owner, summary, properties, is_leaf, cost_total_30d, created_at, updated_at)
     select pg_temp.id('${kind}', n), pg_temp.id('topology', n % 10), '${kind}-' || n, p.id,
       case when p.id is null then '' when coalesce(p.path, '') = '' then p.id::text else p.path || '.' || p.id end, ${name},
       'default', '${type}', lower('${type}'), 'system', jsonb_build_object('team', pg_temp.pick(n, 'team', ${list(TEAMS)}),
         'tier', (1 + n % 3)::text), ${STATUS}, ${HEALTH('n')}, pg_temp.pick(n, 'team', ${list(TEAMS)}),
       jsonb_build_object('healthy', 1 + n % 9, 'unhealthy', pg_temp.skewed(n, 'broken', 3), 'warning', 0),
       jsonb_build_array(jsonb_build_object('name', 'requests', 'label', 'Requests', 'value', pg_temp.below(n, 'rate', 900), 'unit', 'req/s'),
         jsonb_build_object('name', 'version', 'label', 'Version', 'text', '1.' || n % 40, 'headline', true)),
       ${kind === 'part'}, (pg_temp.part(n, 'cost') * 90)::numeric(16, 4), pg_temp.ago(n, 'made', 300), pg_temp.ago(n, 'seen', 2)
     from generate_series(0, ${count - 1}) n ${
       above
         ? `join components p on p.id = pg_temp.id('${above.kind}', pg_temp.skewed(n, 'above', ${above.count}))`
         : 'left join components p on false'
     }`;
  return [
    `insert into topologies (id, name, namespace, spec, schedule, created_by)
     select pg_temp.id('topology', n), (${list(NAMESPACES)})[1 + n], 'default', jsonb_build_object('schedule', '@every 5m',
       'components', jsonb_build_array()), '@every 5m', ${personOf('n', 'topology')} from generate_series(0, 9) n`,
    insert(
      'system',
      systems,
      null,
      `(${list(NAMESPACES)})[1 + n % ${NAMESPACES.length}] || case when n < ${NAMESPACES.length} then '' else '-' || n end`,
      'System',
    ),
    insert(
      'service',
      services,
      { kind: 'system', count: systems },
      `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || n`,
      'Service',
    ),
    insert(
      'part',
      parts,
      { kind: 'service', count: services },
      `p.name || '-' || pg_temp.pick(n, 'part', array['api', 'worker', 'db', 'cache', 'queue']) || '-' || n`,
      'Application',
    ),
    `insert into component_relationships (component_id, relationship_id, relationship_path, selector_id)
     select id, parent_id, path, 'world' from components where parent_id is not null on conflict do nothing`,
    `insert into config_component_relationships (component_id, config_id, selector_id)
     select pg_temp.id('part', n % ${parts}), i.id, 'world' from generate_series(0, ${parts * 2 - 1}) n
     join world_items i on i.place = n on conflict do nothing`,
    `insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
     select pg_temp.id('service', (row_number() over (order by id)) % ${services}), id, canary_id, 'world' from checks
     on conflict do nothing`,
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
     select i.id, c.id, c.canary_id, 'world' from (select id, canary_id, row_number() over (order by id) as place from checks) c
     join world_items i on i.place = c.place on conflict do nothing`,
    `insert into team_components (team_id, component_id, role, selector_id)
     select pg_temp.id('team', n % ${TEAMS.length}), pg_temp.id('system', n), 'owner', 'world' from generate_series(0, ${systems - 1}) n`,
    `insert into applications (id, name, namespace, spec, source, created_by) select pg_temp.id('application', n),
       (${list(NAMESPACES)})[1 + n], 'default', jsonb_build_object('description', 'All of it'), 'ApplicationCRD',
       ${personOf('n', 'application')} from generate_series(0, 4) n`,
    `insert into views (id, name, namespace, spec, source, created_by) select pg_temp.id('view', n), 'overview-' || n, 'default',
       jsonb_build_object('display', jsonb_build_object('title', (${list(NAMESPACES)})[1 + n], 'icon', 'table', 'ordinal', n,
         'sidebar', n < 3), 'columns', jsonb_build_array(jsonb_build_object('name', 'name', 'type', 'string', 'primaryKey', true))),
       'UI', ${personOf('n', 'view')} from generate_series(0, 5) n`,
  ];
}

const TITLES = [
  'Checkout answers slowly',
  'Payments are declined',
  'Search finds nothing new',
  'Images do not load',
  'Queue of orders grows',
  'Sign-in fails for some',
  'Disk is nearly full',
  'Certificate runs out',
];

/** Incidents with their reasoning: hypotheses, evidence, comments and responders. */
export function incidentStatements(size: WorldSize): string[] {
  const { incidents } = size;
  return [
    `insert into incident_rules (name, spec, source, created_by) select 'rule-' || n, jsonb_build_object('priority', n), 'UI',
       ${personOf('n', 'rule')} from generate_series(0, 7) n`,
    `insert into incidents (id, title, created_by, commander_id, communicator_id, severity, description, type, status,
       acknowledged, resolved, created_at)
     select pg_temp.timed_id(at, 'incident', n), pg_temp.pick(n, 'title', ${list(TITLES)}) || ' (' || pg_temp.pick(n, 'where', ${list(NAMESPACES)}) || ')',
       ${personOf('n', 'reporter')}, ${personOf('n', 'commander')}, ${personOf('n', 'reporter')},
       pg_temp.pick(n, 'severity', array['low', 'low', 'medium', 'medium', 'high', 'critical', 'blocker']), 'Told by people and by checks.',
       pg_temp.pick(n, 'type', array['availability', 'performance', 'security', 'cost', 'technical_debt']), status, at + interval '5 minutes',
       case when status in ('resolved', 'closed') then at + pg_temp.part(n, 'took') * interval '9 hours' end, at
     from generate_series(0, ${incidents - 1}) n cross join lateral (select pg_temp.ago(n, 'began', 365) as at) began
     cross join lateral (select case when at > pg_temp.world_now() - interval '4 days' then pg_temp.pick(n, 'status', array['open', 'open', 'investigating', 'mitigated'])
       else pg_temp.pick(n, 'status', array['closed', 'closed', 'resolved', 'resolved', 'mitigated']) end as status) drawn`,
    `create temp table world_incidents on commit drop as select id, created_by, created_at, row_number() over (order by id) - 1 as place from incidents`,
    `insert into hypotheses (id, incident_id, created_by, parent_id, type, title, status, created_at)
     select pg_temp.timed_id(w.created_at, 'root', w.place), w.id, w.created_by, null, 'root',
       pg_temp.pick(w.place, 'root', array['A release broke it', 'A dependency is down', 'Load is higher than planned', 'A setting was changed']),
       pg_temp.pick(w.place, 'belief', array['proven', 'likely', 'likely', 'possible', 'unlikely', 'disproven']), w.created_at + interval '10 minutes'
     from world_incidents w`,
    `insert into hypotheses (id, incident_id, created_by, parent_id, type, title, status, created_at)
     select pg_temp.timed_id(w.created_at, 'factor', w.place * 3 + k), w.id, w.created_by, pg_temp.timed_id(w.created_at, 'root', w.place),
       (array['factor', 'factor', 'solution'])[1 + k], (array['Retries made it worse', 'The alarm came late', 'Roll back the release'])[1 + k],
       pg_temp.pick(w.place * 3 + k, 'belief', array['likely', 'possible', 'improbable']), w.created_at + (20 + k) * interval '1 minute'
     from world_incidents w, generate_series(0, 2) k where k <= w.place % 4`,
    `insert into evidences (description, hypothesis_id, config_id, config_change_id, check_id, component_id, created_by, type,
       definition_of_done, done, evidence, created_at)
     select 'Seen at the same time', h.id, case when kind = 0 then i.id end, case when kind = 1 then c.id end,
       case when kind = 2 then k.id end, case when kind = 3 then pg_temp.id('service', h.place % 4) end, h.created_by,
       (array['config', 'config_change', 'check', 'topology'])[1 + kind], h.place % 9 = 0, h.place % 18 = 0, '{}', h.created_at
     from (select id, created_by, created_at, row_number() over (order by id) as place from hypotheses) h
     join world_items i on i.place = h.place % (select count(*) from world_items)
     left join lateral (select id from config_changes where config_id = i.id limit 1) c on true
     left join (select id, row_number() over (order by id) as place from checks) k on k.place = 1 + h.place % greatest(1, (select count(*) from checks))
     cross join lateral (select case when h.place % 4 = 1 and c.id is null or h.place % 4 = 2 and k.id is null then 0 else (h.place % 4)::int end as kind) chosen`,
    `insert into comments (incident_id, hypothesis_id, created_by, comment, created_at)
     select w.id, pg_temp.timed_id(w.created_at, 'root', w.place), ${personOf('w.place * 5 + k', 'author')},
       pg_temp.pick(w.place * 5 + k, 'comment', array['Looking at the graphs now.', 'The release of this morning is in all regions.', 'Rolled back, errors go down.', 'Who owns this queue?']),
       w.created_at + (12 + 7 * k) * interval '1 minute'
     from world_incidents w, generate_series(0, 4) k where k <= w.place % 5`,
    `insert into responders (incident_id, type, person_id, team_id, created_by, created_at)
     select w.id, case when k = 0 then 'person' else 'team' end, case when k = 0 then ${personOf('w.place', 'responder')} end,
       case when k = 1 then pg_temp.id('team', w.place % ${TEAMS.length}) end, w.created_by, w.created_at
     from world_incidents w, generate_series(0, 1) k`,
  ];
}
