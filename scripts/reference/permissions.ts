import {
  type AccessResource,
  accessActions,
  accessObjects,
  accessResources,
  type RelationAccess,
  relationAccess,
  roleAllows,
  roles,
  routineAccess,
} from '../../packages/contract/src/index.ts';
import { code, page, table } from './markdown.ts';

/** What roles may do with a resource, for people: `read, write`, `read`, or nothing. */
export function rightsText(role: (typeof roles)[number], resource: AccessResource): string {
  const rights = [
    ...(roleAllows(role, resource, 'read') ? ['read'] : []),
    ...(roleAllows(role, resource, 'update') ? ['write'] : []),
  ];
  return rights.join(', ');
}

function particulars({ carries = {}, aggregate, writeOnly, masked, readOnly, writeResource }: RelationAccess): string {
  const rows = Object.entries(carries).map(([kind, columns]) => `${kind} by ${columns.map(code).join(', ')}`);
  return [
    ...(rows.length > 0 ? [`Rules about items: ${rows.join('; ')}.`] : []),
    ...(aggregate ? ['Empty for whom rules about items narrow what is read.'] : []),
    ...(writeOnly ? [`Never read: ${writeOnly.map(code).join(', ')}.`] : []),
    ...(masked ? [`Read without the secrets in: ${Object.keys(masked).map(code).join(', ')}.`] : []),
    ...(readOnly ? ['Written by the server alone.'] : []),
    ...(writeResource ? [`Written by who writes ${code(writeResource)}.`] : []),
  ].join(' ');
}

/** The page of roles, resources, objects and relations. */
export function permissionsPage(): string {
  const byName = <T>(entries: Record<string, T>) => Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rightRows = accessResources.map((resource) => [
    code(resource),
    ...roles.map((role) => rightsText(role, resource)),
  ]);
  const relationRows = byName(relationAccess).map(([name, access]) => [
    code(name),
    code(access.resource),
    code(access.object),
    particulars(access),
  ]);
  const routineRows = byName(routineAccess).map(([name, { object, resource, action = 'read' }]) => [
    code(name),
    code(resource),
    code(object),
    action,
  ]);
  const canRun = roles.filter((role) => roleAllows(role, 'canaries', 'run')).map(code);
  return page('Permissions', '`packages/contract/src/access*.ts`', [
    'A call is allowed when a role or a rule allows it and no rule denies it. A rule is a row of `permissions` or of',
    '`casbin_rule`; it is for a person, a team, a group, a role, or something that acts by itself (a notification, playbook,',
    'canary, scraper or topology). A rule that denies always wins, whatever the order; one whose `until` has passed is as if',
    'it were not there. Changes act on all nodes as soon as they are committed.',
    '',
    'A refusal says which rule decided to those who may read `rbac` or `permissions`: in `details.rules`, or, below `/api/db`, in',
    'the header `X-Rbac-Rule`.',
    '',
    '## Roles',
    '',
    'Everyone has the role `everyone` besides. Rules name resources or objects; both are understood.',
    '',
    ...table(['resource', ...roles], rightRows),
    '',
    `Checks are run now by ${canRun.join(', ')}. Playbooks are run, approved and cancelled by who writes \`playbook_runs\`.`,
    '',
    '## Permission rows',
    '',
    '| column | values |',
    '|---|---|',
    `| \`action\` | a comma list of ${accessActions.map(code).join(', ')}, with wildcards (\`playbook:*\`, \`*\`) and exclusions (\`!delete\`) |`,
    `| \`object\` | empty or \`*\` for all, a resource of the table above, or one of ${accessObjects.map(code).join(', ')} |`,
    '| `subject_type`, `subject` | `person` (id or e-mail), `team` (id or name), `group` (a group or a role), `notification`, `playbook`, `canary`, `scraper`, `topology` (id, or namespace/name) |',
    '| `deny` | true: takes away |',
    '| `until` | from this moment on it no longer holds |',
    '| `config_id`, `component_id`, `canary_id`, `playbook_id`, `connection_id` | only this item |',
    '| `object_selector` | lists of selectors under `configs`, `components`, `checks`, `canaries`, `playbooks`, `connections`; any of a kind, all kinds together |',
    '| `agents`, `tags` | only items of one of these agents that have all of these tags |',
    '',
    'What is given holds together. A row that nobody would understand is refused when it is written (400, `22023`).',
    'Who may write `permissions` but not `rbac` can give and take only what they may do themselves without limits.',
    '',
    '## Narrowing guests',
    '',
    'With the property `rls.enable` guests see, of what names items, only what a rule with `agents` or `tags`, an id or a',
    'selector lets them see.',
    '',
    '## Relations',
    '',
    'Reached by path, by embedding, by a filter or an order: the same is asked each time. What is not in this list does not',
    'exist for anybody, not for administrators either: tokens, and the tables of the identity service. Tables that views',
    'generate (`view_<namespace>_<name>`) are read like the catalog, with resource `views`.',
    '',
    ...table(['relation', 'resource', 'object', 'particulars'], relationRows),
    '',
    '## Functions',
    '',
    ...table(['function', 'resource', 'object', 'action'], routineRows),
  ]);
}
