import { isUuid, type Preferences } from '@quarterdeck/contract';
import type { Pool } from 'pg';

/** Reads and changes what people chose, kept in `people.properties`. */
export interface PreferenceStore {
  /** Undefined for who is nobody of the database, as the local administrator. */
  read(person: string): Promise<Preferences | undefined>;
  /** Sets the named ones and takes out those that are null. Answers what is kept now; undefined for nobody. */
  change(person: string, changes: Readonly<Record<string, string | null>>): Promise<Preferences | undefined>;
}

interface Row {
  preferences: Preferences;
}

/** Makes the store. */
export function createPreferenceStore(pool: Pool): PreferenceStore {
  return {
    async read(person) {
      if (!isUuid(person)) return undefined;
      const { rows } = await pool.query<Row>(
        `select coalesce(properties -> 'preferences', '{}') as preferences from people
         where id = $1 and deleted_at is null`,
        [person],
      );
      return rows[0]?.preferences;
    },
    async change(person, changes) {
      if (!isUuid(person)) return undefined;
      const { rows } = await pool.query<Row>(
        `update people set properties = jsonb_set(
           case jsonb_typeof(properties) when 'object' then properties else '{}' end, '{preferences}',
           jsonb_strip_nulls(coalesce(properties -> 'preferences', '{}') || $2::jsonb))
         where id = $1 and deleted_at is null returning properties -> 'preferences' as preferences`,
        [person, JSON.stringify(changes)],
      );
      return rows[0]?.preferences;
    },
  };
}
