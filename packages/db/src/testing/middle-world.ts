import type pg from 'pg';

/** Tables that grow with the history of an installation: no list may read them from end to end. */
export const LARGE_TABLES = [
  'config_items',
  'config_changes',
  'config_analysis',
  'config_relationships',
  'config_component_relationships',
  'config_item_counts',
  'config_item_texts',
  'label_pairs',
  'job_history',
  'playbook_runs',
  'playbook_run_actions',
  'notification_send_history',
  'checks',
  'check_component_relationships',
  'check_config_relationships',
  'evidences',
  'hypotheses',
  'comments',
  'responders',
  'incident_histories',
] as const;

/** Ids of the middle world: `worldId('config', 7)`. The digit in front tells the kind. */
const KINDS = [
  'config',
  'component',
  'check',
  'canary',
  'playbook',
  'run',
  'incident',
  'rule',
  'person',
  'agent',
] as const;
export type WorldKind = (typeof KINDS)[number];

export function worldId(kind: WorldKind, n: number): string {
  return `${(KINDS.indexOf(kind) + 1).toString(16)}0000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
}

/** SQL of the id of the row that the SQL `n` counts. */
function idOf(kind: WorldKind, n: string): string {
  const prefix = worldId(kind, 0).slice(0, 24);
  return `('${prefix}' || lpad((${n})::text, 12, '0'))::uuid`;
}

const NAMESPACE = `(array['shop', 'billing', 'search', 'monitoring', 'kube-system'])[1 + n % 5]`;
/** A document as scrapers find them: so long that a page of the table holds few items. */
const DOCUMENT = `(select jsonb_object_agg('field-' || k, md5(n || ' ' || k)) from generate_series(1, 20) k)`;
const SEVERITY = `(array['info', 'low', 'medium', 'high', 'critical'])[1 + n % 5]`;

/**
 * Half of the catalog and a tenth to a fifth of the history of a large installation, made by the server itself in a
 * few statements. Deterministic but for the times, which end now.
 */
const STATEMENTS: readonly string[] = [
  `insert into people (id, name, email) select ${idOf('person', 'n')}, 'Person ' || n, 'p' || n || '@example.org' from generate_series(1, 50) n`,
  `insert into teams (name, created_by) select 'team-' || n, ${idOf('person', '1')} from generate_series(1, 10) n`,
  `insert into agents (id, name, created_by) select ${idOf('agent', 'n')}, 'agent-' || n, ${idOf('person', '1')} from generate_series(1, 20) n`,
  `insert into config_scrapers (name, spec, source) select 'scraper-' || n, '{}', 'UI' from generate_series(1, 20) n`,
  `insert into topologies (name, namespace, spec) select 'topology-' || n, 'default', '{}' from generate_series(1, 20) n`,
  `insert into config_items (id, agent_id, type, config_class, name, status, health, labels, tags, config, external_id,
      cost_total_1d, path, created_at, updated_at, deleted_at)
    select ${idOf('config', 'n')}, case when n % 10 = 0 then ${idOf('agent', '1 + n % 20')}
      else '00000000-0000-0000-0000-000000000000' end,
      'Kubernetes::' || (array['Pod', 'Pod', 'Pod', 'Deployment', 'ReplicaSet', 'Service', 'Secret', 'ConfigMap'])[1 + n % 8],
      (array['Pod', 'Pod', 'Pod', 'Deployment', 'ReplicaSet', 'Service', 'Secret', 'ConfigMap'])[1 + n % 8],
      ${NAMESPACE} || '-item-' || n, case when n % 50 = 0 then 'CrashLoopBackOff' else 'Running' end,
      case when n % 50 = 0 then 'unhealthy' when n % 7 = 0 then 'unknown' else 'healthy' end,
      jsonb_build_object('app', 'app-' || n % 200, 'tier', (array['web', 'db'])[1 + n % 2]),
      jsonb_build_object('cluster', 'c' || n % 3, 'namespace', ${NAMESPACE}), ${DOCUMENT},
      array['ext-' || n], case when n % 4 = 0 then n end, case when n > 10 then ${idOf('config', '1 + n % 10')}::text end,
      now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 20 = 0 then now() end
    from generate_series(1, 50000) n`,
  `insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, created_at)
    select ${idOf('config', '1 + n % 50000')}, 'c' || n, (array['diff', 'Scaled', 'Pulled', 'Created', 'BackOff'])[1 + n % 5],
      ${SEVERITY}, 'kubernetes', 'change ' || n, now() - n * interval '20 seconds' from generate_series(1, 200000) n`,
  `insert into config_relationships (config_id, related_id, relation)
    select ${idOf('config', '1 + n % 50000')}, ${idOf('config', '1 + (n * 7919 + n / 50000) % 50000')},
      case when n % 3 = 0 then 'hard' else 'uses' end from generate_series(1, 100000) n on conflict do nothing`,
  `insert into config_analysis (config_id, analyzer, analysis_type, severity, status, summary, first_observed, last_observed)
    select ${idOf('config', '1 + n * 3 % 50000')}, 'rule-' || n % 40,
      (array['security', 'cost', 'performance', 'reliability'])[1 + n % 4], ${SEVERITY},
      case when n / 7 % 3 = 0 then 'open' else 'resolved' end, 'insight ' || n, now() - n * interval '1 minute', now()
    from generate_series(1, 30000) n`,
  `insert into components (id, external_id, name, type, status, labels) select ${idOf('component', 'n')}, 'x' || n,
      'component-' || n, (array['Application', 'Service', 'Node'])[1 + n % 3], 'healthy',
      jsonb_build_object('team', 't' || n % 30) from generate_series(1, 2500) n`,
  `insert into config_component_relationships (component_id, config_id) select ${idOf('component', '1 + n % 2500')},
      ${idOf('config', 'n')} from generate_series(1, 10000) n`,
  `insert into canaries (id, name, namespace, spec, labels) select ${idOf('canary', 'n')}, 'canary-' || n, 'default', '{}',
      '{"app":"x"}' from generate_series(1, 500) n`,
  `insert into checks (id, canary_id, type, name, status, labels) select ${idOf('check', 'n')}, ${idOf('canary', '1 + n % 500')},
      'http', 'check-' || n, 'healthy', jsonb_build_object('zone', 'z' || n % 20) from generate_series(1, 5000) n`,
  `insert into check_component_relationships (component_id, check_id, canary_id)
    select ${idOf('component', '1 + n % 2500')}, ${idOf('check', 'n')}, ${idOf('canary', '1 + n % 500')} from generate_series(1, 5000) n`,
  `insert into check_config_relationships (config_id, check_id, canary_id)
    select ${idOf('config', 'n')}, ${idOf('check', 'n')}, ${idOf('canary', '1 + n % 500')} from generate_series(1, 5000) n`,
  `insert into job_history (name, resource_type, resource_id, status, duration_millis, time_start, created_at, agent_id)
    select (array['Scrape', 'Canary', 'Sync', 'Topology'])[1 + n % 4],
      (array['config_scraper', 'canary', 'upstream', 'topology'])[1 + n % 4],
      case n % 4 when 1 then ${idOf('canary', '1 + n % 500')}::text else 'resource-' || n % 997 end,
      case when n % 25 = 0 then 'FAILED' when n % 9 = 0 then 'WARNING' else 'SUCCESS' end, n % 60000,
      now() - n * interval '5 seconds', now() - n * interval '5 seconds', case when n % 10 = 0 then ${idOf('agent', '1 + n % 20')}
      else '00000000-0000-0000-0000-000000000000' end from generate_series(1, 100000) n`,
  `insert into playbooks (id, name, spec, source) select ${idOf('playbook', 'n')}, 'playbook-' || n, '{}', 'UI' from generate_series(1, 30) n`,
  `insert into playbook_runs (id, playbook_id, status, created_at, start_time, config_id, parent_id, agent_id)
    select ${idOf('run', 'n')}, ${idOf('playbook', '1 + n % 30')}, case when n % 40 = 7 then 'failed' else 'completed' end,
      now() - n * interval '2 minutes', now() - n * interval '2 minutes', ${idOf('config', '1 + n % 1000')},
      case when n % 10 = 0 then ${idOf('run', 'n - 1')} end,
      case when n % 10 = 0 then ${idOf('agent', '1 + n % 20')} else '00000000-0000-0000-0000-000000000000' end
    from generate_series(1, 20000) n`,
  `insert into playbook_run_actions (name, status, playbook_run_id, start_time)
    select 'action', 'completed', ${idOf('run', '1 + n % 20000')}, now() from generate_series(1, 40000) n`,
  `insert into incidents (id, title, created_by, severity, description, type, status, created_at)
    select ${idOf('incident', 'n')}, 'incident ' || n, ${idOf('person', '1 + n % 50')}, ${SEVERITY}, '', 'availability',
      case when n % 20 = 0 then 'open' else 'closed' end, now() - n * interval '1 hour' from generate_series(1, 2000) n`,
  `insert into hypotheses (incident_id, created_by, type, title, status) select ${idOf('incident', '1 + n % 2000')},
      ${idOf('person', '1')}, 'root', 'h' || n, 'likely' from generate_series(1, 6000) n`,
  `insert into evidences (hypothesis_id, description, created_by, type, component_id, config_id)
    select h.id, 'e', h.created_by, 'topology', ${idOf('component', '1 + row_number() over () % 2500')},
      ${idOf('config', '1 + row_number() over () % 50000')} from hypotheses h`,
  `insert into comments (incident_id, created_by, comment) select ${idOf('incident', '1 + n % 2000')},
      ${idOf('person', '1 + n % 50')}, 'c' from generate_series(1, 6000) n`,
  `insert into responders (incident_id, type, person_id, created_by) select ${idOf('incident', '1 + n % 2000')}, 'person',
      ${idOf('person', '1 + n % 50')}, ${idOf('person', '1')} from generate_series(1, 4000) n`,
  `insert into notifications (id, name, events) select ${idOf('rule', 'n')}, 'rule-' || n, '{config.unhealthy}' from generate_series(1, 40) n`,
  `insert into notification_send_history (notification_id, status, source_event, resource_id, error, duration_millis, created_at)
    select ${idOf('rule', '1 + n % 40')}, case when n % 30 = 0 then 'error' else 'sent' end,
      case when n % 3 = 0 then 'check.failed' else 'component.unhealthy' end,
      case when n % 3 = 0 then ${idOf('check', '1 + n % 5000')} else ${idOf('component', '1 + n % 2500')} end,
      case when n % 30 = 0 then 'refused' end, 10, now() - n * interval '1 minute' from generate_series(1, 30000) n`,
  `insert into event_queue (name, properties, error, attempts)
    select 'check.failed', jsonb_build_object('id', n), case when n % 5 = 0 then 'boom' end, n % 4 from generate_series(1, 300) n
    on conflict do nothing`,
  `insert into permissions (action, object, subject, subject_type) select 'read', 'catalog', ${idOf('person', '1 + n % 50')}::text, 'person'
    from generate_series(1, 300) n`,
  `insert into casbin_rule (ptype, v0, v1) select 'g', ${idOf('person', 'n')}::text, 'viewer' from generate_series(1, 50) n`,
  `insert into config_item_texts select id, type, name, config_item_text(name, type, description, tags) from config_items`,
  'select refresh_config_summaries(true)',
  'select refresh_label_pairs(true)',
];

/**
 * Fills an empty, migrated database. Triggers and constraints rest meanwhile, which takes seconds instead of a minute;
 * so there are no events, and the counts by agent and by rule are empty.
 */
export async function loadMiddleWorld(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query('reset session_replication_role');
    await client.query('vacuum (analyze)');
  } finally {
    client.release();
  }
}
