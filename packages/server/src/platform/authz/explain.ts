import type { Weighed } from './decide.ts';
import { principal, wayTo } from './principals.ts';
import type { Decision, Explanation, Ground, PolicySet, Reason, Subject } from './types.ts';

/** Whether a decision permits something with the items in question; the very function that enforces it. */
export type Permits = (decision: Decision) => Promise<boolean>;

/**
 * Tells of a decision that was weighed: what comes of it, and for each ground whether it is about the items. `permits` is
 * null when no items are in question. Each ground is put to `permits` as if it were alone, so that nothing is judged here.
 */
export async function explain(
  { decision, deciding, overruled }: Weighed,
  who: Subject,
  policies: PolicySet,
  permits: Permits | null,
): Promise<Explanation> {
  const viaOf = (ground: Ground) =>
    wayTo(who, policies, 'role' in ground ? [principal('role', ground.role)] : ground.rule.subjects);
  if (permits === null) {
    const reason = (decides: boolean) => (ground: Ground) => ({ ground, decides, via: viaOf(ground), fits: null });
    const outcome = ({ all: 'allowed', none: 'denied', rows: 'some' } as const)[decision.kind];
    return { outcome, reasons: [...deciding.map(reason(true)), ...overruled.map(reason(false))] };
  }
  const isAllowed = await permits(decision);
  const effect = isAllowed ? 'allow' : 'deny';
  const reasons = await Promise.all(
    [...deciding, ...overruled].map(async (ground): Promise<Reason> => {
      const fits = await isAbout(ground, permits);
      const decides = deciding.includes(ground) && fits && effectOf(ground) === effect;
      return { ground, decides, via: viaOf(ground), fits };
    }),
  );
  const first = (isFirst: boolean) => reasons.filter(({ decides }) => decides === isFirst);
  return { outcome: isAllowed ? 'allowed' : 'denied', reasons: [...first(true), ...first(false)] };
}

/** What a ground does where it speaks. */
export function effectOf(ground: Ground): 'allow' | 'deny' {
  return 'rule' in ground && ground.rule.deny ? 'deny' : 'allow';
}

async function isAbout(ground: Ground, permits: Permits): Promise<boolean> {
  const alone = { kind: 'rows', rules: [], base: 'nothing', allow: [], deny: [] } as const;
  if ('role' in ground) return ground.isNarrowed ? permits({ ...alone, base: 'unguarded' }) : true;
  const { condition, deny } = ground.rule;
  if (condition === null) return true;
  return deny
    ? !(await permits({ ...alone, base: 'all', deny: [condition] }))
    : permits({ ...alone, allow: [condition] });
}
