/** What the control plane of hosted mode and the console, and the control plane and a backend, say to each other. */

/** Roles of a member in an organisation (contract identity §8.2). */
export const organizationRoles = ['owner', 'admin', 'member', 'guest'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** Where an organisation's backend stands: only a `ready` one is called. */
export const backendStates = ['pending', 'ready', 'failed', 'suspended'] as const;
export type BackendState = (typeof backendStates)[number];

/** One organisation of the caller: an item of `GET /cp/orgs`. */
export interface HostedOrganization {
  id: string;
  slug: string;
  name: string;
  role: OrganizationRole;
  /** Told only where the console itself calls it. */
  backend_url: string | null;
  direct: boolean;
  state: BackendState;
  /** Whether the session of the caller works in it. */
  active: boolean;
}

/** Who is signed in at the control plane: `GET /cp/session`; null: nobody. */
export interface HostedSession {
  user: { id: string; name: string; email: string; picture: string | null };
}

/** `POST /cp/token {org_id}`. `expires_at`: ISO 8601. */
export interface TenantToken {
  token: string;
  expires_at: string;
}

/** What a token of an organisation says (contract identity §8.4), beside the registered claims. */
export interface TenantClaims {
  iss: string;
  aud: string;
  sub: string;
  sid: string;
  org_id: string;
  org_slug: string;
  org_role: OrganizationRole;
  email: string;
  email_verified: boolean;
  name: string;
  picture: string | null;
  /** Origin of the console that the token was made for. */
  azp: string;
  /** Of a token by which the control plane itself passes a call on: the address of whoever made the call. */
  client_ip?: string;
  /** Shown to the control plane by who asks what the person is in the organisation now; see {@link MembershipQuestion}. */
  membership_proof: string;
}

/**
 * `POST /cp/membership`: what a backend asks about somebody whose API token is used. The proof came with a token of that
 * person, and tells of nobody else.
 */
export interface MembershipQuestion {
  org_id: string;
  sub: string;
  proof: string;
}

/** `role`: null for who is no member any more, and for everybody while the organisation is suspended. */
export interface MembershipAnswer {
  role: OrganizationRole | null;
}

/** Whom a token of an organisation is for. */
export function tenantAudience(organizationId: string): string {
  return `urn:console:tenant:${organizationId}`;
}

/** How tokens may be signed; the first is what the control plane signs with. */
export const TENANT_TOKEN_ALGORITHMS = ['EdDSA', 'ES256'] as const;

/** Under which path of its address the control plane answers; its public keys are at `/cp/auth/jwks`. */
export const CONTROL_PLANE_BASE = '/cp';
export const KEY_SET_PATH = '/cp/auth/jwks';
export const MEMBERSHIP_PATH = '/cp/membership';
/** The trail of an organisation, which `org_id` names; pages, names of acts and exports as under `/api/audit`. */
export const HUB_AUDIT_PATH = '/cp/audit';

/**
 * Names the organisation of a call. The page sends it once it knows it; each answer of the control plane carries it, empty
 * where there is none, so that a page which has none yet works in the one it was answered for.
 */
export const ORGANIZATION_HEADER = 'x-org-id';

/**
 * The direct-access flag as operators write it (spec 000 §5): true and false as texts in any case, or a boolean; nothing is
 * false. Throws an Error 'Invalid boolean value' for anything else.
 */
export function parseDirectFlag(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new Error('Invalid boolean value');
}
