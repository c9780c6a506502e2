import type { Role } from './access.ts';

/** The roles that a person can be given, in the order of the forms (contract screens §11.3). */
export const personRoles: readonly Role[] = ['admin', 'editor', 'viewer', 'guest', 'commander', 'responder'];

/** An e-mail address of the form text@text.text (contract screens §11.3). */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Body of POST /auth/invite_user. */
export interface InviteRequest {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
}

/** Its answer: the link to share, and the code that whoever opens it is asked for. Both work once, for two days. */
export interface InviteAnswer {
  link: string;
  code: string;
  /** False: nothing was mailed, both are to be handed over. */
  mailed?: false;
}

/** Body of POST /people/update: what is left out stays. `role` replaces all roles. */
export interface PersonUpdate {
  id: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  role?: Role;
  active?: boolean;
}
