import type { WhySubjectType } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

type Pool = Pick<Database, 'pool'>;

/** Where the subjects that have an id are stored, and their columns of a namespace and an address. */
const TABLES: Readonly<Partial<Record<WhySubjectType, { table: string; namespace?: string; email?: string }>>> = {
  person: { table: 'people', email: 'email' },
  team: { table: 'teams' },
  notification: { table: 'notifications', namespace: 'namespace' },
  playbook: { table: 'playbooks', namespace: 'namespace' },
  canary: { table: 'canaries', namespace: 'namespace' },
  scraper: { table: 'config_scrapers', namespace: 'namespace' },
  topology: { table: 'topologies', namespace: 'namespace' },
};

/** A stored subject; what it has no column for is empty. */
export interface StoredSubject {
  id: string;
  name: string;
  namespace: string;
  email: string;
}

/** Reads whom decisions are explained for. */
export interface WhyStore {
  /** Those of the ids that live; of a type that is known by name alone, none. */
  subjects(type: WhySubjectType, ids: readonly string[]): Promise<StoredSubject[]>;
}

/** Makes the store. */
export function createWhyStore({ pool }: Pool): WhyStore {
  return {
    async subjects(type, ids) {
      const found = TABLES[type];
      if (found === undefined || ids.length === 0) return [];
      const column = (name: string | undefined) => (name === undefined ? "''" : `coalesce(${name}, '')`);
      const { rows } = await pool.query<StoredSubject>(
        `select id::text, name, ${column(found.namespace)} as namespace, ${column(found.email)} as email
         from ${found.table} where id::text = any($1) and deleted_at is null`,
        [ids],
      );
      return rows;
    },
  };
}
