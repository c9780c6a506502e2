import { join } from 'node:path';
import { type Database, hubMigrations, joinDatabase, openDatabase } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Config } from '@quarterdeck/server';
import pg from 'pg';

const INT8 = 20;

/** The sign-in library reads dates as dates; int8 are its counts, which are small. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as never)) as typeof pg.types.getTypeParser,
};

function optionsOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log, clock: Clock) {
  const schema = { name: 'hub', migrations: hubMigrations, types };
  const place = databaseUrl === null ? {} : { url: databaseUrl };
  return { ...place, dataDir: join(dataDir, 'hub'), log, clock, schema };
}

/** Opens the control plane's schema: of `DATABASE_URL`, or of an embedded server of its own. Throws as `openDatabase`. */
export function openHubDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  clock: Clock,
): Promise<Database> {
  return openDatabase(optionsOf(config, log, clock));
}

/** The same for a command beside a control plane that runs. */
export function joinHubDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  clock: Clock,
): Promise<Database> {
  return joinDatabase(optionsOf(config, log, clock));
}
