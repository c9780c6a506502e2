import type { LiveEvents } from '@quarterdeck/contract';
import type { Live } from './types.ts';

/** Calls back when rows of one of the tables changed on any node; once for each batch of events. Answers what ends it. */
export function onTables(live: Pick<Live, 'onEvents'>, tables: readonly string[], listener: () => void): () => void {
  return live.onEvents((events) => {
    const hit = events.some(({ name, payload }) => {
      if (name === 'resync') return true;
      if (name !== 'rows.changed') return false;
      const { table } = JSON.parse(payload) as LiveEvents['rows.changed']; // written by the change feed of our schema
      return tables.includes(table);
    });
    if (hit) listener();
  });
}
