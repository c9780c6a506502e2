import { type AccessTarget, relationAccess, routineAccess } from '@quarterdeck/contract';

const byName = new Map<string, AccessTarget[]>();
for (const { object, resource } of [...Object.values(relationAccess), ...Object.values(routineAccess)]) {
  for (const name of new Set<string>([object, resource])) {
    const targets = byName.get(name) ?? [];
    if (!targets.some((known) => known.object === object && known.resource === resource)) {
      targets.push({ object, resource });
    }
    byName.set(name, targets);
  }
}

/** All pairs of object and resource that a name of either vocabulary covers. */
export function relationTargets(name: string): readonly AccessTarget[] {
  return byName.get(name) ?? [];
}
