import { type AccessTarget, type RelationAccess, relationAccess, routineAccess } from '@quarterdeck/contract';

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
