import { AppError, type Connection, type EnvVar, isUuid } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock } from '@quarterdeck/kit';
import type { Documents } from '../documents/types.ts';
import { connectionDocument } from './connection-document.ts';
import { connectionById, connectionsByName } from './connection-store.ts';
import type { ConnectionRecord, Connections, ValueSources } from './types.ts';

const FOUND_MS = 30 * 60_000;
const MISSING_MS = 5 * 60_000;
const PREFIX = 'connection://';

/** What connections are made of. Without a database only documents and added records are found. */
export interface ConnectionsOptions {
  documents: Pick<Documents, 'current' | 'onChange'>;
  values: ValueSources;
  database: Pick<Database, 'pool'> | null;
  clock: Clock;
}

/** Finds connections among added records, then documents, then the table (contract checks §1.5). */
export function createConnections(options: ConnectionsOptions): Connections {
  const { database, values, clock } = options;
  const added = new Map<string, Connection>();
  const cache = new Map<string, { result: Promise<Connection>; untilMs: number }>();
  options.documents.onChange(() => cache.clear());

  function documentRecords(): ConnectionRecord[] {
    return options.documents
      .current()
      .others.map(connectionDocument)
      .filter((record) => record !== null);
  }

  async function byId(id: string): Promise<ConnectionRecord | null> {
    const written = documentRecords().find((record) => record.id === id);
    if (written !== undefined) return written;
    return database === null ? null : connectionById(database, id);
  }

  async function byName(parts: string[], namespace: string): Promise<ConnectionRecord | null> {
    const [first = '', second = ''] = parts;
    const name = parts.at(-1) ?? '';
    const candidates = [
      ...documentRecords().filter((record) => record.name === name),
      ...(database === null ? [] : await connectionsByName(database, name)),
    ];
    const inNamespace = (wanted: string) => candidates.find((record) => record.namespace === wanted) ?? null;
    const ofType = (type: string) => candidates.filter((record) => record.type.toLowerCase() === type.toLowerCase());
    if (parts.length === 1) return inNamespace(namespace);
    if (parts.length === 3) return ofType(first).find((record) => record.namespace === second) ?? null;
    const typed = ofType(first);
    return inNamespace(first) ?? typed.find((record) => record.namespace === namespace) ?? typed[0] ?? null;
  }

  async function find(reference: string, namespace: string): Promise<Connection> {
    const own = added.get(reference) ?? added.get(`${PREFIX}${namespace}/${reference.slice(PREFIX.length)}`);
    if (own !== undefined) return own;
    const record = await findRecord(reference, namespace);
    if (record !== null) return hydrate(record);
    throw new AppError('CONNECTION_NOT_FOUND', { message: `connection ${reference} not found` });
  }

  async function findRecord(reference: string, namespace: string): Promise<ConnectionRecord | null> {
    if (!reference.startsWith(PREFIX)) return isUuid(reference) ? byId(reference) : null;
    const parts = reference.slice(PREFIX.length).split('/');
    if (parts.length > 3 || parts.includes('')) return null;
    const [only = ''] = parts;
    return parts.length === 1 && isUuid(only) ? byId(only) : byName(parts, namespace);
  }

  async function hydrate(record: ConnectionRecord): Promise<Connection> {
    const { namespace, name } = record;
    const read = async (source: EnvVar) => values.text(namespace, await values.value(namespace, source));
    const trimmed = async (source: EnvVar) => (await read(source)).trim();
    const [url, username, password, certificate] = await Promise.all([
      trimmed(record.url),
      trimmed(record.username),
      trimmed(record.password),
      read(record.certificate),
    ]);
    const properties = await Promise.all(
      Object.entries(record.properties).map(async ([key, source]) => [key, await read(source)] as const),
    );
    return {
      id: record.id,
      name,
      namespace,
      type: record.type,
      url: fillUrl(url, { name, namespace, username, password }),
      username,
      password,
      certificate,
      insecureTls: record.insecureTls,
      properties: Object.fromEntries(properties),
    };
  }

  return {
    connection(reference, namespace) {
      const key = JSON.stringify([reference, namespace]);
      const known = cache.get(key);
      if (known !== undefined && clock.now() < known.untilMs) return known.result;
      const result = find(reference, namespace);
      cache.set(key, { result, untilMs: clock.now() + FOUND_MS });
      result.catch((error: unknown) => {
        // It may have been flushed meanwhile: what was missing may be there by now.
        if (cache.get(key)?.result !== result) return;
        const isMissing = error instanceof AppError && error.code === 'CONNECTION_NOT_FOUND';
        if (isMissing) cache.set(key, { result, untilMs: clock.now() + MISSING_MS });
        else cache.delete(key);
      });
      return result;
    },
    add(record) {
      added.set(`${PREFIX}${record.namespace}/${record.name}`, record);
      cache.clear();
    },
    flush: () => cache.clear(),
  };
}

/**
 * Fills `$(x)` and `{{.x}}` of a stored connection's URL. User name and password are escaped, since they stand within a
 * URL. A variable that is empty here stays: the check may have the value in place.
 */
export function fillUrl(
  url: string,
  record: { name: string; namespace: string; username: string; password: string },
): string {
  const { name, namespace, username, password } = record;
  const domain = username.includes('@') ? (username.split('@').at(-1) ?? '') : '';
  const variables = new Map([
    ['name', name],
    ['namespace', namespace],
    ['username', encodeURIComponent(username)],
    ['password', encodeURIComponent(password)],
    ['domain', domain],
  ]);
  return url.replace(/\$\(\s*\.?(\w+)\s*\)|\{\{-?\s*\.(\w+)\s*-?\}\}/g, (written, plain?: string, braced?: string) => {
    const value = variables.get(plain ?? braced ?? '');
    return value === undefined || value === '' ? written : value;
  });
}
