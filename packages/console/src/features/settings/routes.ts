import { createElement } from 'react';
import { definePage, type Page } from '../../app/page.tsx';
import { parseResourceEditSearch } from './model/edit-search.ts';
import { parseEventsSearch } from './model/events.ts';
import { parseFlagsSearch } from './model/flags.ts';
import { parseJobsSearch } from './model/jobs.ts';
import { parseResourceListSearch, type SettingsResource } from './model/resource.ts';
import { settingsResources } from './model/resources.ts';
import { resourceListQuery } from './queries/resources.ts';

/** The list and the form of a kind of resource (contract screens §11.4). */
function resourcePages(resource: SettingsResource): Page[] {
  const gate = { title: resource.title, feature: resource.feature, resource: resource.resource };
  return [
    definePage({
      ...gate,
      path: `/settings/${resource.table}`,
      parseSearch: parseResourceListSearch,
      load: async () => {
        const { ResourceListPage } = await import('./pages/ResourceListPage.tsx');
        return ({ search, setSearch }) => createElement(ResourceListPage, { resource, search, setSearch });
      },
      prefetch: ({ db }, client) => void client.prefetchQuery(resourceListQuery(db, resource, {})),
    }),
    definePage({
      ...gate,
      path: `/settings/${resource.table}/$id`,
      parseSearch: parseResourceEditSearch,
      load: async () => {
        const { ResourceEditPage } = await import('./pages/ResourceEditPage.tsx');
        return ({ params, search, setSearch }) =>
          createElement(ResourceEditPage, { resource, id: params.id, search, setSearch });
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
    parseSearch: parseFlagsSearch,
    load: async () => (await import('./pages/FlagsPage.tsx')).FlagsPage,
  }),
  definePage({
    path: '/settings/jobs',
    title: 'Job History',
    feature: 'settings.job_history',
    resource: 'database',
    parseSearch: parseJobsSearch,
    load: async () => (await import('./pages/JobsPage.tsx')).JobsPage,
  }),
  definePage({
    path: '/settings/event-queue-status',
    title: 'Event Queue',
    feature: 'settings.event_queue_status',
    resource: 'database',
    parseSearch: parseEventsSearch,
    load: async () => (await import('./pages/EventQueuePage.tsx')).EventQueuePage,
  }),
];
