import {
  type AccessTarget,
  type DecisionTarget,
  type RelationAccess,
  relationAccess,
  routineAccess,
} from '@quarterdeck/contract';

const byName = new Map<string, AccessTarget[]>();
const all: readonly RelationAccess[] = [...Object.values(relationAccess), ...Object.values(routineAccess)];
for (const { object, resource, writeResource = resource } of all) {
  for (const target of [
    { object, resource },
    { object, resource: writeResource },
  ]) {
    for (const name of new Set<string>([object, target.resource])) {
      byName.set(name, [...(byName.get(name) ?? []), target]);
    }
  }
}

/** All pairs of object and resource that a name of either vocabulary covers. */
export function relationTargets(name: string): readonly AccessTarget[] {
  return byName.get(name) ?? [];
}

const pairOf = ({ object, resource }: DecisionTarget) => `${object} ${resource}`;
const pairs = new Set<string>();
const withItems = new Set<string>();
for (const { object, resource, writeResource = resource, carries, itself, aggregate } of all) {
  for (const target of [
    { object, resource },
    { object, resource: writeResource },
  ]) {
    pairs.add(pairOf(target));
    if (!carries && !itself && !aggregate) continue;
    for (const name of [pairOf(target), `object ${object}`, `resource ${target.resource}`]) withItems.add(name);
  }
}

/**
 * Whether anything of a target names items. Rules about single items say nothing about one that does not: to deny somebody
 * a config item takes nothing from them among roles or properties (contract access §6.4). What no relation has under both
 * names is judged by either.
 */
export function namesItems(target: DecisionTarget): boolean {
  if (pairs.has(pairOf(target))) return withItems.has(pairOf(target));
  return withItems.has(`object ${target.object}`) || withItems.has(`resource ${target.resource}`);
}
