import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { silentLog } from '@quarterdeck/kit';
import { connectDatabase } from '../database.ts';
import { startEmbeddedServer } from '../embedded/server.ts';
import { migrate } from '../migrate.ts';

/** How long the server outlives its last user, so that test files that follow each other share it. */
const LINGER_MS = 3000;

/**
 * The process that owns the tests' server. Users connect to its unix socket and are told where the server is; when
 * nobody has been connected for a while, server and data go. Started by `testing.ts` with the folder and the name of
 * the template database as arguments.
 */
async function keep(folder: string, template: string): Promise<void> {
  // Of its own: the keeper before this one may still be ending.
  const own = join(folder, `keeper-${process.pid}`);
  mkdirSync(own, { mode: 0o755 });
  const server = await startEmbeddedServer({
    dataDir: own,
    log: silentLog,
    sync: false,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      max_connections: '300',
      autovacuum: 'off',
    },
  });
  const admin = await connectDatabase({ server, log: silentLog, poolSize: 1 });
  await admin.pool.query(`create database ${template}`);
  const url = `postgresql://${server.user}@/${template}?host=${encodeURIComponent(server.socketDir)}`;
  const made = await connectDatabase({ url, log: silentLog, poolSize: 1 });
  await migrate(made.pool, silentLog);
  await made.stop();

  let users = 0;
  let timer: NodeJS.Timeout | undefined;
  const linger = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void end(), LINGER_MS);
  };
  const door = createServer((user) => {
    users += 1;
    clearTimeout(timer);
    user.on('error', () => undefined);
    user.on('close', () => {
      users -= 1;
      if (users === 0) linger();
    });
    user.resume();
    user.write(`${JSON.stringify({ socketDir: server.socketDir, user: server.user })}\n`);
  });
  async function end(): Promise<void> {
    door.close();
    await admin.stop();
    rmSync(own, { recursive: true, force: true });
    process.exit(0);
  }
  door.listen(join(folder, 'door'), linger);
}

await keep(process.argv[2] ?? '', process.argv[3] ?? '');
