/**
 * The server for a caller who is a viewer, on the data folder of the environment: what the product cannot be asked for
 * as long as it has one local administrator. A process of its own.
 */
import { loadConfig, startServer } from '@quarterdeck/server';
import { VIEWER } from './viewer.ts';

const server = await startServer(loadConfig(), { consoleDir: null, identify: () => VIEWER });
process.send?.(Number(server.url.port));
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
