import { type BackendState, backendStates } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

/** Where an organisation's backend is. An organisation that no operator has placed is pending. */
export interface Backend {
  backendUrl: string | null;
  direct: boolean;
  state: BackendState;
}

/** An organisation as operators see it. */
export interface PlacedOrganization extends Backend {
  id: string;
  slug: string;
  name: string;
  members: number;
}

/** The registry of backends. Only the operator's commands write it. */
export interface RegistryStore {
  get(organizationId: string): Promise<Backend>;
  /** Of several organisations, by id. */
  of(organizationIds: readonly string[]): Promise<ReadonlyMap<string, Backend>>;
  list(): Promise<PlacedOrganization[]>;
  /** The id of an organisation that an operator names by id or slug. */
  find(idOrSlug: string): Promise<string | null>;
  put(organizationId: string, backend: Backend): Promise<void>;
}

interface BackendRow {
  id: string;
  backend_url: string | null;
  direct: boolean | null;
  state: string | null;
}

/** Makes the store. */
export function createRegistryStore({ pool, transaction }: Pick<Database, 'pool' | 'transaction'>): RegistryStore {
  const of = async (ids: readonly string[]): Promise<ReadonlyMap<string, Backend>> => {
    const { rows } = await pool.query<BackendRow>({
      name: 'backends',
      text: `select organization_id as id, backend_url, direct, state from organization_backends
             where organization_id::text = any($1::text[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, toBackend(row)]));
  };
  return {
    of,
    get: async (id) => (await of([id])).get(id) ?? PENDING,
    async list() {
      const { rows } = await pool.query<BackendRow & { slug: string; name: string; members: number }>(
        `select o.id, o.slug, o.name, b.backend_url, b.direct, b.state,
           (select count(*)::int from member m where m."organizationId" = o.id) as members
         from organization o left join organization_backends b on b.organization_id = o.id order by o.slug`,
      );
      return rows.map((row) => ({
        id: row.id,
        slug: row.slug,
        name: row.name,
        members: row.members,
        ...toBackend(row),
      }));
    },
    async find(idOrSlug) {
      const { rows } = await pool.query<{ id: string }>(
        'select id from organization where id::text = $1 or slug = $1 order by id::text = $1 desc limit 1',
        [idOrSlug],
      );
      return rows[0]?.id ?? null;
    },
    async put(organizationId, { backendUrl, direct, state }) {
      const text = `insert into organization_backends (organization_id, backend_url, direct, state) values ($1, $2, $3, $4)
         on conflict (organization_id) do update
         set backend_url = excluded.backend_url, direct = excluded.direct, state = excluded.state, updated_at = now()`;
      // The transaction names whoever acts.
      await transaction((client) => client.query(text, [organizationId, backendUrl, direct, state]));
    },
  };
}

const PENDING: Backend = { backendUrl: null, direct: false, state: 'pending' };

function toBackend({ backend_url, direct, state }: BackendRow): Backend {
  return {
    backendUrl: backend_url,
    direct: direct === true,
    state: backendStates.find((one) => one === state) ?? 'pending',
  };
}
