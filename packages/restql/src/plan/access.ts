import { RestError } from '../errors.ts';
import type { RelationAction, RelationDecision, RestPolicy } from '../policy.ts';

/** What a caller may do with a relation that is open to them. */
export type Allowed = Extract<RelationDecision, { kind: 'allowed' }>;
type Denied = Extract<RelationDecision, { kind: 'denied' }>;

/** The policy said no. Answered with 403; not a {@link RestError}, because its body is no JSON. */
export class AccessDenied extends Error {
  readonly decision: Denied;

  constructor(decision: Denied) {
    super(`${decision.action} on ${decision.object} is denied`);
    this.name = 'AccessDenied';
    this.decision = decision;
  }
}

/** For the caller what the path names does not exist. Answered with 404 and no body (database contract §9). */
export class UnknownRelation extends Error {
  constructor(name: string) {
    super(`${name} does not exist for the caller`);
    this.name = 'UnknownRelation';
  }
}

/** The policy, asked once for each relation and action of one request. */
export interface Access {
  /** Throws {@link AccessDenied} or {@link UnknownRelation}. */
  relation(name: string, action: RelationAction): Allowed;
  routine(name: string): Allowed;
  /** Whether a relation exists for the caller when it is read. */
  isServed(name: string): boolean;
  /** Whether a decision of this request hides columns, so that no text of an error may repeat a row. */
  hidesColumns(): boolean;
  /** Whether a decision of this request is about single rows: its condition may be another the next time. */
  narrowsRows(): boolean;
}

/** Asks a policy for one request. */
export function createAccess(policy: RestPolicy): Access {
  const known = new Map<string, RelationDecision>();
  const decide = (key: string, ask: () => RelationDecision): RelationDecision => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const decision = ask();
    known.set(key, decision);
    return decision;
  };
  const relation = (name: string, action: RelationAction) =>
    decide(`${action} ${name}`, () => policy.relation(name, action));
  const allowed = (name: string, decision: RelationDecision): Allowed => {
    if (decision.kind === 'unknown') throw new UnknownRelation(name);
    if (decision.kind === 'denied') throw new AccessDenied(decision);
    return decision;
  };
  return {
    relation: (name, action) => allowed(name, relation(name, action)),
    routine: (name) =>
      allowed(
        name,
        decide(`call ${name}`, () => policy.routine(name)),
      ),
    hidesColumns: () =>
      [...known.values()].some(
        (decision) => decision.kind === 'allowed' && (decision.writeOnly?.size ?? 0) + (decision.masked?.size ?? 0) > 0,
      ),
    narrowsRows: () =>
      [...known.values()].some((decision) => decision.kind === 'allowed' && decision.rows !== undefined),
    isServed: (name) => relation(name, 'read').kind !== 'unknown',
  };
}

/** The refusal of a column that does not exist, or does not for this caller. */
export function unknownColumn(relation: string, column: string): RestError {
  return new RestError('42703', { message: `column ${relation}.${column} does not exist` });
}
