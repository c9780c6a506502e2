import type { OrganizationRole } from '@quarterdeck/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Http } from '../../../data/http.ts';

/** One member of the organisation, as the control plane's sign-in library tells it. */
export interface Member {
  id: string;
  userId: string;
  role: string;
  user: { name: string; email: string };
}

/** An invitation; only `pending` ones can be accepted. */
export interface Invitation {
  id: string;
  email: string;
  role: string | null;
  status: string;
  expiresAt: string;
}

/** The organisation that the session works in, with its people. */
export interface OrganizationProfile {
  id: string;
  name: string;
  slug: string;
  members: Member[];
  invitations: Invitation[];
}

/** Reads the organisation that the session works in; null: none. */
export function profileQuery(http: Http) {
  return queryOptions({
    queryKey: ['hosted', 'profile'],
    queryFn: ({ signal }) =>
      http.get<OrganizationProfile | null>('/cp/auth/organization/get-full-organization', { signal }),
    meta: { quiet: true },
  });
}

/** The invitations that still can be accepted at a moment. */
export function openInvitations({ invitations }: OrganizationProfile, nowMs: number): Invitation[] {
  return invitations.filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > nowMs);
}

/** Roles in words, in the order of what they may. */
export const ROLE_OPTIONS: readonly { value: OrganizationRole; label: string }[] = [
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'member', label: 'Member' },
  { value: 'guest', label: 'Guest' },
];
