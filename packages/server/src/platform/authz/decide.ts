import {
  type AccessAction,
  type AccessTarget,
  type Permission,
  type Role,
  roleAllows,
  roles,
} from '@quarterdeck/contract';
import { describeCondition } from './describe.ts';
import type { Decision, PolicySet, Rule, RuleCondition } from './types.ts';

/** Whether a rule covers an action. `mcp:*` in a rule covers its family. */
function coversAction(rule: Rule, action: string): boolean {
  return rule.actions.some((known) => known === action || (known === 'mcp:*' && action.startsWith('mcp:')));
}

/** Whether a rule names a target, by either vocabulary. */
function coversTarget({ object }: Rule, target: AccessTarget): boolean {
  return object === '*' || object === target.object || object === target.resource;
}

function rolesAmong(principals: ReadonlySet<string>): Role[] {
  return roles.filter((role) => principals.has(`role:${role}`));
}

/** Whether a rule still holds. */
function holds({ untilMs }: Rule, nowMs: number): boolean {
  return untilMs === null || untilMs > nowMs;
}

/**
 * Decides (contract access §6.1): allowed when a role or a rule allows and no rule denies, in whatever order. Rules
 * about single items make a decision about rows; a rule that denies everything ends the matter.
 */
export function decide(
  policies: PolicySet,
  principals: ReadonlySet<string>,
  target: AccessTarget,
  action: AccessAction,
  nowMs: number,
): Decision {
  const rules = policies.rules.filter(
    (rule) =>
      holds(rule, nowMs) &&
      coversTarget(rule, target) &&
      coversAction(rule, action) &&
      rule.subjects.some((subject) => principals.has(subject)),
  );
  const denies = rules.filter(({ deny }) => deny);
  const allows = rules.filter(({ deny }) => !deny);
  const refusing = denies.filter(({ condition }) => condition === null);
  if (refusing.length > 0) return { kind: 'none', rules: refusing.map(({ label }) => label) };

  const granting = rolesAmong(principals).filter((role) => roleAllows(role, target.resource, action));
  const isNarrowed = policies.narrowsGuests && granting.every((role) => role === 'guest');
  const full = [
    ...granting.filter(() => !isNarrowed).map((role) => `role ${role}`),
    ...allows.filter(({ condition }) => condition === null).map(({ label }) => label),
  ];
  const some = allows.filter(({ condition }) => condition !== null);
  const base = full.length > 0 ? 'all' : isNarrowed && granting.length > 0 ? 'unguarded' : 'nothing';
  if (base === 'nothing' && some.length === 0) return { kind: 'none', rules: [] };
  if (base === 'all' && denies.length === 0) return { kind: 'all', rules: full };
  return {
    kind: 'rows',
    base,
    allow: conditionsOf(some),
    deny: conditionsOf(denies),
    rules: [...denies, ...(base === 'all' ? [] : some)].map(({ label }) => label).concat(full),
  };
}

function conditionsOf(rules: readonly Rule[]): RuleCondition[] {
  return rules.flatMap(({ condition }) => (condition === null ? [] : [condition]));
}

/** The next moment at which a rule ends, so that what was decided before is forgotten then. */
export function nextEnd({ rules }: PolicySet, nowMs: number): number {
  return rules.reduce(
    (next, { untilMs }) => (untilMs !== null && untilMs > nowMs && untilMs < next ? untilMs : next),
    Number.POSITIVE_INFINITY,
  );
}

/** Policies as lists show them; of some principals, or of all. Those of roles come first. */
export function listPermissions(
  policies: PolicySet,
  principals: ReadonlySet<string> | null,
  resources: readonly AccessTarget['resource'][],
  nowMs: number,
): Permission[] {
  const rules = policies.rules.filter(
    (rule) => holds(rule, nowMs) && (principals === null || rule.subjects.some((subject) => principals.has(subject))),
  );
  return [
    ...(principals === null ? roles : rolesAmong(principals)).flatMap((role) => rolePermissions(role, resources)),
    ...rules.flatMap((rule) =>
      rule.actions.map((action) => ({
        ...(rule.id === null ? {} : { id: rule.id }),
        subject: rule.subject,
        object: rule.object,
        action,
        deny: rule.deny,
        ...(rule.condition === null ? {} : { condition: describeCondition(rule.condition) }),
      })),
    ),
  ];
}

const WRITES = ['create', 'update', 'delete'] as const;

/** What the specification gives to a role. Its objects are the specification's resources. */
function rolePermissions(role: Role, resources: readonly AccessTarget['resource'][]): Permission[] {
  if (role === 'admin') return [{ subject: role, object: '*', action: '*', deny: false }];
  const particular: AccessAction[] = ['playbook:run', 'playbook:approve', 'playbook:cancel'];
  return resources.flatMap((resource) => {
    const actions: AccessAction[] = ['read', ...WRITES];
    if (resource === 'canaries') actions.push('run');
    if (resource === 'playbook_runs') actions.push(...particular);
    return actions
      .filter((action) => roleAllows(role, resource, action))
      .map((action) => ({ subject: role, object: resource, action, deny: false }));
  });
}
