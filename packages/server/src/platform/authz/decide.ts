import {
  type AccessAction,
  type AccessTarget,
  actionsOn,
  type DecisionTarget,
  type Permission,
  type Role,
  roleAllows,
  roles,
} from '@quarterdeck/contract';
import { describeCondition } from './describe.ts';
import { namesItems } from './targets.ts';
import type { Decision, Ground, PolicySet, Rule, RuleCondition } from './types.ts';

/** Whether a rule covers an action. `mcp:*` in a rule covers its family. */
function coversAction(rule: Rule, action: string): boolean {
  return rule.actions.some((known) => known === action || (known === 'mcp:*' && action.startsWith('mcp:')));
}

/** Whether a rule names a target, by either vocabulary. */
function coversTarget({ object }: Rule, target: DecisionTarget): boolean {
  return object === '*' || object === target.object || object === target.resource;
}

/** Whether a role allows something, and no ceiling forbids it. */
function allowsUnder({ ceiling }: Pick<PolicySet, 'ceiling'>, role: Role, ...matter: RoleMatter): boolean {
  return roleAllows(role, ...matter) && (ceiling === undefined || ceiling.some((one) => roleAllows(one, ...matter)));
}

type RoleMatter = [resource: DecisionTarget['resource'], action: AccessAction];

function rolesAmong(principals: ReadonlySet<string>): Role[] {
  return roles.filter((role) => principals.has(`role:${role}`));
}

/** Whether a rule still holds. */
function holds({ untilMs }: Rule, nowMs: number): boolean {
  return untilMs === null || untilMs > nowMs;
}

/** A decision with what was weighed for it. */
export interface Weighed {
  decision: Decision;
  /** Those that decide, in their order; `rules` of the decision are their labels. */
  deciding: readonly Ground[];
  /** Those that speak about the matter and change nothing. */
  overruled: readonly Ground[];
}

/** How a ground is told. */
function labelOf(ground: Ground): string {
  return 'role' in ground ? `role ${ground.role}` : ground.rule.label;
}

/**
 * Decides (contract access §6.1): allowed when a role or a rule allows and no rule denies, in whatever order. Rules
 * about single items make a decision about rows; a rule that denies everything ends the matter.
 */
export function weigh(
  policies: PolicySet,
  principals: ReadonlySet<string>,
  target: DecisionTarget,
  action: AccessAction,
  nowMs: number,
): Weighed {
  const hasItems = namesItems(target);
  const rules = policies.rules.filter(
    (rule) =>
      holds(rule, nowMs) &&
      coversTarget(rule, target) &&
      coversAction(rule, action) &&
      (rule.condition === null || hasItems) &&
      rule.subjects.some((subject) => principals.has(subject)),
  );
  const granting = rolesAmong(principals).filter((role) => allowsUnder(policies, role, target.resource, action));
  const isNarrowed = hasItems && policies.narrowsGuests && granting.every((role) => role === 'guest');
  const denies = rules.filter(({ deny }) => deny);
  const allows = rules.filter(({ deny }) => !deny);
  const refusing = denies.filter(({ condition }) => condition === null);
  const byRole = granting.map((role): Ground => ({ role, isNarrowed }));
  const byRule = (some: readonly Rule[]) => some.map((rule): Ground => ({ rule }));
  if (refusing.length > 0) {
    const others = rules.filter((rule) => !refusing.includes(rule));
    return weighed({ kind: 'none', rules: [] }, byRule(refusing), [...byRule(others), ...byRole]);
  }
  const whole = allows.filter(({ condition }) => condition === null);
  const some = allows.filter(({ condition }) => condition !== null);
  const full = [...(isNarrowed ? [] : byRole), ...byRule(whole)];
  const base = full.length > 0 ? 'all' : isNarrowed && granting.length > 0 ? 'unguarded' : 'nothing';
  const narrowed = isNarrowed ? byRole : [];
  if (base === 'nothing' && some.length === 0) return weighed({ kind: 'none', rules: [] }, [], byRule(denies));
  if (base === 'all' && denies.length === 0) {
    return weighed({ kind: 'all', rules: [] }, full, [...byRule(some), ...narrowed]);
  }
  const isAll = base === 'all';
  return weighed(
    { kind: 'rows', rules: [], base, allow: conditionsOf(some), deny: conditionsOf(denies) },
    [...byRule(denies), ...(isAll ? [] : byRule(some)), ...full, ...(isAll ? [] : narrowed)],
    [...(isAll ? byRule(some) : []), ...(isAll ? narrowed : [])],
  );
}

function weighed(decision: Decision, deciding: readonly Ground[], overruled: readonly Ground[]): Weighed {
  return { decision: { ...decision, rules: deciding.map(labelOf) }, deciding, overruled };
}

/** The decision alone; see {@link weigh}. */
export function decide(...matter: Parameters<typeof weigh>): Decision {
  return weigh(...matter).decision;
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
    ...(principals === null ? roles : rolesAmong(principals)).flatMap((role) =>
      rolePermissions(policies, role, resources),
    ),
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

/** What the specification gives to a role. Its objects are the specification's resources. */
function rolePermissions(
  policies: Pick<PolicySet, 'ceiling'>,
  role: Role,
  resources: readonly AccessTarget['resource'][],
): Permission[] {
  const { ceiling = ['admin'] } = policies;
  if (role === 'admin' && ceiling.includes('admin')) return [{ subject: role, object: '*', action: '*', deny: false }];
  return resources.flatMap((resource) =>
    actionsOn(resource)
      .filter((action) => allowsUnder(policies, role, resource, action))
      .map((action) => ({ subject: role, object: resource, action, deny: false })),
  );
}
