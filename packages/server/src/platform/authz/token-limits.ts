import { type DeniedPermission, neverByToken, roles } from '@quarterdeck/contract';
import { principal } from './principals.ts';
import { expandActions } from './rules.ts';
import type { PolicySet, Rule, TokenLimits } from './types.ts';

/** Whether an allowing rule about single items was taken away by its id. */
function isTaken({ id, condition }: Rule, action: string, denied: readonly DeniedPermission[]): boolean {
  if (condition === null || id === null) return false;
  return denied.some((one) => one.id === id && (one.action === action || one.action === '*'));
}

/**
 * The policies as they are for a token: rules allow only by what its owner had when it was made and has still; all that
 * deny hold; and what was taken away is denied.
 */
export function policiesOfToken(policies: PolicySet, token: TokenLimits): PolicySet {
  const held = new Set(token.held);
  const own = principal('token', token.id);
  const kept = policies.rules.flatMap((rule): Rule[] => {
    if (rule.deny) return [rule];
    const subjects = rule.subjects.filter((subject) => held.has(subject));
    const actions = rule.actions.filter((action) => !isTaken(rule, action, token.denied));
    return subjects.length === 0 || actions.length === 0 ? [] : [{ ...rule, subjects, actions }];
  });
  const whole = token.denied.filter(({ condition }) => condition === undefined);
  const denials = [...whole, ...neverByToken].map(
    ({ object, action }): Rule => ({
      id: null,
      label: `the token may not ${action} ${object}`,
      subject: token.id,
      subjects: [own],
      object,
      actions: expandActions(action),
      deny: true,
      condition: null,
      untilMs: null,
    }),
  );
  return { ...policies, rules: [...kept, ...denials], ceiling: roles.filter((role) => held.has(`role:${role}`)) };
}
