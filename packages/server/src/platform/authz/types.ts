import type {
  AccessAction,
  AccessTarget,
  DecisionTarget,
  DeniedPermission,
  GuardedKind,
  Permission,
  Role,
} from '@quarterdeck/contract';
import type { RestPolicy } from '@quarterdeck/restql';
import type { Caller } from '../http/types.ts';
import type { Audience } from '../live/audience.ts';

/** Selectors of resources as permission rows hold them, in the fields of contract catalog §9.1. */
export type StoredSelector = Readonly<Record<string, unknown>>;

/** Which items a rule is about. All that is given holds together (contract access §6.4). */
export interface RuleCondition {
  /** Equality of ids, by kind. */
  ids: Partial<Record<GuardedKind, string>>;
  /** Any one of the selectors of a kind fits. */
  selectors: Partial<Record<GuardedKind, readonly StoredSelector[]>>;
  /** Ids or names of agents; none is any. */
  agents: readonly string[];
  /** All of them are on the item; none is any. */
  tags: Readonly<Record<string, string>>;
}

/** One policy, whatever it comes from. */
export interface Rule {
  /** The permission row; null for a rule of the database's policy table. */
  id: string | null;
  /** Of the permission row. */
  name?: string;
  /** How the rule is told to those who may know it. */
  label: string;
  /** As it is written, for lists of policies. */
  subject: string;
  /** Keys of the principals that it is for. */
  subjects: readonly string[];
  object: string;
  actions: readonly AccessAction[];
  deny: boolean;
  condition: RuleCondition | null;
  /** From this moment on it no longer holds, in milliseconds since the epoch. */
  untilMs: number | null;
}

/** All that decides, as it was loaded at one moment. */
export interface PolicySet {
  rules: readonly Rule[];
  /** From a principal to those that it is a member of. */
  memberships: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether guests see only rows that a rule names (property `rls.enable`, contract access §6.5). */
  narrowsGuests: boolean;
  /** Roles that are looked at allow no more than one of these does; absent: they do. */
  ceiling?: readonly Role[];
}

/** What bounds a token beside the rights of its owner. */
export interface TokenLimits {
  id: string;
  /** The person whose rights are the most that it has. */
  owner: string;
  /** Keys of the principals that the owner was when the token was made. */
  held: readonly string[];
  denied: readonly DeniedPermission[];
}

/** Something that speaks about a decision: a role of the specification, or a rule. */
export type Ground =
  /** `isNarrowed`: it leaves a guest only rows that name no item (contract access §6.5). */
  { role: Role; isNarrowed: boolean } | { rule: Rule };

/** What a caller may do. `rules` are the deciding ones, in their order. */
export type Decision =
  | { kind: 'all' | 'none'; rules: readonly string[] }
  | {
      kind: 'rows';
      rules: readonly string[];
      /** `all`: whatever `deny` does not take away. `unguarded`: rows that name no item at all, and those of `allow`. */
      base: 'all' | 'unguarded' | 'nothing';
      allow: readonly RuleCondition[];
      deny: readonly RuleCondition[];
    };

/** Something that acts: a notification, playbook, canary, scraper or topology. */
export interface ActingSubject {
  type: 'notification' | 'playbook' | 'canary' | 'scraper' | 'topology';
  id: string;
  namespace: string;
  name: string;
}

/** A role, group or team taken by itself; the id of the former two is their name. */
export interface RoleSubject {
  type: 'role' | 'group' | 'team';
  id: string;
  namespace: string;
  name: string;
}

/** Whom decisions are about. */
export type Subject = Caller | ActingSubject | RoleSubject;

/** A role or rule that speaks about a matter, with the way from the subject to whom it is for, as keys of principals. */
export interface Reason {
  ground: Ground;
  decides: boolean;
  via: readonly string[];
  /** Whether it is about the item in question; null: about which items it is, is left open. */
  fits: boolean | null;
}

/** A decision about everything or about one item, with its reasons, those that decide first. */
export interface Explanation {
  outcome: 'allowed' | 'denied' | 'some';
  reasons: readonly Reason[];
}

/** Items that a call is about, by kind. */
export type Items = Partial<Record<GuardedKind, string | null>>;

/** Access control of this node. */
export interface Authz {
  /** Decides without asking the database. */
  decide(who: Subject, target: DecisionTarget, action: AccessAction): Decision;
  /** Whether something may be done with these items; asks the database only when a rule is about single items. */
  allows(who: Subject, target: DecisionTarget, action: AccessAction, items: Items): Promise<boolean>;
  /** Why the above decide as they do: the same decision, with what was weighed for it. */
  explain(who: Subject, target: AccessTarget, action: AccessAction, items: Items | null): Promise<Explanation>;
  /** Those of the items that may be seen; asks the database only when a rule is about single items. */
  visible(who: Caller, target: AccessTarget, kind: GuardedKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** What the caller may do with relations and functions of the REST dialect. */
  policyFor(caller: Caller): RestPolicy;
  /** What the caller may see of live changes. */
  audienceOf(caller: Caller): Audience;
  /** Keys of the principals that the caller is: with them a token is made. */
  principalsOf(caller: Caller): string[];
  /** Roles, direct and implied, each once; `everyone` is one. */
  rolesOf(caller: Caller): string[];
  /** Policies of one caller, or all. */
  permissions(caller: Caller | null): Permission[];
  /** Whether the caller may know which rule decided. */
  mayKnowRules(caller: Caller): boolean;
  /** Reads all policies and follows their changes. */
  start(): Promise<void>;
  /** Reads all policies again. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}
