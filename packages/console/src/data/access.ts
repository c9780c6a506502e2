import {
  type AccessObject,
  type AccessResource,
  type Feature,
  isFeatureDisabled,
  isRole,
  type Permission,
  type PropertyRow,
  roleAllows,
  type WhoAmI,
} from '@quarterdeck/contract';
import { useMemo } from 'react';
import { useProperties, useWhoAmI } from './context.ts';

/** What a page or a button asks for. */
export type Right = 'read' | 'write';

/** What the person may do, and which features are there. */
export interface Access {
  can: (resource: AccessResource, right?: Right) => boolean;
  isOff: (feature: Feature) => boolean;
  /** May use the endpoint for assistants, and make a token for one. */
  mayUseMcp: boolean;
  /** May make the settings by which `kubectl` reaches the cluster. */
  mayReachCluster: boolean;
  /** Reads only: a viewer or guest without any other role (spec 000 §6). */
  isViewer: boolean;
}

/** Objects of policies by the resource that roles name; resources without one are decided by roles alone. */
const OBJECT_OF: Partial<Record<AccessResource, AccessObject>> = {
  agents: 'agent',
  auth: 'auth',
  canaries: 'canaries',
  connections: 'connection',
  database: 'database',
  incident: 'incident',
  notifications: 'notification',
  playbooks: 'playbooks',
  rbac: 'rbac',
  topologies: 'topology',
};

const WRITES = ['create', 'update', 'delete'];

/** Whether a policy without a condition says something about a right to a resource. */
function speaksOf({ object, action, condition }: Permission, resource: AccessResource, right: Right): boolean {
  if (condition || (object !== '*' && object !== OBJECT_OF[resource])) return false;
  return action === '*' || (right === 'read' ? action === 'read' : WRITES.includes(action));
}

/**
 * Whether a person may: a role of theirs allows it (spec 000 §6), or a policy does; a policy that denies goes before
 * both. What a condition narrows is for the server to judge.
 */
function allows({ roles, permissions }: WhoAmI['payload'], resource: AccessResource, right: Right): boolean {
  const spoken = (permissions ?? []).filter((policy) => speaksOf(policy, resource, right));
  if (spoken.some((policy) => policy.deny)) return false;
  if (spoken.length > 0) return true;
  return roles.some((role) => isRole(role) && roleAllows(role, resource, right === 'read' ? 'read' : 'update'));
}

/** What no role but the administrators' is about, such as the endpoint for assistants; policies say more (contract access §6.2). */
function allowsBeyondRoles({ roles, permissions }: WhoAmI['payload'], about: AccessObject, actions: string): boolean {
  const spoken = (permissions ?? []).filter(
    ({ object, action, condition }) =>
      !condition && (object === '*' || object === about) && (action === '*' || action.startsWith(actions)),
  );
  return spoken.every(({ deny }) => !deny) && (spoken.length > 0 || roles.includes('admin'));
}

/** The access of a person over the properties of the product. */
export function createAccess(who: WhoAmI, properties: readonly PropertyRow[]): Access {
  const values = new Map(properties.map(({ name, value }) => [name, value]));
  const known = who.payload.roles.filter(isRole);
  // Who views as another changes nothing, whatever that one may do.
  const can: Access['can'] = (resource, right = 'read') =>
    (right === 'read' || who.payload.viewing === undefined) && allows(who.payload, resource, right);
  return {
    isViewer: known.length > 0 && known.every((role) => role === 'viewer' || role === 'guest'),
    can,
    mayUseMcp: can('agents', 'write') && allowsBeyondRoles(who.payload, 'mcp', 'mcp:'),
    mayReachCluster: !who.payload.viewing && allowsBeyondRoles(who.payload, 'kubernetes-proxy', 'create'),
    isOff: (feature) => isFeatureDisabled(feature, (name) => values.get(name)),
  };
}

/** The access of the person; undefined until both are known. Properties that may not be read hide nothing. */
export function useAccess(): Access | undefined {
  const who = useWhoAmI().data;
  const properties = useProperties();
  const rows = properties.data ?? (properties.isError ? NO_ROWS : undefined);
  return useMemo(() => (who && rows ? createAccess(who, rows) : undefined), [who, rows]);
}

const NO_ROWS: readonly PropertyRow[] = [];
