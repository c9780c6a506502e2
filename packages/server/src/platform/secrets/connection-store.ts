import { type EnvVar, isUuid } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { ConnectionRecord } from './types.ts';

interface ConnectionRow {
  id: string;
  name: string;
  namespace: string;
  type: string;
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  insecure_tls: boolean | null;
  properties: Record<string, unknown> | null;
}

const COLUMNS = 'id, name, namespace, type, url, username, password, certificate, insecure_tls, properties';

/** The live connection of an id; null when there is none or the text is no id. */
export async function connectionById(database: Pick<Database, 'pool'>, id: string): Promise<ConnectionRecord | null> {
  if (!isUuid(id)) return null;
  const { rows } = await database.pool.query<ConnectionRow>({
    name: 'connection-by-id',
    text: `select ${COLUMNS} from connections where id = $1 and deleted_at is null`,
    values: [id],
  });
  return rows[0] === undefined ? null : record(rows[0]);
}

/** All live connections of a name, whatever their namespace; by namespace. */
export async function connectionsByName(database: Pick<Database, 'pool'>, name: string): Promise<ConnectionRecord[]> {
  const { rows } = await database.pool.query<ConnectionRow>({
    name: 'connections-by-name',
    text: `select ${COLUMNS} from connections where name = $1 and deleted_at is null order by namespace`,
    values: [name],
  });
  return rows.map(record);
}

function record(row: ConnectionRow): ConnectionRecord {
  const value = (text: unknown): EnvVar => ({ value: text === null || text === undefined ? '' : String(text) });
  return {
    id: row.id,
    name: row.name,
    namespace: row.namespace,
    type: row.type,
    url: value(row.url),
    username: value(row.username),
    password: value(row.password),
    certificate: value(row.certificate),
    insecureTls: row.insecure_tls ?? false,
    properties: Object.fromEntries(Object.entries(row.properties ?? {}).map(([name, text]) => [name, value(text)])),
  };
}
