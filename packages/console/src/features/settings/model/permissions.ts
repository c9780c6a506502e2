import { isRole, type NamedRef, type PermissionSummaryRow, type PersonAvatar } from '@quarterdeck/contract';
import { given, type ListSearch, parseListSearch, readText } from './address.ts';

/** Columns that the server sorts by. */
const PERMISSION_SORTS = ['action', 'description', 'created_at', 'updated_at'] as const;
/** Rows of a page. */
export const PERMISSION_LIMIT = 100;

/** Columns by which other pages narrow the list (contract calls §15). */
export const PERMISSION_FILTERS = [
  'component_id',
  'person_id',
  'team_id',
  'config_id',
  'canary_id',
  'playbook_id',
  'connection_id',
  'subject',
  'subject_type',
] as const;
export type PermissionFilter = (typeof PERMISSION_FILTERS)[number];

/** A rule as the list shows it. */
export type ListedPermission = Omit<PermissionSummaryRow, 'created_by'> & { created_by: PersonAvatar | null };

/** The state of the page in the address. */
export interface PermissionsSearch extends ListSearch, Partial<Record<PermissionFilter, string>> {
  effect?: 'allow' | 'deny';
  /** The rule whose dialog is open. */
  permission?: string;
  /** The dialog for a new one is open. */
  add?: 'true';
}

/** Reads the address of the page. */
export function parsePermissionsSearch(raw: Readonly<Record<string, unknown>>): PermissionsSearch {
  const filters = Object.fromEntries(PERMISSION_FILTERS.map((column) => [column, readText(raw[column])]));
  return {
    ...parseListSearch(raw, PERMISSION_SORTS),
    ...given<PermissionsSearch>({
      ...filters,
      effect: raw.effect === 'allow' || raw.effect === 'deny' ? raw.effect : undefined,
      permission: readText(raw.permission),
      add: String(raw.add) === 'true' ? 'true' : undefined,
    }),
  };
}

/** The state with another filter (undefined: without it), from the first page. */
export function withPermissionFilter(
  search: PermissionsSearch,
  change: { [K in keyof PermissionsSearch]?: PermissionsSearch[K] | undefined },
): PermissionsSearch {
  const { pageIndex: _page, ...rest } = search;
  return given<PermissionsSearch>({ ...rest, ...change });
}

/** Kinds of subjects, as `subject_type` names them. */
export const SUBJECT_LABELS: Readonly<Record<string, string>> = {
  team: 'Team',
  person: 'Person',
  notification: 'Notification',
  group: 'Role or group',
  playbook: 'Playbook',
  canary: 'Health check',
  scraper: 'Catalog scraper',
  topology: 'Topology',
};

/** Objects that a rule can be about as a whole; the first fifteen are those of contract screens §11.1. */
export const OBJECT_LABELS: Readonly<Record<string, string>> = {
  canaries: 'Canaries',
  catalog: 'Catalog',
  incident: 'Incident',
  people: 'People',
  topology: 'Topology',
  playbooks: 'Playbooks',
  connection: 'Connection',
  'connection-detail': 'Connection Detail',
  'agent-push': 'Agent Push',
  'kubernetes-proxy': 'Kubernetes Proxy',
  notification: 'Notification',
  rbac: 'RBAC',
  logs: 'Logs',
  agent: 'Agent',
  artifact: 'Artifact',
  application: 'Application',
  auth: 'Sign-in',
  mcp: 'MCP',
  database: 'Database',
  'database.public': 'Database: names and lists',
  'database.monitor': 'Database: jobs and history',
  'database.system': 'Database: permissions and flags',
  'database.config_scrapers': 'Database: scrapers',
  'database.identities': 'Database: identities',
  '*': 'Everything',
};

/** Actions that the dialog offers; others are typed. The first eight are those of spec 001 §6. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  read: 'Read',
  update: 'Update',
  create: 'Create',
  delete: 'Delete',
  '*': 'All',
  'create,read,update,delete': 'Create, Read, Update, Delete',
  'playbook:run': 'Run playbooks',
  'playbook:approve': 'Approve playbooks',
  'playbook:cancel': 'Cancel playbooks',
  run: 'Run checks',
  'mcp:*': 'Use MCP tools',
};

/** What a person reads for an action; what is not known as it is. */
export function actionText(action: string): string {
  return ACTION_LABELS[action] ?? action;
}

/** Whom or what a rule names: `what` says the kind; `page` is where `href` leads, if there is such a page. */
export interface PermissionEnd {
  what: string;
  name: string;
  icon?: string;
  link?: { page: string; href: string };
}

function nameOf({ name, namespace, title }: NamedRef): string {
  return title || [namespace, name].filter(Boolean).join('/');
}

/** Whom a rule is for (contract screens §11.1). */
export function subjectOf(row: ListedPermission): PermissionEnd {
  const { subject_type: type } = row;
  const subject = row.subject ?? row.person_id ?? row.team_id ?? row.notification_id ?? '';
  const held = type in SUBJECT_LABELS ? row[type as 'person'] : null; // each of these kinds is a column
  if (type === 'group') {
    if (held?.name) return { what: 'Group', name: held.name };
    return { what: isRole(subject) || subject === 'everyone' ? 'Role' : 'Group', name: subject };
  }
  const end: PermissionEnd = { what: SUBJECT_LABELS[type] ?? type, name: (held && nameOf(held)) || subject };
  if (type === 'team') return held?.icon ? { ...end, icon: held.icon } : end;
  if (type === 'notification') {
    return { ...end, what: type, link: { page: '/notifications/rules', href: `/notifications/rules?id=${subject}` } };
  }
  if (type === 'playbook') {
    return { ...end, what: type, link: { page: '/playbooks/runs', href: `/playbooks/runs?playbook=${subject}` } };
  }
  return end;
}

/** What a rule is about (contract screens §11.1): selectors, a whole object, or single items. */
export function resourceOf(row: ListedPermission): PermissionEnd {
  const { object, object_selector: selector } = row;
  if (selector && Object.keys(selector).length > 0) return { what: 'Selector', name: JSON.stringify(selector) };
  if (object) return { what: 'Global', name: OBJECT_LABELS[object] ?? object };
  const item = (what: string, ref: NamedRef | null, id: string, page: string, href: string): PermissionEnd => ({
    what,
    name: ref?.id === id ? nameOf(ref) : id,
    ...(ref?.icon ? { icon: ref.icon } : {}),
    link: { page, href },
  });
  if (row.config_id) return item('Catalog', row.catalog, row.config_id, '/catalog/$id', `/catalog/${row.config_id}`);
  if (row.playbook_id) {
    const href = `/playbooks/runs?playbook=${row.playbook_id}`;
    return item('Playbook', row.playbook, row.playbook_id, '/playbooks/runs', href);
  }
  if (row.component_id) {
    return item('Component', row.component, row.component_id, '/topology/$id', `/topology/${row.component_id}`);
  }
  if (row.connection_id) {
    const href = `/settings/connections?id=${row.connection_id}`;
    return item('Connection', row.connection, row.connection_id, '/settings/connections', href);
  }
  if (row.canary_id) {
    const href = `/settings/canaries/${row.canary_id}`;
    return item('Health check', row.canary, row.canary_id, '/settings/canaries/$id', href);
  }
  return { what: 'Global', name: OBJECT_LABELS['*'] ?? '' };
}

/** Agents and tags that narrow a rule, as a badge shows them; null: none do. */
export function conditionsText({ agents, tags }: Pick<ListedPermission, 'agents' | 'tags'>): string | null {
  const hasTags = tags !== null && Object.keys(tags).length > 0;
  const hasAgents = agents !== null && agents.length > 0;
  if (!hasTags && !hasAgents) return null;
  return JSON.stringify({ ...(hasTags ? { tags } : {}), ...(hasAgents ? { agents } : {}) });
}
