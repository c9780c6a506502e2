import { isUuid } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import { refuse } from './request.ts';

/** One of the fixed reads of the table API that the console makes for health (contract http-calls §7.2). */
export interface Lookup {
  /** Path below `/api/db`. */
  path: string;
  /** Values of `select` that it answers; null is a request without. */
  selects: readonly (string | null)[];
  /** `id=eq.` or `id=in.()`; null when the request has no id. */
  id: 'one' | 'many' | null;
  sql: string;
}

const DETAIL_SELECT =
  '*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id,name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';

const DETAIL_SQL = `select c.*, json_build_object('id', n.id, 'name', n.name, 'source', n.source) as canaries,
    json_build_object('id', a.id, 'name', a.name) as agents, '[]'::json as components, '[]'::json as configs
  from checks c left join canaries n on n.id = c.canary_id left join agents a on a.id = c.agent_id
  where c.id = any($1::uuid[])`;

const LOOKUPS: readonly Lookup[] = [
  { path: 'checks', id: 'one', selects: [DETAIL_SELECT], sql: DETAIL_SQL },
  {
    path: 'checks',
    id: 'one',
    selects: ['id,name,icon,status,type'],
    sql: 'select id, name, icon, status, type from checks where id = any($1::uuid[])',
  },
  { path: 'checks', id: 'one', selects: [null, '*'], sql: 'select * from checks where id = any($1::uuid[])' },
  {
    path: 'canaries',
    id: 'one',
    selects: ['id,source,spec,name,namespace'],
    sql: 'select id, source, spec, name, namespace from canaries where id = any($1::uuid[])',
  },
  {
    path: 'agents',
    id: 'many',
    selects: ['id,name,description'],
    sql: 'select id, name, description from agents where id = any($1::uuid[]) order by name',
  },
  {
    path: 'canary_names',
    id: null,
    selects: [null, '*', 'id,name'],
    sql: 'select id, name from canaries where deleted_at is null order by name, id',
  },
  { path: 'check_names', id: null, selects: [null, '*'], sql: 'select * from check_names' },
];

/** The paths below `/api/db` that are answered. */
export const LOOKUP_PATHS: readonly string[] = [...new Set(LOOKUPS.map((lookup) => lookup.path))];

function idsOf(text: string): string[] {
  const one = /^eq\.(.+)$/.exec(text);
  const many = /^in\.\((.*)\)$/.exec(text);
  const ids = one?.[1] ? [one[1]] : (many?.[1] ?? '').split(',').map((id) => id.replace(/^"(.*)"$/, '$1'));
  if (!(one || many) || !ids.every((id) => id === '' || isUuid(id))) throw refuse('id', 'expected eq.ID or in.(ID,ID)');
  return ids.filter((id) => id !== '');
}

/** Finds the read that a request names. Throws `REQUEST_INVALID` naming the parameter that is not understood. */
export function findLookup(
  path: string,
  parameters: readonly [string, string][],
): { sql: string; ids: string[] | null } {
  let select: string | null = null;
  let ids: string[] | null = null;
  for (const [name, text] of parameters) {
    if (name === 'select') select = text.replaceAll(/\s+/g, '');
    else if (name === 'id') ids = idsOf(text);
    else throw refuse(name, 'the parameter is not known');
  }
  const candidates = LOOKUPS.filter((lookup) => lookup.path === path);
  if (candidates.every((lookup) => (lookup.id === null) !== (ids === null))) {
    throw refuse('id', ids === null ? 'it must be given' : 'it cannot be given');
  }
  const found = candidates.find((lookup) => lookup.selects.includes(select));
  if (!found) throw refuse('select', 'these columns are not known');
  if (found.id === 'one' && ids !== null && ids.length > 1) throw refuse('id', 'expected one id');
  return { sql: found.sql, ids };
}

/** SQL of the fixed reads. */
export function createLookupStore(pool: Pool) {
  return {
    /** The rows of a lookup as the text of a JSON array. */
    async rows({ sql, ids }: { sql: string; ids: string[] | null }): Promise<{ rows: string; returned: number }> {
      const { rows } = await pool.query<{ rows: string; returned: number }>(
        `select coalesce(json_agg(row_to_json(r)), '[]'::json)::text as rows, count(*)::int as returned
         from (${sql} limit 2000) r`,
        ids === null ? [] : [ids],
      );
      return rows[0] ?? { rows: '[]', returned: 0 };
    },
  };
}
export type LookupStore = ReturnType<typeof createLookupStore>;
