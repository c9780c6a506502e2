import { definePage, type Page } from '../../app/page.tsx';
import { summaryQuery } from '../../data/summary-query.ts';
import { parseHealthSearch } from './model/search.ts';

const page = {
  title: 'Health',
  parseSearch: parseHealthSearch,
  load: async () => (await import('./pages/HealthPage.tsx')).HealthPage,
} as const;

/** The health page, and the same without the sidebar, which asks for no right (contract screens §15). */
export const healthPages: readonly Page[] = [
  definePage({
    ...page,
    path: '/health',
    feature: 'health',
    resource: 'canaries',
    prefetch: ({ http }, client) => void client.prefetchQuery(summaryQuery(http)),
  }),
  definePage({ ...page, path: '/view/health', bare: true }),
];
