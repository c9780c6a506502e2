import type { AccessAction, AccessResource, AccessTarget } from './access.ts';

/** Kinds of objects that permissions can single out (contract access §6.4). */
export const guardedKinds = ['config', 'component', 'check', 'canary', 'playbook', 'connection'] as const;
export type GuardedKind = (typeof guardedKinds)[number];

/**
 * How a row names guarded objects: directly, by way of a playbook run, its action, a change or an insight, or, as
 * `resource`, by an id that may be of a config, component, check or canary.
 */
export type AccessLink = GuardedKind | 'run' | 'action' | 'change' | 'analysis' | 'resource';

/** Who may do what with a relation or function of the database. */
export interface RelationAccess extends AccessTarget {
  /**
   * Each row is an object of this kind and `id` its id; `lacks`: columns of the kind's table that a view leaves out. So
   * rules look at the row itself.
   */
  itself?: { kind: GuardedKind; lacks?: readonly string[] };
  /** The columns that name guarded objects. */
  carries?: Partial<Record<AccessLink, readonly string[]>>;
  /** Sums up guarded objects without naming them: to a reader who sees only some of them it is empty. */
  aggregate?: true;
  /** Columns that hold secrets: written, and never read by any path. */
  writeOnly?: readonly string[];
  /** Columns of which secrets are taken out when they are read: members of a map by their names, or of an address. */
  masked?: Readonly<Record<string, 'members' | 'address'>>;
  /** Written by the server alone. */
  readOnly?: true;
  /** Writing is decided by this resource, reading by `resource`. */
  writeResource?: AccessResource;
}

/** A function; calling it is this action with its target. `carries` names columns of its result. */
export interface RoutineAccess extends AccessTarget {
  action?: AccessAction;
  carries?: RelationAccess['carries'];
  aggregate?: true;
}
