import type { ComponentType } from 'react';

/** A page outside of the frame: nobody is known there yet, or leaves it. */
export interface SignInRoute {
  path: string;
  load: () => Promise<ComponentType>;
}

/** The pages of the sign-in and of one's own account, each in a chunk that only its visitors load. */
export const signInRoutes: readonly SignInRoute[] = [
  { path: '/login', load: async () => (await import('./pages/LoginPage.tsx')).LoginPage },
  { path: '/registration', load: async () => (await import('./pages/RegistrationPage.tsx')).RegistrationPage },
  { path: '/recovery', load: async () => (await import('./pages/MailedCodePage.tsx')).RecoveryPage },
  { path: '/verification', load: async () => (await import('./pages/MailedCodePage.tsx')).VerificationPage },
  { path: '/profile-settings', load: async () => (await import('./pages/ProfilePage.tsx')).ProfilePage },
];
