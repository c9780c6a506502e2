import { worldId } from './middle-world.ts';

/** One list call of the console, as the statement that the REST dialect makes of it. */
export interface ListCall {
  name: string;
  /** What comes before `from`. */
  select: string;
  /** From the relation up to the filters: `job_histories t where …`. */
  from: string;
  order?: string;
  /** 50 unless told; null is no limit but the 2,000 rows that every answer has at most. */
  limit?: number | null;
  /** Rows that may be read from large tables for the page; 1,000 unless told. */
  reads?: number;
  /** Also counts the rows: how many may be read for that beyond those counted. Left out: nobody counts them so. */
  countReads?: number;
}

const config = worldId('config', 77);
const component = worldId('component', 77);
const check = worldId('check', 77);

/** An embedded row, the way that a to-one relationship is read. */
const one = (alias: string, table: string, columns: string, on: string): string =>
  `(select row_to_json(e) from (select ${columns} from ${table} x where x.id = ${on}) e) as ${alias}`;
const person = (alias: string, on: string): string => one(alias, 'people', 'x.id, x.name, x.avatar, x.email', on);

const CONFIG_LIST = `t.id, t.type, t.config_class, t.status, t.health, t.labels, t.name, t.tags, t.created_at, t.updated_at,
  t.deleted_at, t.cost_per_minute, t.cost_total_1d, t.cost_total_7d, t.cost_total_30d, t.changes, t.analysis`;
const RUN_LIST = `t.*, ${person('created_by', 't.created_by')},
  ${one('playbooks', 'playbooks', 'x.id, x.name, x.title, x.spec, x.icon', 't.playbook_id')},
  ${one('component', 'components', 'x.id, x.name, x.icon', 't.component_id')},
  ${one('check', 'checks', 'x.id, x.name, x.icon', 't.check_id')},
  ${one('config', 'config_items', 'x.id, x.name, x.type, x.config_class', 't.config_id')}`;
const INSIGHTS = `t.id, t.analysis_type, t.analyzer, t.severity, t.status, t.first_observed, t.last_observed,
  ${one('config', 'configs', 'x.id, x.name, x.config_class, x.type', 't.config_id')}`;
const newest = 't.created_at desc';

/** What a search for a word asks of items, and how the dialect looks for it where the list goes by type and name. */
const found = (word: string): string =>
  `(${['name', 'type', 'description', 'namespace'].map((column) => `t.${column} ilike '%${word}%'`).join(' or ')})`;
const foundInTexts = (word: string): string => `configs t join config_item_texts w on w.config_id = t.id
  where (w.text like lower('%${word}%') or (w.text is null and ${found(word)})) and t.deleted_at is null`;

const configLists: ListCall[] = (
  [
    ['by type and name', 't.deleted_at is null', 't.type, t.name'],
    ['deleted ones too', 'true', 't.type, t.name'],
    ['of a type', "t.type = 'Kubernetes::Pod' and t.deleted_at is null", 't.type, t.name'],
    ['of a type by name', "t.type = 'Kubernetes::Secret' and t.deleted_at is null", 't.name desc'],
    ['by name', 't.deleted_at is null', 't.name'],
    ['by creation', 't.deleted_at is null', newest],
    ['by update', 't.deleted_at is null', 't.updated_at desc'],
    ['by cost', 't.deleted_at is null', 't.cost_total_1d desc'],
    ['by health', 't.deleted_at is null', 't.health'],
    ['not unknown', "t.health not in ('unknown') and t.deleted_at is null", 't.type, t.name'],
    ['found by text in another order', `${found('item-4711')} and t.deleted_at is null`, 't.updated_at'],
  ] as const
).map(([name, where, order]) => ({
  name: `configs ${name}`,
  select: CONFIG_LIST,
  from: `configs t where ${where}`,
  order,
}));

/** The list calls and lookups of the console over what can be large. */
export const listCalls: readonly ListCall[] = [
  ...configLists,
  // Few items are found by an index of words, many by the order of the list: entries of a narrow index are read then.
  {
    name: 'configs found by a rare text',
    select: CONFIG_LIST,
    from: foundInTexts('Item-4711'),
    order: 'w.type, w.name',
  },
  { name: 'configs found by text', select: CONFIG_LIST, from: foundInTexts('item-1'), order: 'w.type, w.name' },
  {
    name: 'configs found by type',
    select: CONFIG_LIST,
    from: foundInTexts('pod'),
    order: 'w.type desc, w.name desc',
    reads: 20_000,
  },
  {
    name: 'configs of a rare status',
    select: CONFIG_LIST,
    from: "configs t where t.status in ('CrashLoopBackOff') and t.deleted_at is null",
    order: 't.type, t.name',
    countReads: 600,
  },
  {
    name: 'configs of a label',
    select: CONFIG_LIST,
    from: `configs t where t.labels @> '{"app":"app-7"}' and t.deleted_at is null`,
    order: 't.type, t.name',
    reads: 2000,
    countReads: 500,
  },
  {
    name: 'configs of a type and a label',
    select: CONFIG_LIST,
    from: `configs t where t.labels @> '{"app":"app-8"}' and t.type = 'Kubernetes::Pod' and t.deleted_at is null`,
    order: 't.name',
    reads: 500,
    countReads: 100,
  },
  {
    name: 'configs by ids',
    select: 't.id, t.name, t.config_class, t.type',
    from: `configs t where t.id in ('${config}', '${worldId('config', 78)}')`,
  },
  {
    name: 'configs of a type for responders',
    select: 't.id, t.external_id, t.name, t.type, t.analysis, t.changes',
    from: "configs t where t.type ilike 'Kubernetes::Deployment'",
    limit: null,
    reads: 40_000,
  },
  {
    name: 'config_items for a choice',
    select: 't.id, t.name, t.type, t.config_class',
    from: 'config_items t',
    limit: null,
    reads: 2000,
  },
  {
    name: 'config_items of types',
    select: 't.id, t.name, t.type, t.config_class',
    from: "config_items t where t.type in ('Kubernetes::Service', 'Kubernetes::Secret')",
    limit: null,
    reads: 3000,
  },
  { name: 'config_detail', select: 't.*', from: `config_detail t where t.id = '${config}'` },
  { name: 'config_names', select: 't.*', from: `config_names t where t.id = '${config}'` },
  ...[
    'config_tags',
    'config_labels',
    'config_types',
    'config_statuses',
    'config_classes',
    'analysis_types',
    'analyzer_types',
    'config_tags_labels_keys',
    'component_labels_keys',
    'checks_labels_keys',
    'component_labels',
    'check_labels',
    'component_types',
  ].map((view) => ({ name: view, select: 't.*', from: `${view} t`, limit: null })),
  {
    name: 'config_analysis_analyzers',
    select: 't.*',
    from: 'config_analysis_analyzers t',
    order: 't.analyzer',
    limit: null,
  },
  { name: 'change_types', select: 't.*', from: "change_types t where t.change_type <> ''", limit: null },
  { name: 'job_history_names', select: 't.*', from: 'job_history_names t', order: 't.name', limit: null },
  {
    name: 'config_changes of an item',
    select: 't.*',
    from: `config_changes t where t.config_id = '${config}'`,
    order: newest,
    countReads: 10,
  },
  {
    name: 'one change',
    select: `t.id, t.diff, ${one('config', 'configs', 'x.id, x.name, x.type, x.config_class', 't.config_id')}`,
    from: `config_changes t where t.config_id = '${config}' and t.id = '${config}'`,
  },
  {
    name: 'catalog_changes',
    select: 't.id, t.config_id, t.name, t.type, t.created_at, t.change_type, t.summary',
    from: "catalog_changes t where t.created_at > now() - interval '2 days' and t.deleted_at is null",
    order: newest,
  },
  {
    name: 'changes_by_component',
    select: `t.id, t.type, t.config_id, ${one('created_at', 'configs', 'x.id, x.name, x.type', 't.config_id')}`,
    from: `changes_by_component t where t.component_id = '${component}'`,
    limit: null,
  },
  { name: 'insights', select: INSIGHTS, from: 'config_analysis_items t', order: 't.first_observed desc' },
  {
    name: 'insights that are open',
    select: INSIGHTS,
    from: "config_analysis_items t where t.status = 'open'",
    order: 't.first_observed desc',
    countReads: 100,
  },
  {
    name: 'insights of a severity and analyzer',
    select: INSIGHTS,
    from: "config_analysis_items t where t.severity = 'high' and t.analyzer = 'rule-3' and t.status = 'open'",
    order: 't.first_observed desc',
  },
  {
    name: 'insights of an item',
    select: INSIGHTS,
    from: `config_analysis_items t where t.config_id = '${config}'`,
    order: 't.first_observed desc',
    countReads: 10,
  },
  {
    name: 'analysis_by_component',
    select: `t.analysis_id, (select row_to_json(e) from (select x.id, x.name, (select json_agg(a) from config_analysis a where a.config_id = x.id) as analysis from configs x where x.id = t.config_id) e) as config`,
    from: `analysis_by_component t where t.component_id = '${component}'`,
    countReads: 100,
  },
  {
    name: 'config_relationships of an item',
    select: `t.*, ${one('configs', 'configs', 'x.id, x.name', 't.config_id')}`,
    from: `config_relationships t where t.related_id = '${config}' or t.config_id = '${config}'`,
    limit: null,
  },
  {
    name: 'config_component_relationships',
    select: `t.*, ${one('configs', 'configs', 'x.id, x.name', 't.config_id')}`,
    from: `config_component_relationships t where t.component_id = '${component}'`,
    limit: null,
  },
  {
    name: 'check_summary_for_config',
    select: 't.*',
    from: `check_summary_for_config t where t.config_id = '${config}'`,
    limit: null,
  },
  {
    name: 'checks_by_component',
    select: 't.*',
    from: `checks_by_component t where t.component_id = '${component}'`,
    limit: null,
  },
  { name: 'checks_by_config', select: 't.*', from: `checks_by_config t where t.config_id = '${config}'`, limit: null },
  { name: 'checks of a check', select: 't.*', from: `checks t where t.id = '${check}'` },
  { name: 'check_names', select: 't.*', from: 'check_names t', limit: null, reads: 2100 },
  { name: 'canary_names', select: 't.*', from: 'canary_names t', limit: null },
  { name: 'component_names', select: 't.*', from: 'component_names t', order: 't.name', limit: null },
  {
    name: 'incidents that are open',
    select: 't.*',
    from: "incident_summary t where t.status = 'open'",
    order: newest,
    limit: null,
    countReads: 100,
  },
  {
    name: 'incidents, newest',
    select: 't.*',
    from: "incident_summary t where t.title ilike '%incident 1%'",
    order: newest,
    limit: 10,
  },
  {
    name: 'incidents_by_component',
    select: 't.*',
    from: `incidents_by_component t where t.component_id = '${component}'`,
    order: newest,
    limit: null,
  },
  {
    name: 'incidents_by_config',
    select: 't.*',
    from: `incidents_by_config t where t.config_id = '${config}'`,
    order: newest,
    limit: null,
  },
  { name: 'playbook_runs', select: RUN_LIST, from: 'playbook_runs t where t.parent_id is null', order: newest },
  {
    name: 'playbook_runs of a playbook',
    select: RUN_LIST,
    from: `playbook_runs t where t.parent_id is null and t.playbook_id = '${worldId('playbook', 3)}'`,
    order: newest,
    countReads: 500,
  },
  {
    name: 'playbook_runs of an item',
    select: RUN_LIST,
    from: `playbook_runs t where t.parent_id is null and t.config_id = '${config}'`,
    order: newest,
    countReads: 100,
  },
  {
    name: 'playbook_runs that failed',
    select: RUN_LIST,
    from: "playbook_runs t where t.parent_id is null and t.status = 'failed'",
    order: newest,
    countReads: 500,
  },
  {
    name: 'playbook_runs of a week',
    select: RUN_LIST,
    from: "playbook_runs t where t.parent_id is null and ((t.start_time >= now() - interval '7 days' and t.start_time <= now()) or (t.created_at >= now() - interval '7 days' and t.created_at <= now()))",
    order: newest,
  },
  {
    name: 'a playbook run',
    select: 't.*',
    from: `playbook_runs t where t.id = '${worldId('run', 9)}' or t.parent_id = '${worldId('run', 9)}'`,
  },
  {
    name: 'get_playbook_run_actions',
    select: 't.*',
    from: `get_playbook_run_actions('${worldId('run', 9)}') t`,
    limit: null,
  },
  { name: 'job_histories', select: 't.*', from: 'job_histories t', order: newest, limit: 150 },
  {
    name: 'job_histories of two days that went wrong',
    select: 't.*',
    from: "job_histories t where t.status not in ('SUCCESS') and t.created_at > now() - interval '2 days' and t.created_at < now()",
    order: newest,
    limit: 150,
    reads: 1500,
  },
  {
    name: 'job_histories of a name',
    select: 't.*',
    from: "job_histories t where t.name in ('Sync')",
    order: newest,
    limit: 150,
  },
  {
    name: 'job_histories of a type that failed',
    select: 't.*',
    from: "job_histories t where t.resource_type in ('canary') and t.status in ('FAILED')",
    order: newest,
    limit: 50,
    reads: 6000,
  },
  {
    name: 'job_histories of a resource',
    select: 't.*',
    from: `job_histories t where t.resource_id = '${worldId('canary', 22)}' and t.resource_type in ('canary')`,
    order: newest,
    countReads: 300,
  },
  {
    name: 'job_histories of long runs',
    select: 't.*',
    from: 'job_histories t where t.duration_millis >= 59900',
    order: newest,
    limit: 150,
    reads: 1500,
    countReads: 100,
  },
  {
    name: 'notification_send_history_summary',
    select: 't.*',
    from: 'notification_send_history_summary t',
    order: newest,
  },
  {
    name: 'send history of checks',
    select: 't.*',
    from: "notification_send_history_summary t where t.resource_type in ('check')",
    order: newest,
  },
  {
    name: 'send history that failed',
    select: 't.*',
    from: "notification_send_history_summary t where t.status in ('error')",
    order: newest,
    countReads: 100,
  },
  {
    name: 'send history of a resource',
    select: 't.*',
    from: `notification_send_history_summary t where t.resource_id = '${check}'`,
    order: newest,
    countReads: 100,
  },
  {
    name: 'notifications_summary',
    select: `t.*, ${person('person', 't.person_id')}, ${person('created_by', 't.created_by')}`,
    from: 'notifications_summary t',
    order: newest,
    reads: 6000,
    countReads: 100,
  },
  {
    name: 'agents_summary',
    select: `t.*, ${person('created_by', 't.created_by')}`,
    from: 'agents_summary t',
    order: newest,
    countReads: 100,
  },
  {
    name: 'integrations_with_status',
    select: 't.*',
    from: 'integrations_with_status t where t.deleted_at is null',
    order: newest,
    countReads: 200,
  },
  ...['teams', 'config_scrapers', 'topologies'].map((table) => ({
    name: `${table}_with_status`,
    select: `t.*, ${person('created_by', 't.created_by')}`,
    from: `${table}_with_status t where t.deleted_at is null`,
    order: newest,
    limit: 100,
  })),
  {
    name: 'canaries_with_status',
    select: `t.*, ${person('created_by', 't.created_by')}`,
    from: 'canaries_with_status t where t.deleted_at is null',
    order: newest,
    limit: 100,
    reads: 15_000,
  },
  {
    name: 'permissions_summary',
    select: 't.*',
    from: 'permissions_summary t where t.deleted_at is null',
    order: newest,
    countReads: 100,
  },
  {
    name: 'permissions_summary of a subject',
    select: 't.*',
    from: `permissions_summary t where t.subject = '${worldId('person', 3)}'`,
    countReads: 100,
  },
  { name: 'views_summary', select: 't.*', from: 'views_summary t where t.sidebar = true', limit: null },
  {
    name: 'event_queue_summary',
    select: 't.*',
    from: 'event_queue_summary t',
    order: 't.last_failure desc',
    limit: null,
  },
  {
    name: 'people_roles',
    select: 't.*',
    from: `people_roles t where t.id in ('${worldId('person', 3)}', '${worldId('person', 4)}')`,
    limit: null,
  },
  { name: 'playbook_names', select: 't.*', from: 'playbook_names t', order: 't.title', limit: null },
  { name: 'get_parents_by_location', select: 't.*', from: `get_parents_by_location('${config}') t`, limit: null },
  {
    name: 'lookup_analysis_by_component',
    select: 't.*',
    from: `lookup_analysis_by_component('${component}') t`,
    limit: null,
  },
];

/** The statement of a page: its rows as one json text, as the dialect lets PostgreSQL build it. */
export function pageStatement({ select, from, order, limit }: ListCall): string {
  return `select coalesce(json_agg(row_to_json(page)), '[]')::text from (
    select ${select} from ${from} ${order ? `order by ${order}` : ''} limit ${limit === null ? 2000 : (limit ?? 50)}) page`;
}

/** The statement of the exact number of rows. */
export function countStatement({ from }: ListCall): string {
  return `select count(*) from ${from}`;
}
