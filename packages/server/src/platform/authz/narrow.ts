import type { Weighed } from './decide.ts';

const NOTHING: Weighed = { decision: { kind: 'none', rules: [] }, deciding: [], overruled: [] };

/**
 * What both decisions permit: that of whom an administrator views as, and the administrator's own. Only a `limit` that
 * starts from everything, as an administrator's does, can be laid over rules about items; any other permits nothing.
 */
export function narrow(limit: Weighed, own: Weighed): Weighed {
  const [most, mine] = [limit.decision, own.decision];
  if (most.kind === 'all' || mine.kind === 'none') return own;
  if (most.kind !== 'rows') return limit;
  if (most.base !== 'all') return NOTHING;
  const denies = limit.deciding.filter((ground) => 'rule' in ground && ground.rule.deny);
  const rules = [...most.rules, ...mine.rules];
  return {
    decision: mine.kind === 'rows' ? { ...mine, rules, deny: [...mine.deny, ...most.deny] } : { ...most, rules },
    deciding: [...denies, ...own.deciding],
    overruled: own.overruled,
  };
}
