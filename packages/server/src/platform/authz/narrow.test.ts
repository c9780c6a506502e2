import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weighed } from './decide.ts';
import { narrow } from './narrow.ts';
import type { Decision, RuleCondition } from './types.ts';

const IDS = ['a', 'b', 'c'];

const condition = (id: string): RuleCondition => ({ ids: { config: id }, selectors: {}, agents: [], tags: {} });
const conditions = fc.subarray(IDS).map((ids) => ids.map(condition));
const weighed = (decision: Decision): Weighed => ({ decision, deciding: [], overruled: [] });

const whole = fc.constantFrom<Decision>({ kind: 'all', rules: ['x'] }, { kind: 'none', rules: [] });
const rows = (base: 'all' | 'nothing') =>
  fc.record({ allow: conditions, deny: conditions }).map(({ allow, deny }): Decision => {
    return { kind: 'rows', rules: ['y'], base, allow, deny };
  });
const own = fc.oneof(whole, rows('all'), rows('nothing'));

function permits(decision: Decision, id: string): boolean {
  if (decision.kind !== 'rows') return decision.kind === 'all';
  const has = (list: readonly RuleCondition[]) => list.some(({ ids }) => ids.config === id);
  return (decision.base === 'all' || has(decision.allow)) && !has(decision.deny);
}

describe('narrow', () => {
  it('permits what both permit, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(whole, rows('all')), own, fc.constantFrom(...IDS), (limit, mine, id) => {
        const both = narrow(weighed(limit), weighed(mine)).decision;
        expect(permits(both, id)).toBe(permits(limit, id) && permits(mine, id));
      }),
    );
  });

  it('never permits more than either, whatever the limit', () => {
    fc.assert(
      fc.property(own, own, fc.constantFrom(...IDS), (limit, mine, id) => {
        if (!permits(narrow(weighed(limit), weighed(mine)).decision, id)) return;
        expect(permits(limit, id) && permits(mine, id)).toBe(true);
      }),
    );
  });
});
