import { type AccessAction, type AccessTarget, accessObjects, accessResources } from '@quarterdeck/contract';
import { type RelationAction, type RowColumn, type Sql, sql } from '@quarterdeck/restql';
import { relationTargets } from './targets.ts';
import type { Decision, PolicySet } from './types.ts';

/** Properties that decide about access. */
const ACCESS_PROPERTIES = ['rls.enable', 'access_token.default_expiry'];

const WHOLE: readonly AccessAction[] = ['create', 'read', 'update', 'delete', 'playbook:run', 'playbook:approve'];

/** What rules about single items, without an object, reach into. */
const ITEM_OBJECTS = ['catalog', 'topology', 'canaries', 'playbooks', 'incident', 'artifact', 'notification'];

/** A permission row about items other than connections. */
function isAboutItems(row: RowColumn): Sql {
  return sql`(coalesce(${row('object')}, '') = '' and ${row('connection_id')} is null
    and not jsonb_exists(coalesce(${row('object_selector')}, '{}'), 'connections')
    and (num_nonnulls(${row('config_id')}, ${row('component_id')}, ${row('canary_id')}, ${row('playbook_id')}) > 0
      or jsonb_path_exists(coalesce(${row('object_selector')}, '{}'), '$.*[*]')))`;
}

/** What the guards ask. */
export interface GuardOptions {
  decide(target: AccessTarget, action: AccessAction): Decision;
  policies: PolicySet;
}

/** Objects and resources with which a caller may do everything. */
function held(decide: GuardOptions['decide']): string[] {
  const names = [...new Set<string>([...accessObjects, ...accessResources])];
  return names.filter((name) => {
    const targets = relationTargets(name);
    return (
      targets.length > 0 && targets.every((target) => WHOLE.every((action) => decide(target, action).kind === 'all'))
    );
  });
}

/**
 * Keeps callers who may not change `rbac` from giving or taking by another way what they do not hold themselves: by a
 * permission row, by joining a team that has permissions, by a property that decides about access.
 */
export function createWriteGuard({ decide, policies }: GuardOptions) {
  const isFree = decide({ object: 'rbac', resource: 'rbac' }, 'update').kind === 'all';
  const teams = new Set(
    [...policies.rules.flatMap(({ subjects }) => subjects), ...policies.memberships.keys()].flatMap((key) =>
      key.startsWith('team:') ? [key.slice('team:'.length)] : [],
    ),
  );
  let objects: string[] | null = null;

  return (relation: string, action: RelationAction): ((row: RowColumn) => Sql) | null => {
    if (isFree || action === 'read') return null;
    if (relation === 'permissions') {
      objects ??= held(decide);
      const names = objects;
      const mayName = (row: RowColumn) => sql`coalesce(${row('object')} = any(${names}), false)`;
      if (!ITEM_OBJECTS.every((name) => names.includes(name))) return mayName;
      return (row) => sql`(${mayName(row)} or ${isAboutItems(row)})`;
    }
    if (relation === 'team_members') return (row) => sql`not ${row('team_id')}::text = any(${[...teams]})`;
    if (relation === 'properties') return (row) => sql`not ${row('name')} = any(${ACCESS_PROPERTIES})`;
    return null;
  };
}
