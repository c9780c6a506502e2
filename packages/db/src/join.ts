import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, type Database, type OpenDatabaseOptions, openDatabase } from './database.ts';
import { findPostmaster, readPostmasterFile } from './embedded/processes.ts';
import { EMBEDDED_USER } from './embedded/server.ts';

/** The line of `postmaster.pid` that names the folder of the socket, from 0 (PostgreSQL's miscadmin.h). */
const SOCKET_LINE = 4;

/**
 * Opens the database for a command that works beside a server: the one that a running server has open, as it stands;
 * where none runs it is opened as by {@link openDatabase}, whose errors it throws.
 */
export async function joinDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const socketDir = options.url === undefined ? findSocket(options.dataDir) : undefined;
  if (socketDir === undefined) return openDatabase(options);
  const url = `postgresql://${EMBEDDED_USER}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
  return connectDatabase({ ...options, url });
}

/** The folder of the socket of the embedded server that runs on a data folder and answers. */
function findSocket(dataDir: string): string | undefined {
  const data = join(dataDir, 'postgres', 'data');
  if (!existsSync(data)) return undefined;
  const real = realpathSync(data);
  if (findPostmaster(real) === undefined || readPostmasterFile(real)?.ready !== true) return undefined;
  return readFileSync(join(real, 'postmaster.pid'), 'utf8').split('\n')[SOCKET_LINE]?.trim() || undefined;
}
