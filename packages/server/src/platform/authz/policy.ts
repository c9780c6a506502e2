import {
  type AccessAction,
  type AccessTarget,
  accessOfRelation,
  accessOfRoutine,
  type RelationAccess,
} from '@quarterdeck/contract';
import {
  type RelationAction,
  type RelationDecision,
  type RestPolicy,
  type RowColumn,
  type Sql,
  sql,
} from '@quarterdeck/restql';
import { hiddenOf, rowsOf } from './condition-store.ts';
import type { Decision } from './types.ts';

/** What a policy of the REST dialect is made from. */
export interface PolicyOptions {
  decide(target: AccessTarget, action: AccessAction): Decision;
  /** Dates in selectors are counted from here. */
  now: () => number;
  mayKnowRules: boolean;
  /** A further condition on rows that this caller writes; null when there is none. */
  writeGuard(relation: string, action: RelationAction): ((row: RowColumn) => Sql) | null;
}

const MASKS: Record<'members' | 'address', (value: Sql) => Sql> = {
  members: (value) => sql`mask_members(${value})`,
  address: (value) => sql`mask_address(${value})`,
};

const UNKNOWN: RelationDecision = { kind: 'unknown' };

/** The target of an action on a relation: some are written by the right of another resource. */
function targetOf(access: RelationAccess, action: AccessAction): AccessTarget {
  const { object, resource, writeResource } = access;
  return { object, resource: action === 'read' ? resource : (writeResource ?? resource) };
}

/** Decides about relations and functions, each once (contract access §6.3). */
export function createRestPolicy({ decide, now, mayKnowRules, writeGuard }: PolicyOptions): RestPolicy {
  const known = new Map<string, RelationDecision>();

  function remember(key: string, make: () => RelationDecision): RelationDecision {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }

  function denied(target: AccessTarget, action: string, rules: readonly string[]): RelationDecision {
    const rule = rules[0] ?? `no rule allows ${action} on ${target.object} (${target.resource})`;
    return { kind: 'denied', object: target.object, action, rule: mayKnowRules ? rule : null };
  }

  function judge(access: RelationAccess, action: AccessAction): RelationDecision {
    const target = targetOf(access, action);
    if (access.readOnly && action !== 'read') return denied(target, action, ['only the server writes it']);
    const decision = decide(target, action);
    // A row that is written is not yet what its table holds.
    const judged = action === 'read' ? access : { ...access, itself: undefined };
    const rows = rowsOf(decision, judged, now);
    if (rows === 'none') return denied(target, action, decision.rules);
    const hidden = hiddenOf(decision, judged, now);
    return {
      kind: 'allowed',
      ...(access.writeOnly ? { writeOnly: new Set(access.writeOnly) } : {}),
      ...(access.masked
        ? { masked: new Map(Object.entries(access.masked).map(([name, by]) => [name, MASKS[by]])) }
        : {}),
      ...(rows === 'all' ? {} : { rows }),
      ...(rows === 'all' || hidden === null ? {} : { hidden }),
    };
  }

  return {
    relation: (name, action) =>
      remember(`${action} ${name}`, () => {
        const access = accessOfRelation(name);
        return access === null ? UNKNOWN : guarded(judge(access, action), writeGuard(name, action));
      }),
    routine: (name) =>
      remember(`rpc/${name}`, () => {
        const access = accessOfRoutine(name);
        if (access === null) return UNKNOWN;
        const { action = 'read', ...relation } = access;
        // What a function changes cannot be narrowed by the rows that it answers.
        const isPartial = action !== 'read' && decide(relation, action).kind === 'rows';
        return isPartial ? denied(relation, action, ['a rule about single items']) : judge(relation, action);
      }),
  };
}

function guarded(decision: RelationDecision, guard: ((row: RowColumn) => Sql) | null): RelationDecision {
  if (decision.kind !== 'allowed' || guard === null) return decision;
  const { rows, hidden: _known, ...rest } = decision;
  return { ...rest, rows: rows === undefined ? guard : (row) => sql`${rows(row)} and ${guard(row)}` };
}
