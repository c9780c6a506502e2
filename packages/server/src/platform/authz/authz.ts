import {
  type AccessAction,
  type AccessTarget,
  accessOfRelation,
  accessResources,
  type DecisionTarget,
  errorText,
} from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { RestPolicy } from '@quarterdeck/restql';
import type { Caller } from '../http/types.ts';
import type { Audience } from '../live/audience.ts';
import type { Properties } from '../properties/types.ts';
import { rowsOf } from './condition-store.ts';
import { listPermissions, nextEnd, type Weighed, weigh } from './decide.ts';
import { explain } from './explain.ts';
import { createWriteGuard } from './guard-store.ts';
import { holds, idsThatFit, itemsRow, rowsThatFit } from './items-store.ts';
import { narrow } from './narrow.ts';
import { createRestPolicy } from './policy.ts';
import { readPolicies } from './policy-store.ts';
import { principalsOf, roleNames } from './principals.ts';
import { createRefresher } from './refresher.ts';
import { policySet } from './rules.ts';
import { policiesOfToken } from './token-limits.ts';
import type { Authz, Decision, Items, PolicySet, Subject } from './types.ts';

/** What access control is made of. */
export interface AuthzOptions {
  database: Pick<Database, 'pool' | 'transaction' | 'listen'>;
  properties: Pick<Properties, 'current' | 'onChange'>;
  clock: Clock;
  log: Log;
}

/** All that was found out about one set of principals, which `key` names. */
interface Known {
  key: string;
  principals: ReadonlySet<string>;
  /** All policies, or for a token those that bound it. */
  policies: PolicySet;
  decisions: Map<string, Weighed>;
  policy: RestPolicy | null;
}

/** Channel of changed rows (contract database §4.3), and those of its tables that decide about access. */
const TABLE_ACTIVITY = 'table_activity';
const DECIDING = new Set(['permissions', 'permission_groups', 'casbin_rule', 'teams', 'team_members', 'people']);

/** Who views as another changes nothing. */
const VIEW: Weighed = { decision: { kind: 'none', rules: ['view as reads only'] }, deciding: [], overruled: [] };

/** The administrator who views as a caller. */
function viewerOf(who: Subject): Caller | undefined {
  return 'roles' in who ? who.viewing?.by : undefined;
}

const NOTHING: PolicySet = { rules: [], memberships: new Map(), narrowsGuests: false };

/** Access control of one node: policies are read once and again when they change, and decide without the database. */
export function createAuthz({ database, properties, clock, log }: AuthzOptions): Authz {
  let policies = NOTHING;
  let version = 0;
  let freshUntilMs = Number.POSITIVE_INFINITY;
  const known = new Map<string, Known>();
  let ofCaller = new WeakMap<Subject, Known>();

  function forget(): void {
    version++;
    known.clear();
    ofCaller = new WeakMap();
    freshUntilMs = nextEnd(policies, clock.now());
  }

  const narrowsGuests = () => properties.current().get('rls.enable') === 'true';

  async function reload(): Promise<void> {
    policies = policySet(await readPolicies(database), narrowsGuests());
    forget();
  }

  const refresher = createRefresher(reload, (error) =>
    log.warn({ error: errorText(error) }, 'the policies could not be read; those of before decide until they can'),
  );
  const ends: (() => unknown)[] = [];

  function about(who: Subject): Known {
    // What a rule allowed or denied until now is forgotten with it.
    if (clock.now() >= freshUntilMs) forget();
    const before = ofCaller.get(who);
    if (before !== undefined) return before;
    const principals = principalsOf(who, policies);
    const viewer = viewerOf(who);
    const key = [...[...principals].sort(), ...(viewer ? ['seen by', about(viewer).key] : [])].join('\n');
    const token = 'roles' in who ? who.token : undefined;
    const found = known.get(key) ?? {
      key,
      principals,
      policies: token === undefined ? policies : policiesOfToken(policies, token),
      decisions: new Map(),
      policy: null,
    };
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
    ofCaller.set(who, found);
    return found;
  }

  function weighFor(who: Subject, target: DecisionTarget, action: AccessAction): Weighed {
    const { principals, decisions, policies: own } = about(who);
    const key = `${action} ${target.object} ${target.resource}`;
    const before = decisions.get(key);
    if (before !== undefined) return before;
    const viewer = viewerOf(who);
    const weighed = weigh(own, principals, target, action, clock.now());
    const found =
      viewer === undefined ? weighed : action === 'read' ? narrow(weighFor(viewer, target, action), weighed) : VIEW;
    decisions.set(key, found);
    return found;
  }

  function judge(who: Subject, target: DecisionTarget, action: AccessAction): Decision {
    return weighFor(who, target, action).decision;
  }

  async function permits(decision: Decision, items: Items): Promise<boolean> {
    const { carries, row } = itemsRow(items);
    const rows = rowsOf(decision, { carries }, clock.now);
    return typeof rows === 'string' ? rows === 'all' : holds(database, rows(row));
  }

  const mayKnowRules = (caller: Caller): boolean =>
    judge(caller, { object: 'rbac', resource: 'rbac' }, 'read').kind === 'all' ||
    judge(caller, { object: 'database.system', resource: 'permissions' }, 'read').kind === 'all';

  function policyFor(caller: Caller): RestPolicy {
    const known = about(caller);
    const ask = (target: AccessTarget, action: AccessAction) => judge(caller, target, action);
    known.policy ??= createRestPolicy({
      decide: ask,
      now: clock.now,
      mayKnowRules: mayKnowRules(caller),
      writeGuard: createWriteGuard({ decide: ask, policies }),
    });
    return known.policy;
  }

  function audienceOf(caller: Caller): Audience {
    const rule = (table: string) => {
      const decision = accessOfRelation(table) === null ? null : policyFor(caller).relation(table, 'read');
      return decision?.kind === 'allowed' ? (decision.rows ?? 'all') : 'none';
    };
    return {
      key: `${version} ${about(caller).key}`,
      sees: (table) => {
        const rows = rule(table);
        return typeof rows === 'string' ? rows : 'some';
      },
      visible: async (table, ids) => {
        const rows = rule(table);
        if (typeof rows === 'string') return new Set(rows === 'all' ? ids : []);
        return rowsThatFit(database, table, ids, rows);
      },
    };
  }

  return {
    decide: judge,
    allows: (who, target, action, items) => permits(judge(who, target, action), items),
    explain: (who, target, action, items) =>
      explain(
        weighFor(who, target, action),
        who,
        about(who).policies,
        items === null ? null : (decision) => permits(decision, items),
      ),
    async visible(who, target, kind, ids) {
      const rows = rowsOf(judge(who, target, 'read'), { carries: { [kind]: ['id'] } }, clock.now);
      if (typeof rows === 'string') return new Set(rows === 'all' ? ids : []);
      return ids.length === 0 ? new Set() : idsThatFit(database, ids, rows);
    },
    policyFor,
    audienceOf,
    rolesOf: (caller) => roleNames(principalsOf(caller, policies)),
    principalsOf: (caller) => [...about(caller).principals],
    permissions(caller) {
      const { policies: own, principals } = caller === null ? { policies, principals: null } : about(caller);
      return listPermissions(own, principals, accessResources, clock.now());
    },
    mayKnowRules,
    async start() {
      const onActivity = (payload: string) => {
        if (DECIDING.has(payload.split(' ', 1)[0] ?? '')) void refresher.now();
      };
      const onReconnect = () => void refresher.now();
      ends.push(await database.listen(TABLE_ACTIVITY, onActivity, { onReconnect }));
      ends.push(
        properties.onChange(() => {
          policies = { ...policies, narrowsGuests: narrowsGuests() };
          forget();
        }),
      );
      await reload();
      refresher.every(REFRESH_MS);
    },
    reload: refresher.now,
    async stop() {
      refresher.stop();
      for (const end of ends) await end();
    },
  };
}

/** Should a notice be lost, policies are no older than this (contract access §6.4). */
const REFRESH_MS = 5 * 60_000;
/** As many different sets of principals are remembered at most. */
const MAX_KNOWN = 1000;
