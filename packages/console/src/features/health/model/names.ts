import type { CheckSummary } from '@quarterdeck/contract';

/** The name to show: name, else description, else endpoint (spec 001 §3). */
export function displayName(check: Pick<CheckSummary, 'name' | 'description' | 'endpoint'>): string {
  return check.name || check.description || check.endpoint || '';
}

/** A name in its two parts: what comes before the last `/` is drawn gray (contract screens §5.2). */
export interface SplitName {
  prefix: string;
  rest: string;
}

/** Splits a name at its last `/`, without a leading `{namespace}/`. */
export function splitName(name: string, namespace: string | undefined): SplitName {
  const own = namespace && name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name;
  const slash = own.lastIndexOf('/');
  if (slash <= 0 || slash === own.length - 1) return { prefix: '', rest: own };
  return { prefix: own.slice(0, slash + 1), rest: own.slice(slash + 1) };
}

/** What sorting and searching need of a check, computed once per check object. */
export interface CheckKeys {
  sortName: string;
  namespace: string;
  haystack: string;
}

const keys = new WeakMap<CheckSummary, CheckKeys>();

/** The search and sort keys of a check; kept as long as the check object is. */
export function checkKeys(check: CheckSummary): CheckKeys {
  const known = keys.get(check);
  if (known) return known;
  const made: CheckKeys = {
    sortName: displayName(check).toLowerCase(),
    namespace: check.namespace ?? '',
    haystack: [check.description, check.canary_name, check.endpoint, check.name].join('\n').toLowerCase(),
  };
  keys.set(check, made);
  return made;
}
