import { definePage, withSearch } from '../../app/page.tsx';
import type { SignInRoute } from '../identity/routes.ts';

/** The pages of the sign-in and of one's own account in hosted mode, each in a chunk that only its visitors load. */
export const hostedRoutes: readonly SignInRoute[] = [
  { path: '/login', load: async () => (await import('./pages/LoginPage.tsx')).LoginPage },
  { path: '/registration', load: async () => (await import('./pages/RegistrationPage.tsx')).RegistrationPage },
  { path: '/recovery', load: async () => (await import('./pages/RecoveryPage.tsx')).RecoveryPage },
  { path: '/profile-settings', load: async () => (await import('./pages/ProfilePage.tsx')).ProfilePage },
  {
    path: '/auth-state-checker',
    load: async () => (await import('./pages/AuthStateCheckerPage.tsx')).AuthStateCheckerPage,
  },
  { path: '/organizations/orgs-switched', load: async () => (await import('./pages/SwitchedPage.tsx')).SwitchedPage },
  { path: '/organizations/invitation', load: async () => (await import('./pages/InvitationPage.tsx')).InvitationPage },
];

/** The pages of hosted mode within the frame. */
export const hostedPages = [
  definePage({
    path: '/settings/organization-profile',
    title: 'Organisation',
    feature: 'settings.organization_profile',
    load: async () => (await import('./pages/OrganizationPage.tsx')).OrganizationPage,
  }),
  definePage({
    path: '/settings/organization-profile/audit',
    title: 'Organisation audit',
    feature: 'settings.organization_profile',
    load: async () => {
      const { OrganizationAuditPage, parseAuditSearch } = await import('./pages/OrganizationAuditPage.tsx');
      return withSearch(parseAuditSearch, OrganizationAuditPage);
    },
  }),
];
