import {
  type AccessAction,
  type AccessObject,
  type AccessResource,
  accessResources,
  KUBERNETES_PROXY,
  type Permission,
} from './access.ts';

/** Begins each token, so that scanners of leaked secrets know it. */
export const TOKEN_PREFIX = 'mct';
/** Longest name of a token, in characters. */
export const LONGEST_TOKEN_NAME = 100;

/** What a token may not do although its owner may; with `id` and `condition`: one rule about single items (contract access §6.8). */
export type DeniedPermission = Pick<Permission, 'object' | 'action' | 'id' | 'condition'>;

/** Body of POST /auth/create_token. `expiry`: `never`, or a duration such as `30d`. */
export interface CreateToken {
  name: string;
  expiry?: string;
  /** Permissions of the caller, or their row keys ({@link permissionKey}). */
  deny_permissions?: readonly (DeniedPermission | string)[];
}

/** Answer of POST /auth/create_token: the only time that the token is shown. */
export interface CreatedToken {
  message: string;
  payload: { token: string };
}

/** Someone as lists of tokens show them. */
export interface TokenPerson {
  id: string;
  name: string;
  avatar: string | null;
  properties: Record<string, unknown> | null;
}

/** A token in the answer of GET /auth/tokens; never its value. Times are RFC 3339. */
export interface ApiToken {
  id: string;
  name: string;
  created_at: string;
  /** Null: never. */
  expires_at: string | null;
  /** To the minute; null: not yet. */
  last_used_at: string | null;
  person_id: string;
  /** The service identity that it acts as. */
  person: TokenPerson;
  /** Its owner. */
  created_by: TokenPerson;
  /** `object:action`, where any was taken away. */
  deny_roles?: string[];
}

/** The key of a permission in a list (contract calls §15). */
export function permissionKey(permission: Permission): string {
  const { subject, object, action, deny, condition = '', id = '' } = permission;
  return `sub=${subject},obj=${object},act=${action},d=${deny},con=${condition},id=${id}`;
}

const ROW_KEY = /^sub=(?:.*?),obj=(.*?),act=(.*?),d=(?:true|false),con=(.*),id=(.*)$/s;

/** The permission that a row key names, as far as a token needs it; null: it is none. */
export function readPermissionKey(key: string): DeniedPermission | null {
  const [, object, action, condition = '', id = ''] = ROW_KEY.exec(key) ?? [];
  if (object === undefined || action === undefined) return null;
  return { object, action, ...(condition === '' ? {} : { condition }), ...(id === '' ? {} : { id }) };
}

const WRITES: readonly AccessAction[] = ['create', 'update', 'delete'];

/** The actions that a resource knows. */
export function actionsOn(resource: AccessResource): readonly AccessAction[] {
  if (resource === 'canaries') return ['read', ...WRITES, 'run'];
  if (resource === 'playbook_runs') return ['read', ...WRITES, 'playbook:run', 'playbook:approve', 'playbook:cancel'];
  return ['read', ...WRITES];
}

/** What no token may, whatever its owner may: change who may do what, or make accounts (contract identity §9.3). */
export const neverByToken: readonly DeniedPermission[] = ['rbac', 'auth', 'identities'].flatMap((object) =>
  WRITES.map((action) => ({ object, action })),
);

/** The right to the endpoint for assistants: POST /mcp (contract playbooks §8). By their role only administrators have it. */
export const USE_OF_MCP = { object: 'mcp', action: 'mcp:*' } as const satisfies {
  object: AccessObject;
  action: AccessAction;
};

/**
 * What can be taken away of permissions, each once: everything, as an administrator has it, is told by resource and
 * action; what denies is not among it, since it holds for a token too, and neither is what no token may.
 */
export function deniablePermissions(permissions: readonly Permission[]): DeniedPermission[] {
  const found = new Map<string, DeniedPermission>();
  for (const { object, action, deny, condition, id } of permissions) {
    if (deny) continue;
    const about: Pick<DeniedPermission, 'condition' | 'id'> =
      condition === undefined ? {} : { condition, ...(id === undefined ? {} : { id }) };
    const isAll = object === '*' && condition === undefined;
    const add = (one: string, act: string) => {
      if (neverByToken.some((never) => never.object === one && never.action === act)) return;
      found.set(`${one}:${act} ${condition ?? ''} ${about.id ?? ''}`, { object: one, action: act, ...about });
    };
    for (const one of isAll ? accessResources : [object]) {
      const actions = action === '*' && isAll ? actionsOn(one as AccessResource) : [action]; // all of the list above
      for (const act of actions) add(one, act);
    }
    // No role of the specification names it, so no resource does.
    if (isAll && action === '*') {
      add(USE_OF_MCP.object, USE_OF_MCP.action);
      for (const act of ['read', 'update']) add(KUBERNETES_PROXY.object, act);
    }
  }
  return [...found.values()];
}
