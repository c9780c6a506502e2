import type { HostedOrganization, HostedSession } from '@quarterdeck/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';

/** Who is signed in at the control plane; null: nobody. */
export function sessionQuery(http: Http) {
  return queryOptions({
    queryKey: ['hosted', 'session'],
    queryFn: ({ signal }) => http.get<HostedSession | null>('/cp/session', { signal }),
    meta: { quiet: true },
  });
}

/** The organisations of the person. */
export function organizationsQuery(http: Http) {
  return queryOptions({
    queryKey: ['hosted', 'organizations'],
    queryFn: ({ signal }) => http.get<HostedOrganization[]>('/cp/orgs', { signal }),
    meta: { quiet: true },
  });
}

/** The acts of people at the control plane, each as its sign-in library names it. A refusal is an `HttpError`. */
export function hubActs(http: Http) {
  const act = <T = unknown>(path: string, body: object): Promise<T> => http.post<T>(`/cp/auth${path}`, body);
  return {
    signIn: (email: string, password: string) => act('/sign-in/email', { email, password }),
    signUp: (name: string, email: string, password: string, target: string) =>
      act('/sign-up/email', { name, email, password, callbackURL: target }),
    sendVerification: (email: string, target: string) =>
      act('/send-verification-email', { email, callbackURL: target }),
    askForReset: (email: string) => act('/request-password-reset', { email }),
    reset: (token: string, newPassword: string) => act('/reset-password', { token, newPassword }),
    signOut: () => act('/sign-out', {}),
    rename: (name: string) => act('/update-user', { name }),
    changePassword: (currentPassword: string, newPassword: string) =>
      act('/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    create: (name: string, slug: string) => act('/organization/create', { name, slug }),
    setActive: (organizationId: string) => act('/organization/set-active', { organizationId }),
    accept: (invitationId: string) =>
      act<{ invitation: { organizationId: string } }>('/organization/accept-invitation', { invitationId }),
    renameOrganization: (organizationId: string, name: string) =>
      act('/organization/update', { organizationId, data: { name } }),
    invite: (organizationId: string, email: string, role: string) =>
      act('/organization/invite-member', { organizationId, email, role }),
    cancelInvitation: (invitationId: string) => act('/organization/cancel-invitation', { invitationId }),
    setRole: (organizationId: string, memberId: string, role: string) =>
      act('/organization/update-member-role', { organizationId, memberId, role }),
    remove: (organizationId: string, memberId: string) =>
      act('/organization/remove-member', { organizationId, memberIdOrEmail: memberId }),
    leave: (organizationId: string) => act('/organization/leave', { organizationId }),
  };
}

/** Ends the session, and leads to the sign-in with the way back, even where the control plane did not answer. */
export async function signOutOfHub(http: Http, returnTo: string): Promise<void> {
  await hubActs(http)
    .signOut()
    .catch(() => undefined);
  location.assign(`/login?return_to=${encodeURIComponent(returnTo)}`);
}
