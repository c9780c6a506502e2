import { tmpdir } from 'node:os';
import type { TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig } from '../config.ts';
import { type RunningServer, startServer } from '../container.ts';
import { registerFeatures } from '../features/index.ts';
import type { Authz, Platform } from '../platform/index.ts';
import { createTestCallers } from './identify.ts';

/** A server that tests come to as whom they like. */
export interface ServerForCallers {
  server: RunningServer;
  authz: Authz;
  callers: ReturnType<typeof createTestCallers>;
}

/** Starts a server on a database. `env`: further settings; `parts`: what its features get in place of the server's own. */
export async function startForCallers(
  test: Pick<TestDatabase, 'url'>,
  { env = {}, parts = {} }: { env?: Record<string, string>; parts?: Partial<Platform> } = {},
): Promise<ServerForCallers> {
  const callers = createTestCallers();
  let authz: Authz | undefined;
  const settings = { PORT: '0', DATABASE_URL: test.url, QD_DATA_DIR: tmpdir(), ...env };
  const server = await startServer(loadConfig(settings, {}, tmpdir(), false), {
    log: silentLog,
    consoleDir: null,
    identify: callers.identify,
    registerFeatures: (platform) => {
      authz = platform.authz;
      return registerFeatures({ ...platform, ...parts });
    },
  });
  if (authz === undefined) throw new Error('no features were started');
  return { server, authz, callers };
}
