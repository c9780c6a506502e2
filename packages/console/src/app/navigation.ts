import type { AccessResource, Bootstrap, Feature } from '@quarterdeck/contract';
import {
  Activity,
  Building2,
  Flag,
  HeartPulse,
  History,
  KeyRound,
  ListTodo,
  Mails,
  ScrollText,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access, Right } from '../data/access.ts';

/** One entry of the navigation (contract screens §1.2). */
export interface NavigationEntry {
  label: string;
  href: string;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
  feature: Feature;
  resource: AccessResource;
  group: 'main' | 'settings';
  /** The keys that lead there. */
  shortcut?: string;
  /** Only where people sign in; `self-hosted`: with accounts of this server, `hosted`: of a control plane. */
  needsSignIn?: true | 'self-hosted' | 'hosted';
  /** Only where no mail server is set. */
  needsOutbox?: true;
  /** What a person must be able to do with the resource; default: read. */
  right?: Right;
  /** Other words by which the palette finds it. */
  keywords?: string;
}

/** The entries in the order of the specification. One is shown only while a page is registered at its `href`. */
const navigation: readonly NavigationEntry[] = [
  {
    label: 'Health',
    href: '/health',
    icon: HeartPulse,
    feature: 'health',
    resource: 'canaries',
    group: 'main',
    shortcut: 'g h',
    keywords: 'checks canaries status',
  },
  {
    label: 'Health Check',
    href: '/settings/canaries',
    icon: Activity,
    feature: 'settings.health',
    resource: 'canaries',
    group: 'settings',
    keywords: 'canaries',
  },
  {
    label: 'Permissions',
    href: '/settings/permissions',
    icon: ShieldCheck,
    feature: 'settings.permissions',
    resource: 'permissions',
    group: 'settings',
    needsSignIn: true,
    keywords: 'access rules roles allow deny',
  },
  {
    label: 'Audit',
    href: '/settings/audit',
    icon: ScrollText,
    feature: 'settings.audit',
    resource: 'rbac',
    right: 'write',
    group: 'settings',
    needsSignIn: true,
    keywords: 'trail who did what sign-ins log',
  },
  {
    label: 'Outbox',
    href: '/settings/outbox',
    icon: Mails,
    feature: 'settings.outbox',
    resource: 'rbac',
    right: 'write',
    group: 'settings',
    needsSignIn: true,
    needsOutbox: true,
    keywords: 'mails codes invitations',
  },
  {
    label: 'Users',
    href: '/settings/users',
    icon: UserRound,
    feature: 'settings.users',
    resource: 'identities',
    group: 'settings',
    needsSignIn: 'self-hosted',
    keywords: 'people accounts invite roles',
  },
  {
    label: 'Organisation',
    href: '/settings/organization-profile',
    icon: Building2,
    feature: 'settings.organization_profile',
    resource: 'database',
    group: 'settings',
    needsSignIn: 'hosted',
    keywords: 'members invite roles tenant',
  },
  {
    label: 'Tokens',
    href: '/settings/tokens',
    icon: KeyRound,
    feature: 'agents',
    resource: 'database',
    group: 'settings',
    needsSignIn: true,
    keywords: 'api access programs curl secrets',
  },
  {
    label: 'Teams',
    href: '/settings/teams',
    icon: Users,
    feature: 'settings.teams',
    resource: 'database',
    group: 'settings',
    keywords: 'groups members',
  },
  {
    label: 'Jobs History',
    href: '/settings/jobs',
    icon: History,
    feature: 'settings.job_history',
    resource: 'database',
    group: 'settings',
    keywords: 'runs failures',
  },
  {
    label: 'Feature Flags',
    href: '/settings/feature-flags',
    icon: Flag,
    feature: 'settings.feature_flags',
    resource: 'database',
    group: 'settings',
    keywords: 'properties',
  },
  {
    label: 'Event Queue',
    href: '/settings/event-queue-status',
    icon: ListTodo,
    feature: 'settings.event_queue_status',
    resource: 'database',
    group: 'settings',
    keywords: 'pending failed events',
  },
];

/** The entries of the sidebar and of its settings group. */
export interface ShownEntries {
  main: NavigationEntry[];
  settings: NavigationEntry[];
}

/**
 * The entries that a person is shown: those with a page, a feature that is on, and a right to read; settings by name.
 * `server` tells whether people sign in here, and whether their mails wait.
 */
export function shownEntries(
  access: Access,
  paths: ReadonlySet<string>,
  server: Bootstrap | undefined,
  entries: readonly NavigationEntry[] = navigation,
): ShownEntries {
  const mode = server?.mode;
  const hasSignIn = mode !== undefined && mode !== 'standalone';
  const isThere = ({ needsSignIn, needsOutbox }: NavigationEntry) =>
    (needsSignIn === undefined || (needsSignIn === true ? hasSignIn : mode === needsSignIn)) &&
    (needsOutbox !== true || server?.features.outbox === true);
  const shown = entries.filter(
    (entry) =>
      paths.has(entry.href) &&
      !access.isOff(entry.feature) &&
      access.can(entry.resource, entry.right) &&
      isThere(entry),
  );
  return {
    main: shown.filter(({ group }) => group === 'main'),
    settings: access.isViewer
      ? []
      : shown.filter(({ group }) => group === 'settings').sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}
