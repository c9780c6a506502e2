import type { Labels, Lookup, RelationshipSelector, Relationships } from '@quarterdeck/contract';
import { type Expressions, productExpressions } from './expressions.ts';
import type { CheckResult } from './types.ts';

const PARTS = ['id', 'external_id', 'name', 'namespace', 'type', 'agent', 'scope'] as const;

/** A selector whose parts are known; all that are given must match. */
export type ResolvedSelector = { [Part in (typeof PARTS)[number]]?: string } & { labels?: Labels };

/** The selectors of a result that can match something. */
export interface ResolvedRelationships {
  components: ResolvedSelector[];
  configs: ResolvedSelector[];
}

async function lookUp(lookup: Lookup, result: CheckResult, expressions: Expressions): Promise<string> {
  if (lookup.value) return lookup.value;
  if (lookup.label) return result.labels[lookup.label] ?? '';
  return lookup.expr ? expressions.evaluate({ expr: lookup.expr }, { result }) : '';
}

/** Null when a given part is empty or fails: the selector then matches nothing. */
async function resolve(
  selector: RelationshipSelector,
  result: CheckResult,
  expressions: Expressions,
): Promise<ResolvedSelector | null> {
  const resolved: ResolvedSelector = {};
  for (const part of PARTS) {
    const lookup = selector[part];
    if (lookup === undefined) continue;
    const value = await lookUp(lookup, result, expressions).catch(() => '');
    if (value === '') return null;
    resolved[part] = value;
  }
  if (selector.labels && Object.keys(selector.labels).length > 0) resolved.labels = selector.labels;
  return Object.keys(resolved).length > 0 ? resolved : null;
}

/**
 * Evaluates the relationship selectors of a check against its result (contract checks §1.9): `value` wins, then
 * `label`, then `expr` over `result`. Finding and storing the matches is the caller's.
 */
export async function evaluateRelationships(
  result: CheckResult,
  relationships: Relationships | undefined,
  expressions: Expressions = productExpressions,
): Promise<ResolvedRelationships> {
  const all = async (selectors: RelationshipSelector[] = []) => {
    const resolved = await Promise.all(selectors.map((selector) => resolve(selector, result, expressions)));
    return resolved.filter((selector) => selector !== null);
  };
  return { components: await all(relationships?.components), configs: await all(relationships?.configs) };
}
