/** Ids of things in the world that a list is asked about; the same position in both worlds. */
export interface ListSamples {
  /** Items, those with the most changes first. */
  items: readonly string[];
  /** Items about which there is at least a page of insights, of runs, of notifications sent: the shortest such lists. */
  insights: readonly string[];
  runs: readonly string[];
  sent: readonly string[];
  scrapers: readonly string[];
}

/** A list as the console asks for it (contract http-calls); `round` changes what is asked for. */
export interface ListCall {
  name: string;
  path: (round: number, samples: ListSamples) => string;
}

const pick = <T>(values: readonly T[], round: number): T => {
  const value = values[round % values.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
const page = (round: number) => `limit=50&offset=${(round % 3) * 50}`;
/** A list that may be short: a page behind its end is refused. */
const FIRST = 'limit=50&offset=0';

const TYPES = ['Kubernetes::Pod', 'Kubernetes::Deployment', 'Kubernetes::Service', 'AWS::EC2::Instance'];
const HEALTHS = ['unhealthy', 'warning', 'unhealthy,warning', '!healthy'];
const WORDS = ['ledger', 'gateway', 'card-vault', 'i-0'];
const LABELS = ['team.eq.platform', 'app.eq.ledger', 'team.eq.security', 'app.eq.images'];
const STATUSES = ['FAILED', 'WARNING', 'SUCCESS', 'FAILED,WARNING'];
const AVATAR = 'id,name,avatar';

const CONFIGS = `configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&select=agent:agents(id,name)`;
const ANALYSIS = `config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)`;
const RUNS = `playbook_runs?select=*,created_by(${AVATAR}),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)&parent_id=is.null&order=created_at.desc`;
const SENT = 'notification_send_history_summary?select=*&order=created_at.desc';
const JOBS = 'job_histories?select=*&order=created_at.desc';

/** Lists of 50 rows, each with some filter and the exact count. */
export const listCalls: readonly ListCall[] = [
  {
    name: 'configs by type',
    path: (n) => `${CONFIGS}&type=eq.${pick(TYPES, n)}&order=name.asc&deleted_at=is.null&${page(n)}`,
  },
  {
    name: 'configs by health',
    path: (n) => `${CONFIGS}&health.filter=${pick(HEALTHS, n)}&order=type.asc,name.asc&deleted_at=is.null&${FIRST}`,
  },
  { name: 'configs', path: (n) => `${CONFIGS}&order=updated_at.desc&deleted_at=is.null&${page(n)}` },
  {
    name: 'configs by search',
    path: (n) => {
      const word = pick(WORDS, n);
      const columns = ['name', 'type', 'description', 'namespace'].map((column) => `${column}.ilike.*${word}*`);
      return `${CONFIGS}&or=(${columns.join()})&order=type.asc,name.asc&deleted_at=is.null&${FIRST}`;
    },
  },
  {
    name: 'configs by label',
    path: (n) =>
      `${CONFIGS}&or=(and(labels->>${pick(LABELS, n)}))&type=eq.${pick(TYPES, n)}&order=name.asc&deleted_at=is.null&${FIRST}`,
  },
  {
    name: 'changes of an item',
    path: (n, { items }) => `config_changes?config_id=eq.${pick(items, n)}&order=created_at.desc&${FIRST}`,
  },
  { name: 'insights', path: (n) => `${ANALYSIS}&order=first_observed.desc&${page(n)}` },
  {
    name: 'insights by severity',
    path: (n) =>
      `${ANALYSIS}&status=eq.open&severity=eq.${pick(['high', 'critical', 'low'], n)}&order=first_observed.desc&${FIRST}`,
  },
  {
    name: 'insights of an item',
    path: (n, { insights }) => `${ANALYSIS}&config_id=eq.${pick(insights, n)}&order=first_observed.desc&${FIRST}`,
  },
  { name: 'jobs', path: (n) => `${JOBS}&${page(n)}` },
  { name: 'jobs by outcome', path: (n) => `${JOBS}&status.filter=${pick(STATUSES, n)}&${page(n)}` },
  {
    name: 'jobs of a scraper',
    path: (n, { scrapers }) =>
      `${JOBS}&resource_type.filter=config_scraper&resource_id=eq.${pick(scrapers, n)}&${FIRST}`,
  },
  { name: 'runs', path: (n) => `${RUNS}&${page(n)}` },
  {
    name: 'runs by status',
    path: (n) => `${RUNS}&status=eq.${pick(['failed', 'completed', 'timed_out'], n)}&${FIRST}`,
  },
  { name: 'runs of an item', path: (n, { runs }) => `${RUNS}&config_id=eq.${pick(runs, n)}&${FIRST}` },
  {
    name: 'incidents',
    path: (n) =>
      `incident_summary?status=eq.${pick(['open', 'closed', 'mitigated'], n)}&order=created_at.desc&${FIRST}`,
  },
  { name: 'sent', path: (n) => `${SENT}&${page(n)}` },
  {
    name: 'sent by status',
    path: (n) =>
      `${SENT}&status.filter=${pick(['sent', 'error', 'silenced,inhibited'], n)}&resource_type.filter=config&${FIRST}`,
  },
  { name: 'sent about an item', path: (n, { sent }) => `${SENT}&resource_id=eq.${pick(sent, n)}&${FIRST}` },
  {
    name: 'notifications',
    path: () =>
      `notifications_summary?select=*,person:person_id(${AVATAR}),team:team_id(id,name,icon),created_by(${AVATAR})&order=created_at.desc&${FIRST}`,
  },
  {
    name: 'components',
    path: (n) =>
      `components?select=id,name,icon,type,status,health,labels,owner,updated_at&type=eq.Application&order=name.asc&${page(n)}`,
  },
  { name: 'agents', path: () => `agents_summary?select=*,created_by(${AVATAR})&order=name.asc&${FIRST}` },
  {
    name: 'integrations',
    path: () => `integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&${FIRST}`,
  },
];

/** Items below, above and around an item, as the tab of relationships asks for them. */
export function relatedPath(round: number, { items }: ListSamples): string {
  const which = pick(
    ['type_filter=outgoing&outgoing_relation=hard', 'type_filter=all&incoming_relation=hard&outgoing_relation=both'],
    round,
  );
  return `rpc/related_configs_recursive?config_id=${pick(items, round)}&include_deleted_configs=false&max_depth=10&${which}`;
}
