import type { Preferences } from './preferences.ts';

/** Roles of the specification (§6). */
export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const;
export type Role = (typeof roles)[number];

/** Roles that may run a check now (spec 001 §6). */
export const RUN_NOW_ROLES: readonly Role[] = ['admin', 'editor', 'responder', 'commander'];

/** What the roles of the specification (§6) are about. */
export const accessResources = [
  'database',
  'rbac',
  'auth',
  'responder',
  'incident',
  'evidences',
  'comments',
  'canaries',
  'topologies',
  'config_scrapers',
  'identities',
  'connections',
  'kratos',
  'agents',
  'properties',
  'logging_backends',
  'integrations',
  'notifications',
  'playbooks',
  'playbook_runs',
  'permissions',
  'views',
] as const;
export type AccessResource = (typeof accessResources)[number];

/** What permission rows are about (contract access §6.2). */
export const accessObjects = [
  'agent',
  'agent-push',
  'application',
  'artifact',
  'auth',
  'canaries',
  'catalog',
  'connection',
  'connection-detail',
  'database',
  'database.config_scrapers',
  'database.identities',
  'database.kratos',
  'database.monitor',
  'database.public',
  'database.system',
  'incident',
  'kubernetes-proxy',
  'logs',
  'mcp',
  'notification',
  'people',
  'playbooks',
  'rbac',
  'topology',
] as const;
export type AccessObject = (typeof accessObjects)[number];

/**
 * What may be done (contract access §6.2). `run` is ours: to run a check now, which the specification gives by role
 * apart from writing. `mcp:*` stands for every action of that family.
 */
export const accessActions = [
  'create',
  'read',
  'update',
  'delete',
  'run',
  'playbook:run',
  'playbook:approve',
  'playbook:cancel',
  'mcp:*',
] as const;
export type AccessAction = (typeof accessActions)[number];

/** Something that is guarded, by both its names: permission rows name the object, roles the resource. */
export interface AccessTarget {
  object: AccessObject;
  resource: AccessResource;
}

/** What is decided about. Without a resource no role of the specification names it: by role it is the administrators' alone. */
export interface DecisionTarget {
  object: AccessObject;
  resource: AccessResource | null;
}

/** The cluster behind this server: GET /kubeconfig and /kubeproxy (contract access §10). */
export const KUBERNETES_PROXY = { object: 'kubernetes-proxy', resource: null } as const satisfies DecisionTarget;

const NEVER_BELOW_EDITOR: ReadonlySet<AccessResource> = new Set(['rbac', 'identities', 'connections']);
const OF_RESPONDERS: ReadonlySet<AccessResource> = new Set(['responder', 'incident', 'evidences', 'comments']);

/**
 * The role table of the specification (§6). Playbook runs are started, approved and cancelled by whoever writes
 * `playbook_runs`; checks are run by {@link RUN_NOW_ROLES}.
 */
export function roleAllows(role: Role, resource: AccessResource | null, action: AccessAction): boolean {
  if (role === 'admin') return true;
  if (resource === null) return false;
  if (action === 'run') return RUN_NOW_ROLES.includes(role);
  if (action === 'read') return role === 'editor' || !NEVER_BELOW_EDITOR.has(resource);
  if (action.startsWith('playbook:')) return roleAllows(role, 'playbook_runs', 'create');
  if (role === 'editor') return !NEVER_BELOW_EDITOR.has(resource);
  return (role === 'commander' || role === 'responder') && OF_RESPONDERS.has(resource);
}

/** Whether a text names a role of the specification. */
export function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name);
}

/** As whom an administrator sees the product. */
export interface ViewingAs {
  type: 'person' | 'role';
  id: string;
  name: string;
  /** The administrator. */
  by: { id: string; name: string };
  /** When it ends by itself, in milliseconds since the epoch. */
  untilMs: number;
}

/** Answer of GET /auth/whoami (contract access §6.7); standalone mode has one implicit local user. */
export interface WhoAmI {
  message: string;
  payload: {
    user: { id: string; name: string; email: string; avatar?: string | null; type?: string | null };
    /** Direct and implied, each once; `everyone` among them. */
    roles: string[];
    permissions: Permission[];
    hostname?: string;
    /** An administrator sees the product as this user or role does. */
    viewing?: ViewingAs;
    /** Kept for the person; absent where the browser alone keeps them, as in standalone mode. */
    preferences?: Preferences;
  };
}

/** One policy. `condition` says in words which items it is about; without one it is about all. */
export interface Permission {
  /** The permission row it comes from. */
  id?: string;
  subject: string;
  object: string;
  action: string;
  deny: boolean;
  condition?: string;
}
