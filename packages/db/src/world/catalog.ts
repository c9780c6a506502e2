import { AGENTS, personOf } from './people.ts';
import type { WorldSize } from './sizes.ts';
import { HEALTH, list, NAMESPACES, quote, SERVICES, SEVERITY, TEAMS } from './text.ts';

/** Items of one type, below those of another. */
interface Stratum {
  type: string;
  /** So many for each item of the parent, or a share of all items when there is no such number. */
  count: (size: WorldSize) => number;
  parent: string | null;
  /** SQL of the name; `p` is the parent, `n` the number. */
  name: string;
  /** SQL of tags beside the parent's. */
  tags?: string;
  /** SQL of the status. */
  status?: string;
  description?: string;
}

const share = (part: number) => (size: WorldSize) => Math.max(1, Math.round(size.configItems * part));
const clusters = share(1 / 5000);
const accounts = share(1 / 20_000);
const SUFFIX = `substr(md5(n::text), 1, 5)`;
const PHASE = `case ${HEALTH('n')} when 'unhealthy' then pg_temp.pick(n, 'phase', array['CrashLoopBackOff', 'ImagePullBackOff', 'OOMKilled', 'Error'])
  when 'warning' then 'Pending' when 'unknown' then 'Unknown' else 'Running' end`;
const ROLLOUT = `case ${HEALTH('n')} when 'healthy' then 'Running' when 'warning' then 'Rolling Out' else 'Degraded' end`;

const STRATA: readonly Stratum[] = [
  {
    type: 'Kubernetes::Cluster',
    count: clusters,
    parent: null,
    name: `pg_temp.pick(n, 'env', array['prod', 'prod', 'staging']) || '-' || pg_temp.pick(n, 'region', array['eu', 'us', 'ap']) || '-' || n`,
    tags: `jsonb_build_object('cluster', drawn.name)`,
  },
  {
    type: 'Kubernetes::Node',
    count: (size) => clusters(size) * 20,
    parent: 'Kubernetes::Cluster',
    name: `'ip-10-' || n / 250 || '-' || n % 250 || '-12'`,
    status: `case ${HEALTH('n')} when 'healthy' then 'Ready' else 'NotReady' end`,
  },
  {
    type: 'Kubernetes::Namespace',
    count: (size) => clusters(size) * 10,
    parent: 'Kubernetes::Cluster',
    name: `(${list(NAMESPACES)})[1 + n % ${NAMESPACES.length}]`,
    tags: `jsonb_build_object('namespace', drawn.name)`,
    status: `'Active'`,
  },
  {
    type: 'Kubernetes::Deployment',
    count: share(0.1),
    parent: 'Kubernetes::Namespace',
    name: `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || pg_temp.pick(n, 'part', array['api', 'worker', 'web', 'cache', 'proxy']) || case when n > 500 then '-' || n else '' end`,
    status: ROLLOUT,
  },
  {
    type: 'Kubernetes::ReplicaSet',
    count: share(0.11),
    parent: 'Kubernetes::Deployment',
    name: `p.name || '-' || ${SUFFIX}`,
    status: ROLLOUT,
  },
  {
    type: 'Kubernetes::Pod',
    count: share(0.48),
    parent: 'Kubernetes::ReplicaSet',
    name: `p.name || '-' || ${SUFFIX}`,
    status: PHASE,
    description: `case ${HEALTH('n')} when 'unhealthy' then 'back-off 5m0s restarting failed container' end`,
  },
  {
    type: 'Kubernetes::Service',
    count: share(0.07),
    parent: 'Kubernetes::Namespace',
    name: `'svc-' || pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || n`,
  },
  {
    type: 'Kubernetes::ConfigMap',
    count: share(0.06),
    parent: 'Kubernetes::Namespace',
    name: `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-settings-' || n`,
  },
  {
    type: 'Kubernetes::Secret',
    count: share(0.03),
    parent: 'Kubernetes::Namespace',
    name: `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-token-' || n`,
  },
  {
    type: 'Kubernetes::Ingress',
    count: share(0.01),
    parent: 'Kubernetes::Namespace',
    name: `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '.' || n || '.example.org'`,
  },
  {
    type: 'Kubernetes::CronJob',
    count: share(0.01),
    parent: 'Kubernetes::Namespace',
    name: `'nightly-' || pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || n`,
    status: ROLLOUT,
  },
  {
    type: 'Kubernetes::PersistentVolumeClaim',
    count: share(0.02),
    parent: 'Kubernetes::Namespace',
    name: `'data-' || pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || n`,
    status: `'Bound'`,
  },
  {
    type: 'AWS::::Account',
    count: accounts,
    parent: null,
    name: `'shop-' || pg_temp.pick(n, 'env', array['prod', 'staging', 'data']) || '-' || n`,
    tags: `jsonb_build_object('account', drawn.name)`,
  },
  {
    type: 'AWS::Region',
    count: (size) => accounts(size) * 4,
    parent: 'AWS::::Account',
    name: `(array['eu-west-1', 'eu-central-1', 'us-east-1', 'ap-south-1'])[1 + n % 4]`,
    tags: `jsonb_build_object('region', drawn.name)`,
  },
  {
    type: 'AWS::EC2::Instance',
    count: share(0.02),
    parent: 'AWS::Region',
    name: `'i-' || substr(md5('i' || n), 1, 17)`,
    status: `case ${HEALTH('n')} when 'healthy' then 'running' else 'stopped' end`,
  },
  {
    type: 'AWS::EBS::Volume',
    count: share(0.03),
    parent: 'AWS::Region',
    name: `'vol-' || substr(md5('v' || n), 1, 17)`,
    status: `'in-use'`,
  },
  {
    type: 'AWS::RDS::DBInstance',
    count: share(0.005),
    parent: 'AWS::Region',
    name: `pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-db-' || n`,
    status: `'available'`,
  },
  {
    type: 'AWS::S3::Bucket',
    count: share(0.01),
    parent: 'AWS::Region',
    name: `'shop-' || pg_temp.pick(n, 'service', ${list(SERVICES)}) || '-' || n`,
  },
  {
    type: 'AWS::EC2::SecurityGroup',
    count: share(0.03),
    parent: 'AWS::Region',
    name: `'sg-' || substr(md5('g' || n), 1, 17)`,
  },
];

function insertStratum(stratum: Stratum, size: WorldSize, scrapers: number): string {
  const count = stratum.count(size);
  const above = STRATA.find(({ type }) => type === stratum.parent);
  const at = above ? Math.min(1, above.count(size) / count) : 0;
  const parent = above
    ? `join config_items p on p.id = pg_temp.id(${quote(above.type)}, floor(n * ${at}::float8)::int8 % ${above.count(size)})`
    : 'left join config_items p on false';
  const group = stratum.type.split('::').at(-1) ?? stratum.type;
  return `insert into config_items (id, scraper_id, agent_id, type, config_class, external_id, name, status, health, ready,
      description, labels, tags, config, properties, parent_id, path, cost_per_minute, cost_total_1d, cost_total_7d,
      cost_total_30d, created_at, updated_at, last_scraped_time, deleted_at)
    select pg_temp.id(${quote(stratum.type)}, n), pg_temp.id('scraper', pg_temp.below(n, 'scraper', ${scrapers})),
      case when pg_temp.part(n, 'remote') < 0.05 then pg_temp.id('agent', pg_temp.below(n, 'agent', ${AGENTS}))
        else '00000000-0000-0000-0000-000000000000' end,
      ${quote(stratum.type)}, ${quote(group)}, array[lower(${quote(group)}) || '/' || md5(${quote(stratum.type)} || n)], drawn.name,
      ${stratum.status ?? 'null'}, ${stratum.status ? HEALTH('n') : `'healthy'`}, pg_temp.part(n, 'health') < 0.93,
      ${stratum.description ?? 'null'},
      jsonb_build_object('app', pg_temp.pick(n, 'app', ${list(SERVICES)}), 'team', pg_temp.pick(n, 'team', ${list(TEAMS)})),
      coalesce(p.tags, '{}') || ${stratum.tags ?? `'{}'`}, jsonb_build_object('kind', ${quote(group)},
        'metadata', jsonb_build_object('name', drawn.name, 'uid', md5('u' || n), 'generation', pg_temp.below(n, 'generation', 40)),
        'spec', jsonb_build_object('replicas', 1 + n % 4, 'image', 'registry.example.org/' || lower(${quote(group)}) || ':1.'
          || pg_temp.below(n, 'release', 90), 'limits', jsonb_build_object('cpu', '500m', 'memory', '512Mi'))),
      jsonb_build_array(jsonb_build_object('name', 'memory', 'label', 'Memory', 'value', pg_temp.below(n, 'memory', 4096),
        'unit', 'bytes'), jsonb_build_object('name', 'zone', 'label', 'Zone', 'text', pg_temp.pick(n, 'zone', array['a', 'b', 'c']))),
      p.id, case when p.id is null then '' when coalesce(p.path, '') = '' then p.id::text else p.path || '.' || p.id end,
      cost / 43200, cost / 30, cost / 4.3, cost, created, least(created + pg_temp.part(n, 'touched') * interval '20 days',
        pg_temp.world_now()), pg_temp.world_now() - interval '3 minutes',
      case when pg_temp.part(n, 'gone') < 0.03 and ${above && stratum.type !== 'AWS::Region' && stratum.type !== 'Kubernetes::Namespace' ? 'true' : 'false'}
        then pg_temp.ago(n, 'gone at', 6) end
    from generate_series(0, ${count - 1}) n ${parent},
      lateral (select ${stratum.name} as name, pg_temp.ago(n, 'created', 400) as created,
        case when pg_temp.part(n, 'paid') < 0.3 then (power(pg_temp.part(n, 'cost'), 4) * 400)::numeric(16, 4) end as cost) drawn`;
}

const CHANGES = list([
  'diff',
  'diff',
  'diff',
  'diff',
  'Pulled',
  'Created',
  'ScalingReplicaSet',
  'BackOff',
  'Unhealthy',
  'FailedScheduling',
  'HelmUpgrade',
  'Healthy',
]);

/** Scrapers, items with their parents, changes, insights and links. */
export function catalogStatements(size: WorldSize): string[] {
  const scrapers = Math.max(3, Math.round(size.configItems / 10_000));
  const pods = STRATA.find(({ type }) => type === 'Kubernetes::Pod')?.count(size) ?? 1;
  const some = STRATA.map((stratum) => ({ type: stratum.type, count: stratum.count(size) }));
  const total = some.reduce((sum, { count }) => sum + count, 0);
  const itemOf = (n: string) => `(select i.id from world_items i where i.place = ${n})`;
  return [
    `insert into config_scrapers (id, name, namespace, spec, source, created_by) select pg_temp.id('scraper', n),
       pg_temp.pick(n, 'kind', array['kubernetes', 'aws', 'file']) || '-' || n, 'default',
       jsonb_build_object('schedule', '@every 15m'), 'ConfigFile', ${personOf('n', 'scraper')} from generate_series(0, ${scrapers - 1}) n`,
    ...STRATA.map((stratum) => insertStratum(stratum, size, scrapers)),
    `insert into config_relationships (config_id, related_id, relation) select parent_id, id, 'hard' from config_items
     where parent_id is not null`,
    `create temp table world_items on commit drop as select id, type, name, row_number() over (order by md5(id::text)) - 1 as place from config_items`,
    'create unique index on world_items (place)',
    'analyze world_items',
    `insert into config_changes (id, config_id, external_change_id, change_type, severity, source, summary, diff, details,
       external_created_by, created_at, first_observed, count)
     select pg_temp.timed_id(at, 'change', n), i.id, 'change-' || n, change, case change when 'diff' then 'info' when 'Healthy' then 'info'
         when 'BackOff' then 'high' when 'Unhealthy' then 'medium' else ${SEVERITY('n')} end,
       case change when 'diff' then 'diff' else 'kubernetes' end,
       case change when 'diff' then null else change || ' ' || i.name end,
       case change when 'diff' then '--- before' || chr(10) || '+++ after' || chr(10) || '@@ -1 +1 @@' || chr(10)
         || '-  image: registry.example.org/app:1.' || n % 90 || chr(10) || '+  image: registry.example.org/app:1.' || (n + 1) % 90 end,
       case change when 'diff' then null else jsonb_build_object('reason', change, 'reportingComponent', 'kubelet') end,
       case when n % 7 = 0 then pg_temp.pick(n, 'who', array['argo-cd', 'helm-controller', 'ada.berg', 'terraform']) end, at, at,
       1 + pg_temp.skewed(n, 'count', 20)
     from generate_series(0, ${size.configChanges - 1}) n
     cross join lateral (select pg_temp.ago(n, 'changed', 30) as at, pg_temp.pick(n, 'change', ${CHANGES}) as change) drawn
     join world_items i on i.place = pg_temp.skewed(n, 'changed item', ${total})
     order by at`,
    `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, summary, message, analysis,
       first_observed, last_observed)
     select pg_temp.timed_id(at, 'insight', n), i.id, pg_temp.pick(n, 'rule', array['root-user', 'no-limits', 'old-image', 'idle-volume', 'open-port', 'no-backup', 'rightsize']) || '-' || n % 6,
       pg_temp.pick(n, 'analysis', array['security', 'security', 'cost', 'performance', 'reliability', 'compliance']), ${SEVERITY('n')},
       case when pg_temp.part(n, 'open') < 0.6 then 'open' when pg_temp.part(n, 'open') < 0.9 then 'resolved' else 'silenced' end,
       'Worth a look', 'The container runs as root; a user of its own is safer.', jsonb_build_object('rule', n % 42), at,
       pg_temp.world_now() - pg_temp.part(n, 'seen') * interval '2 days'
     from generate_series(0, ${size.configAnalysis - 1}) n cross join lateral (select pg_temp.ago(n, 'found', 60) as at) drawn
     join world_items i on i.place = pg_temp.skewed(n, 'insight item', ${total})`,
    `insert into config_relationships (config_id, related_id, relation, selector_id)
     select ${itemOf(`pg_temp.below(n, 'from', ${total})`)}, ${itemOf(`pg_temp.skewed(n, 'to', ${total})`)},
       pg_temp.pick(n, 'relation', array['ServicePod', 'ConfigMapPod', 'SecretPod', 'NodePod', 'VolumeInstance', 'uses']), 'world'
     from generate_series(0, ${size.configLinks - 1}) n on conflict do nothing`,
    `insert into config_locations (id, location) select c.id, p.external_id[1] from config_items c
     join config_items p on p.id = c.parent_id where c.type in ('Kubernetes::Pod', 'Kubernetes::Deployment', 'AWS::EC2::Instance')
     order by c.id limit ${pods} on conflict do nothing`,
  ];
}
