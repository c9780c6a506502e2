import type { LiveEventName, LiveEvents } from '@quarterdeck/contract';
import type { Caller } from '../http/types.ts';
import type { StoredEvent } from './live-store.ts';

/** What a reader of live changes may see. */
export interface Audience {
  /** Streams of the same key see the same; what they see is found out once for all of them. */
  readonly key: string;
  /** `some`: only rows that {@link Audience.visible} answers. */
  sees(table: string): 'all' | 'none' | 'some';
  /** Those of the rows, by the key that events name them by, that may be seen. */
  visible(table: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Asked for each batch of events, so that a change of permissions acts at once. */
export type AudienceOf = (caller: Caller) => Audience;

/** Sees all; of standalone mode. */
export const EVERYONE: Audience = {
  key: 'everyone',
  sees: () => 'all',
  visible: async (_table, ids) => new Set(ids),
};

/** The rows that an event is about: null is none in particular. */
interface Subject {
  table: string;
  ids: readonly string[] | null;
  /** The payload with only these rows. */
  only(ids: ReadonlySet<string>): unknown;
}

type Payload<N extends LiveEventName> = LiveEvents[N];

/** By event; an event that is missing here is about no rows and goes to everyone. */
const SUBJECTS: { [N in LiveEventName]?: (payload: Payload<N>) => Subject } = {
  'rows.changed': (payload) => ({
    table: payload.table,
    // A deleted row can no longer be judged: that some row is gone is told, not which.
    ids: payload.kind === 'delete' ? null : payload.ids,
    only: (ids) => ({
      ...payload,
      ids: payload.kind === 'delete' ? null : (payload.ids?.filter((id) => ids.has(id)) ?? null),
    }),
  }),
  'checks.updated': ({ checks }) => ({
    table: 'checks',
    ids: checks.map(({ id }) => id),
    only: (ids) => ({ checks: checks.filter(({ id }) => ids.has(id)) }),
  }),
  'checks.removed': ({ ids: removed }) => ({
    table: 'checks',
    ids: removed,
    only: (ids) => ({ ids: removed.filter((id) => ids.has(id)) }),
  }),
  'canaries.changed': (payload) => ({
    table: 'canaries',
    ids: payload.canary_ids,
    only: (ids) => ({ canary_ids: payload.canary_ids.filter((id) => ids.has(id)) }),
  }),
  'documents.changed': (payload) => ({ table: 'canaries', ids: null, only: () => payload }),
};

function subjectOf({ name, payload }: StoredEvent): Subject | null {
  const make = SUBJECTS[name as LiveEventName]; // a name that is not one of them finds nothing
  return make ? (make as (payload: unknown) => Subject)(JSON.parse(payload)) : null;
}

/** What of these events a reader may see, in their order. One question for each table at most. */
export async function eventsFor(audience: Audience, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const judged = events.map((event) => {
    const subject = subjectOf(event);
    return { event, subject, sees: subject === null ? 'all' : audience.sees(subject.table) };
  });
  const asked = new Map<string, Set<string>>();
  for (const { subject, sees } of judged) {
    if (subject?.ids == null || sees !== 'some') continue;
    asked.set(subject.table, new Set([...(asked.get(subject.table) ?? []), ...subject.ids]));
  }
  const visible = new Map(
    await Promise.all(
      [...asked].map(async ([table, ids]) => [table, await audience.visible(table, [...ids])] as const),
    ),
  );
  return judged.flatMap(({ event, subject, sees }) => {
    if (sees === 'none') return [];
    if (sees === 'all' || subject === null) return [event];
    if (subject.ids === null) return [{ ...event, payload: JSON.stringify(subject.only(new Set())) }];
    const ids = new Set(subject.ids.filter((id) => visible.get(subject.table)?.has(id)));
    return ids.size === 0 ? [] : [{ ...event, payload: JSON.stringify(subject.only(ids)) }];
  });
}
