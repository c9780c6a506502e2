import { AppError, type CanaryCheck } from '@quarterdeck/contract';

function wrong(message: string): AppError {
  return new AppError('DOCUMENT_FIELD', { message });
}

/**
 * Orders checks so that each follows those it depends on, and otherwise stays where it was (contract checks §1.10).
 * Without any `dependsOn` the order is kept. Throws `DOCUMENT_FIELD` for a name that is used twice, a dependency that
 * does not exist and a cycle.
 */
export function inDependencyOrder(checks: readonly CanaryCheck[]): CanaryCheck[] {
  if (checks.every(({ spec }) => !spec.dependsOn?.length)) return [...checks];
  const names = new Set<string>();
  for (const { spec } of checks) {
    if (names.has(spec.name)) throw wrong(`duplicate check name "${spec.name}"`);
    names.add(spec.name);
  }
  for (const { spec } of checks) {
    const unknown = spec.dependsOn?.find((name) => !names.has(name));
    if (unknown !== undefined) throw wrong(`check "${spec.name}" depends on unknown check "${unknown}"`);
  }
  const ordered: CanaryCheck[] = [];
  const done = new Set<string>();
  let waiting = [...checks];
  while (waiting.length > 0) {
    const next = waiting.find(({ spec }) => (spec.dependsOn ?? []).every((name) => done.has(name)));
    if (next === undefined) {
      throw wrong(`circular dependency between ${waiting.map(({ spec }) => `"${spec.name}"`).join(', ')}`);
    }
    ordered.push(next);
    done.add(next.spec.name);
    waiting = waiting.filter((check) => check !== next);
  }
  return ordered;
}
