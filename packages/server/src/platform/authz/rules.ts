import { type AccessAction, accessActions, type GuardedKind } from '@quarterdeck/contract';
import type { GroupRow, PermissionRow, PolicyRow, PolicyRows } from './policy-store.ts';
import { EVERYONE_ROLE, type PrincipalType, principal, roleOrGroup, untypedPrincipals } from './principals.ts';
import { SELECTOR_OF } from './selector-store.ts';
import type { PolicySet, Rule, RuleCondition, StoredSelector } from './types.ts';

/**
 * The known actions that the comma list of a permission row names: `*`, `playbook:*`, `read,update`, `!delete`. A list
 * of exclusions alone starts from all (contract catalog §9.3).
 */
export function expandActions(list: string): AccessAction[] {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1));
  const included = items.filter((item) => !item.startsWith('!'));
  return accessActions.filter(
    (action) =>
      items.length > 0 &&
      (included.length === 0 || included.some((item) => fits(item, action))) &&
      !excluded.some((item) => fits(item, action)),
  );
}

function fits(item: string, action: AccessAction): boolean {
  if (item === action || item === '*') return true;
  // An action of the family that is not known by name, such as `mcp:run`, is of the family.
  if (action === 'mcp:*') return item.startsWith('mcp:');
  if (item.endsWith('*')) return action.startsWith(item.slice(0, -1));
  return item.startsWith('*') && action.endsWith(item.slice(1));
}

const KIND_OF = new Map<string, GuardedKind>(
  Object.entries(SELECTOR_OF).map(([kind, name]) => [name, kind as GuardedKind]), // the keys of that record
);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWildcard(selector: StoredSelector): boolean {
  return Object.keys(selector).length === 1 && selector.name === '*';
}

function selectorsOf(value: unknown): RuleCondition['selectors'] {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).flatMap(([key, list]) => {
    const kind = KIND_OF.get(key);
    return kind === undefined || !Array.isArray(list) ? [] : [[kind, list.filter(isRecord)] as const];
  });
  return Object.fromEntries(entries.filter(([, list]) => list.length > 0));
}

function textsOf(value: unknown): Record<string, string> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) : {};
}

/** What a permission row is about; null when it is about everything of its object. */
function conditionOf(row: PermissionRow): RuleCondition | null {
  const ids = Object.entries({
    config: row.config_id,
    component: row.component_id,
    canary: row.canary_id,
    playbook: row.playbook_id,
    connection: row.connection_id,
  }).filter(([, id]) => id !== null);
  const condition: RuleCondition = {
    ids: Object.fromEntries(ids),
    selectors: selectorsOf(row.object_selector),
    agents: row.agents ?? [],
    tags: textsOf(row.tags),
  };
  const isEmpty =
    ids.length === 0 &&
    Object.keys(condition.selectors).length === 0 &&
    condition.agents.length === 0 &&
    Object.keys(condition.tags).length === 0;
  return isEmpty ? null : condition;
}

/** Objects that one wildcard selector of a kind stands for (contract access §6.4). */
const OBJECT_OF: Partial<Record<GuardedKind, string>> = {
  playbook: 'playbooks',
  config: 'catalog',
  component: 'topology',
  connection: 'connection',
  check: 'canaries',
  canary: 'canaries',
};

/** One single wildcard selector of one kind is the whole object; it then needs no look at rows. */
function globalObject({ ids, selectors, agents, tags }: RuleCondition): string | null {
  const kinds = Object.entries(selectors) as [GuardedKind, readonly StoredSelector[]][];
  const [only] = kinds;
  const isPlain = Object.keys(ids).length === 0 && agents.length === 0 && Object.keys(tags).length === 0;
  if (!isPlain || kinds.length !== 1 || !only?.[1].some(isWildcard)) return null;
  return OBJECT_OF[only[0]] ?? null;
}

const SUBJECT_TYPES: ReadonlySet<string> = new Set<PrincipalType>([
  'person',
  'team',
  'notification',
  'playbook',
  'canary',
  'scraper',
  'topology',
]);

function subjectsOf(row: PermissionRow, aliases: ReadonlyMap<string, string>): string[] {
  if (row.subject === null || row.subject === '') {
    if (row.person_id !== null) return [principal('person', row.person_id)];
    if (row.team_id !== null) return [principal('team', row.team_id)];
    if (row.notification_id !== null) return [principal('notification', row.notification_id)];
    return [];
  }
  if (!SUBJECT_TYPES.has(row.subject_type)) {
    return [...new Set([principal('group', row.subject), principal('role', row.subject)])];
  }
  const key = principal(row.subject_type as PrincipalType, row.subject); // one of the set above
  return [aliases.get(`${row.subject_type}:${row.subject}`) ?? key];
}

/** Without an object, selectors that select nothing would make a row be about everything: it is about nothing. */
function selectsNothing(row: PermissionRow, condition: RuleCondition | null): boolean {
  return condition === null && !row.object && row.object_selector !== null;
}

function permissionRule(row: PermissionRow, aliases: ReadonlyMap<string, string>): Rule {
  const condition = conditionOf(row);
  const global = condition === null || row.object ? null : globalObject(condition);
  return {
    id: row.id,
    name: row.name,
    label: `permission ${row.name} (${row.id})`,
    subject: row.subject ?? row.person_id ?? row.team_id ?? row.notification_id ?? '',
    subjects: subjectsOf(row, aliases),
    object: global ?? (row.object || '*'),
    actions: selectsNothing(row, condition) ? [] : expandActions(row.action),
    deny: row.deny,
    condition: global === null ? condition : null,
    untilMs: row.until_ms,
  };
}

/** A rule of the policy table. A condition there is an expression of another product: it never holds, and denies always. */
function tableRule({ id, v0, v1, v2, v3, v4, v5 }: PolicyRow): Rule[] {
  const deny = v3 === 'deny';
  const isConditional = v4 !== null && v4 !== '' && v4 !== 'true' && v4 !== 'na';
  if (isConditional && !deny) return [];
  const isPermission = v5 !== null && v5 !== '' && v5 !== 'na';
  return [
    {
      id: isPermission ? v5 : null,
      label: `policy ${id} of ${v0}`,
      subject: v0,
      subjects: untypedPrincipals(v0),
      object: v1,
      actions: expandActions(v2 ?? ''),
      deny,
      condition: null,
      untilMs: null,
    },
  ];
}

function addMember(memberships: Map<string, Set<string>>, member: string, parent: string): void {
  memberships.set(member, (memberships.get(member) ?? new Set()).add(parent));
}

function addGroup(memberships: Map<string, Set<string>>, { name, namespace, members }: GroupRow): void {
  const keys = [principal('group', name), ...(namespace ? [principal('group', `${namespace}/${name}`)] : [])];
  for (const member of members) {
    for (const key of keys) addMember(memberships, member === '*' ? EVERYONE_ROLE : member, key);
  }
}

/** Policies and memberships from what the database holds (contract access §6.4). */
export function policySet(rows: PolicyRows, narrowsGuests = false): PolicySet {
  const memberships = new Map<string, Set<string>>();
  for (const { team_id, person_id } of rows.teamMembers) {
    addMember(memberships, principal('person', person_id), principal('team', team_id));
  }
  for (const group of rows.groups) addGroup(memberships, group);
  for (const { ptype, v0, v1 } of rows.policies) {
    if (ptype !== 'g') continue;
    for (const member of untypedPrincipals(v0)) addMember(memberships, member, roleOrGroup(v1));
  }
  const aliases = new Map(rows.aliases.map(({ type, alias, id }) => [`${type}:${alias}`, principal(type, id)]));
  return {
    rules: [
      ...rows.permissions.map((row) => permissionRule(row, aliases)),
      ...rows.policies.filter(({ ptype }) => ptype === 'p').flatMap(tableRule),
    ].filter(({ subjects, actions }) => subjects.length > 0 && actions.length > 0),
    memberships,
    narrowsGuests,
  };
}
