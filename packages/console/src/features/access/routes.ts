import { definePage, type Page, withSearch } from '../../app/page.tsx';

/** Pages about who may do what. Nobody needs a right to ask about themselves. */
export const accessPages: readonly Page[] = [
  definePage({
    path: '/why',
    title: 'Why?',
    load: async () => {
      const { parseWhySearch, WhyPage } = await import('./pages/WhyPage.tsx');
      return withSearch(parseWhySearch, WhyPage);
    },
  }),
];
