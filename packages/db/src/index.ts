export { connectDatabase, type Database, type OpenDatabaseOptions, openDatabase } from './database.ts';
export { type EmbeddedServer, type EmbeddedServerOptions, startEmbeddedServer } from './embedded/server.ts';
export type { ListenOptions } from './listen.ts';
export { compactStatusPartitions } from './maintenance.ts';
export { migrate, migrationChecksum } from './migrate.ts';
export { type Migration, migrations } from './migrations/index.ts';
export { packResult, resultCode, unpackRecent } from './recent.ts';
export { type Sketch, sketchIndex, sketchOf, sketchQuantile, sketchValue } from './sketch.ts';
export { isoTimestamp, typeParsers } from './types.ts';
