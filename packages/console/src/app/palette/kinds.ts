import { DEFAULT_HEALTH_TIME_RANGE, type FoundResource, type SearchedKind } from '@quarterdeck/contract';
import { writeQueryString } from '../../data/query-string.ts';

/** A kind of thing that the palette finds by name, and where one opens (contract screens §1.9). */
export interface FoundKind {
  kind: SearchedKind;
  title: string;
  /** The page that opens it; the kind is asked for only while that page is registered. */
  page: string;
  href: (found: FoundResource) => string;
}

/** The kinds that have a page, or will have one, in the order in which they are listed. */
export const foundKinds: readonly FoundKind[] = [
  {
    kind: 'checks',
    title: 'Checks',
    page: '/health',
    href: ({ id }) => `/health${writeQueryString({ checkId: id, timeRange: DEFAULT_HEALTH_TIME_RANGE })}`,
  },
];
