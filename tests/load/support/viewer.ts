import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Database } from '@quarterdeck/db';
import { freePort, NODE_OPTIONS } from '../../support/product.ts';
import { listeningPort } from './processes.ts';

/** Someone who reads everything but what a permission row hides. */
export const VIEWER = {
  id: '0199cccc-0000-7000-8000-00000000000a',
  name: 'Viewer',
  email: 'viewer@example.org',
  roles: ['viewer' as const],
};

/** What the viewer may not see: a tenth of the items in clusters, and all that hangs on them. */
const HIDDEN = { configs: [{ tagSelector: 'namespace=payments' }] };

/** Writes the permission row that narrows the viewer's rows; again is no harm. */
export async function narrowViewer({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    `insert into permissions (id, name, subject, subject_type, action, object_selector, deny)
     values ('0199cccc-0000-7000-8000-00000000000b', 'bench', $1, 'group', 'read', $2, true) on conflict do nothing`,
    ['viewer', JSON.stringify(HIDDEN)],
  );
}

/** A server that takes every caller for the viewer. */
export interface ViewerServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it on a data folder that no other server uses. */
export async function startViewer(dataDir: string): Promise<ViewerServer> {
  const child = fork(fileURLToPath(new URL('viewer-server.ts', import.meta.url)), {
    execArgv: NODE_OPTIONS,
    env: { ...process.env, PORT: String(await freePort()), QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'warn' },
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  const port = await listeningPort(child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
