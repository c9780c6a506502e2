import { AppError } from '@quarterdeck/contract';
import type { AuthProvider, Membership, ProviderSession } from '../provider/types.ts';
import type { Backend, RegistryStore } from '../registry/registry-store.ts';

/** Whose call it is, for which organisation, and where its backend is. */
export interface Place {
  session: ProviderSession;
  membership: Membership;
  backend: Backend & { backendUrl: string };
}

/** What finding the place of a call reads. */
export interface PlaceOptions {
  provider: Pick<AuthProvider, 'session' | 'membership'>;
  registry: Pick<RegistryStore, 'get'>;
}

/** The session of a call. Throws `UNAUTHENTICATED`. */
export async function requireSession(
  provider: Pick<AuthProvider, 'session'>,
  headers: { cookie?: string | undefined },
): Promise<ProviderSession> {
  const session = await provider.session({ cookie: headers.cookie });
  if (session === null) throw new AppError('UNAUTHENTICATED');
  return session;
}

/**
 * The backend of an organisation for a member, both as they are now. Throws `NOT_A_MEMBER` and `TENANT_NOT_READY`; the texts
 * are those of contract identity §8.
 */
export async function requirePlace(
  { provider, registry }: PlaceOptions,
  session: ProviderSession,
  organizationId: string,
): Promise<Place> {
  const membership = await provider.membership(session.userId, organizationId);
  if (membership === null) throw new AppError('NOT_A_MEMBER', { message: 'not_a_member' });
  const backend = await registry.get(organizationId);
  const { backendUrl } = backend;
  if (backend.state !== 'ready' || backendUrl === null) {
    throw new AppError('TENANT_NOT_READY', { message: 'tenant_not_ready' });
  }
  return { session, membership, backend: { ...backend, backendUrl } };
}
