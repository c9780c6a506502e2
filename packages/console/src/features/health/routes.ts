import { definePage, type Page, withSearch } from '../../app/page.tsx';
import { summaryQuery } from '../../data/summary-query.ts';

const page = {
  title: 'Health',
  load: async () => {
    const { HealthPage, parseHealthSearch } = await import('./pages/HealthPage.tsx');
    return withSearch(parseHealthSearch, HealthPage);
  },
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
