import type { EventQueueRow } from '@quarterdeck/contract';
import { given, type ListSearch, parseListSearch, readText } from './address.ts';
import { orderBy } from './order.ts';

const EVENT_SORTS = [
  'name',
  'pending',
  'failed',
  'average_attempts',
  'first_failure',
  'last_failure',
] as const satisfies readonly (keyof EventQueueRow)[];

/** The state of the page in the address. */
export interface EventsSearch extends ListSearch {
  /** The event whose most common error is open. */
  event?: string;
}

/** Reads the address of the page. */
export function parseEventsSearch(raw: Readonly<Record<string, unknown>>): EventsSearch {
  return { ...parseListSearch(raw, EVENT_SORTS), ...given<EventsSearch>({ event: readText(raw.event) }) };
}

/** Rows in the order of a column. */
export function sortEvents(rows: readonly EventQueueRow[], id: string, desc: boolean): EventQueueRow[] {
  const column = EVENT_SORTS.find((one) => one === id) ?? 'failed';
  return orderBy(rows, (row) => row[column], desc);
}
