import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, type Database } from '@quarterdeck/db';
import { silentLog } from '@quarterdeck/kit';

/** Line of PostgreSQL's `postmaster.pid` that holds the folder of its socket. */
const SOCKET_LINE = 4;

/** The URL of the embedded database that runs on a data folder, as `pg` and libpq understand it. */
export function embeddedUrl(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  return `postgresql://quarterdeck@localhost/postgres?host=${encodeURIComponent(lines[SOCKET_LINE] ?? '')}`;
}

/** One more client of the embedded database of a running product. */
export function joinDatabase(dataDir: string): Promise<Database> {
  return connectDatabase({ url: embeddedUrl(dataDir), log: silentLog, poolSize: 2 });
}
