import type { AccessAction, AccessTarget } from './access.ts';
import type { GuardedKind } from './access-types.ts';

/** Whom a decision can be explained for; `role` and `group` are named by their name, the others by their id. */
export const whySubjectTypes = [
  'person',
  'role',
  'team',
  'group',
  'notification',
  'playbook',
  'canary',
  'scraper',
  'topology',
  'token',
] as const;
export type WhySubjectType = (typeof whySubjectTypes)[number];

/** Someone in the answer of {@link WhyAnswer}; `everyone` is the role that every subject has. */
export interface WhyParty {
  type: WhySubjectType | 'everyone';
  id: string;
  name: string;
}

/** A role or rule that speaks about a matter. */
export interface WhyReason {
  /** A role of the specification, a row of `permissions`, or a row of the policy table. */
  kind: 'role' | 'permission' | 'policy';
  /** Of the row. */
  id?: string;
  name: string;
  effect: 'allow' | 'deny';
  /** Whether it makes the outcome; otherwise another one is stronger. */
  decides: boolean;
  /** From the subject, by membership, to whom the rule is for. */
  via: readonly WhyParty[];
  /** Which items it is about, in words; absent: all. */
  condition?: string;
  /** Whether the condition holds for the item that was asked about. */
  fits?: boolean;
  /** When it ends, in milliseconds since the epoch. */
  untilMs?: number;
}

/** Answer of GET /rbac/why: a decision with what was weighed for it, those that decide first. */
export interface WhyAnswer extends AccessTarget {
  subject: WhyParty;
  action: AccessAction;
  item?: { kind: GuardedKind; id: string };
  /** `some`: of the items, those that the rules leave. */
  outcome: 'allowed' | 'denied' | 'some';
  reasons: readonly WhyReason[];
}
