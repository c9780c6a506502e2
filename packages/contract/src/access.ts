/** Roles of the specification (§6). */
export const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const;
export type Role = (typeof roles)[number];

/** Roles that may run a check now (spec 001 §6). */
export const RUN_NOW_ROLES: readonly Role[] = ['admin', 'editor', 'responder', 'commander'];

/** GET /auth/whoami in standalone mode answers one implicit local user. */
export interface WhoAmI {
  message: string;
  payload: { user: { id: string; name: string; email: string }; roles: Role[]; permissions: Permission[] };
}

export interface Permission {
  subject: string;
  object: string;
  action: string;
  deny: boolean;
}
