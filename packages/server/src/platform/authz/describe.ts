import type { RuleCondition } from './types.ts';

/** A condition in words, in a fixed order. */
export function describeCondition({ ids, selectors, agents, tags }: RuleCondition): string {
  return [
    ...Object.entries(ids).map(([kind, id]) => `${kind} = ${id}`),
    ...Object.entries(selectors).map(([kind, list]) => `${kind} in ${JSON.stringify(list)}`),
    ...(agents.length > 0 ? [`agent in ${JSON.stringify(agents)}`] : []),
    ...Object.entries(tags).map(([key, value]) => `tag ${key} = ${value}`),
  ].join(' and ');
}
