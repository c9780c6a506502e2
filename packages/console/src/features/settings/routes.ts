import { createElement } from 'react';
import { definePage, type Page, type PageProps, withSearch } from '../../app/page.tsx';
import type { ResourceEditSearch } from './model/edit-search.ts';
import type { SettingsResource } from './model/resource.ts';
import { settingsResources } from './model/resources.ts';

type EditProps = PageProps<ResourceEditSearch, `${string}/$id`>;

/** The list and the form of a kind of resource (contract screens §11.4). */
function resourcePages(resource: SettingsResource): Page[] {
  const gate = { title: resource.title, feature: resource.feature, resource: resource.resource };
  return [
    definePage({
      ...gate,
      path: `/settings/${resource.table}`,
      load: async () => {
        const { parseResourceListSearch, ResourceListPage } = await import('./pages/ResourceListPage.tsx');
        return withSearch(parseResourceListSearch, ({ search, setSearch }) =>
          createElement(ResourceListPage, { resource, search, setSearch }),
        );
      },
      prefetch: ({ db }, client) => {
        // The page itself says when its script cannot be loaded.
        void import('./queries/resources.ts').then(
          ({ resourceListQuery }) => client.prefetchQuery(resourceListQuery(db, resource, {})),
          () => undefined,
        );
      },
    }),
    definePage({
      ...gate,
      path: `/settings/${resource.table}/$id`,
      load: async () => {
        const { parseResourceEditSearch, ResourceEditPage } = await import('./pages/ResourceEditPage.tsx');
        return withSearch(parseResourceEditSearch, ({ params, search, setSearch }: EditProps) =>
          createElement(ResourceEditPage, { resource, id: params.id, search, setSearch }),
        );
      },
    }),
  ];
}

/** The settings pages: resources with a generic form, feature flags, jobs, the event queue (spec 000 §2). */
export const settingsPages: readonly Page[] = [
  ...settingsResources.flatMap(resourcePages),
  definePage({
    path: '/settings/feature-flags',
    title: 'Feature Flags',
    feature: 'settings.feature_flags',
    resource: 'database',
    load: async () => {
      const { FlagsPage, parseFlagsSearch } = await import('./pages/FlagsPage.tsx');
      return withSearch(parseFlagsSearch, FlagsPage);
    },
  }),
  definePage({
    path: '/settings/users',
    title: 'Users',
    feature: 'settings.users',
    resource: 'identities',
    load: async () => {
      const { parseUsersSearch, UsersPage } = await import('./pages/UsersPage.tsx');
      return withSearch(parseUsersSearch, UsersPage);
    },
  }),
  definePage({
    path: '/settings/tokens',
    title: 'Tokens',
    feature: 'agents',
    resource: 'database',
    load: async () => {
      const { parseTokensSearch, TokensPage } = await import('./pages/TokensPage.tsx');
      return withSearch(parseTokensSearch, TokensPage);
    },
  }),
  definePage({
    path: '/settings/permissions',
    title: 'Permissions',
    feature: 'settings.permissions',
    resource: 'permissions',
    load: async () => {
      const { parsePermissionsSearch, PermissionsPage } = await import('./pages/PermissionsPage.tsx');
      return withSearch(parsePermissionsSearch, PermissionsPage);
    },
  }),
  definePage({
    path: '/settings/audit',
    title: 'Audit',
    feature: 'settings.audit',
    resource: 'rbac',
    right: 'write',
    load: async () => {
      const { AuditPage, parseAuditSearch } = await import('./pages/AuditPage.tsx');
      return withSearch(parseAuditSearch, AuditPage);
    },
  }),
  definePage({
    path: '/settings/outbox',
    title: 'Outbox',
    feature: 'settings.outbox',
    resource: 'rbac',
    right: 'write',
    load: async () => {
      const { OutboxPage, parseOutboxSearch } = await import('./pages/OutboxPage.tsx');
      return withSearch(parseOutboxSearch, OutboxPage);
    },
  }),
  definePage({
    path: '/settings/jobs',
    title: 'Job History',
    feature: 'settings.job_history',
    resource: 'database',
    load: async () => {
      const { JobsPage, parseJobsSearch } = await import('./pages/JobsPage.tsx');
      return withSearch(parseJobsSearch, JobsPage);
    },
  }),
  definePage({
    path: '/settings/event-queue-status',
    title: 'Event Queue',
    feature: 'settings.event_queue_status',
    resource: 'database',
    load: async () => {
      const { EventQueuePage, parseEventsSearch } = await import('./pages/EventQueuePage.tsx');
      return withSearch(parseEventsSearch, EventQueuePage);
    },
  }),
];
