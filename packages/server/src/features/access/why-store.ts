import type { WhySubjectType } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

type Pool = Pick<Database, 'pool'>;

interface Stored {
  table: string;
  /** Columns of a namespace and of an address. */
  namespace?: string;
  email?: string;
  /** Rows are removed, not marked. */
  isHard?: true;
}

/** Where the subjects that have an id are stored. */
const TABLES: Readonly<Partial<Record<WhySubjectType, Stored>>> = {
  person: { table: 'people', email: 'email' },
  team: { table: 'teams' },
  notification: { table: 'notifications', namespace: 'namespace' },
  playbook: { table: 'playbooks', namespace: 'namespace' },
  canary: { table: 'canaries', namespace: 'namespace' },
  scraper: { table: 'config_scrapers', namespace: 'namespace' },
  topology: { table: 'topologies', namespace: 'namespace' },
  token: { table: 'access_tokens', isHard: true },
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
         from ${found.table} where id::text = any($1) ${found.isHard ? '' : 'and deleted_at is null'}`,
        [ids],
      );
      return rows;
    },
  };
}
