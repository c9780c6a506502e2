import type { OrganizationRole } from '@quarterdeck/contract';

/** Somebody who is signed in at the control plane. */
export interface ProviderSession {
  id: string;
  userId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  picture: string | null;
  /** The organisation that the session works in; whether the person still belongs to it is for {@link AuthProvider.membership}. */
  activeOrganizationId: string | null;
}

/** A person's place in one organisation. */
export interface Membership {
  organizationId: string;
  slug: string;
  name: string;
  role: OrganizationRole;
}

/** One request to the provider's own calls. */
export interface ProviderRequest {
  method: string;
  /** Path and query below the control plane's address. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** Address of the caller, as the connection tells it. */
  source: string;
}

/**
 * Who people are, and where they belong: all that the control plane needs of a sign-in with organisations. Tokens, backends
 * and their rules are the control plane's own, so that no provider decides about them.
 */
export interface AuthProvider {
  /** Who is signed in by these headers; always asked anew. */
  session(headers: { cookie?: string | undefined }): Promise<ProviderSession | null>;
  memberships(userId: string): Promise<Membership[]>;
  /** Always as it is now, never as the session remembers it. */
  membership(userId: string, organizationId: string): Promise<Membership | null>;
  /** The provider's own calls under `/cp/auth`: sign-up, sign-in, sign-out, organisations, members, invitations. */
  handle(request: ProviderRequest): Promise<Response>;
}
