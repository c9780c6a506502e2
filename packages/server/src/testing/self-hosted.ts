import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@quarterdeck/contract';
import type { TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig } from '../config.ts';
import { type RunningServer, type StartOptions, startServer } from '../container.ts';
import { registerFeatures } from '../features/index.ts';
import type { Platform } from '../platform/index.ts';
import { Page } from './page.ts';

/** The password of every account that a test adds. */
export const PASSWORD = 'seven brown foxes';

/** Nodes of one database where people sign in. */
export interface SelfHosted {
  nodes: readonly RunningServer[];
  /** What the features of the first node build on. */
  platform: Platform;
  /** Adds an account that signs in with {@link PASSWORD}; answers its id. */
  addAccount(email: string, role?: Role): Promise<string>;
  /** A browser that is signed in. */
  signedIn(email: string): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts nodes. Stop them before the database is dropped. */
export async function startSelfHosted(
  test: TestDatabase,
  count = 1,
  { env: more = {}, ...options }: Pick<StartOptions, 'identify' | 'log'> & { env?: Record<string, string> } = {},
): Promise<SelfHosted> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-self-hosted-'));
  const env = {
    PORT: '0',
    DATABASE_URL: test.url,
    QD_MODE: 'self-hosted',
    QD_SECRET_KEY: randomBytes(32).toString('base64'),
    QD_DATA_DIR: folder,
    QD_BREACH_URL: 'off',
    ...more,
  };
  const platforms: Platform[] = [];
  const nodes: RunningServer[] = [];
  for (let node = 0; node < count; node++) {
    const started = await startServer(loadConfig(env, {}, folder, false), {
      log: silentLog,
      consoleDir: null,
      registerFeatures(platform) {
        platforms.push(platform);
        return registerFeatures(platform);
      },
      ...options,
    });
    nodes.push(started);
  }
  const [platform] = platforms;
  if (!platform?.signIn) throw new Error('nobody can sign in');
  const { admin } = platform.signIn;
  return {
    nodes,
    platform,
    async addAccount(email, role) {
      const name = email.split('@')[0] ?? '';
      const traits = { email, name: { first: name } };
      const id = await test.database.transaction(async (db) => (await admin.add(db, traits, PASSWORD))?.identity.id);
      if (id === undefined) throw new Error(`${email} has an account already`);
      if (role === undefined) return id;
      await test.database.pool.query("insert into casbin_rule (ptype, v0, v1) values ('g', $1, $2)", [id, role]);
      for (const node of platforms) await node.authz.reload();
      return id;
    },
    async signedIn(email) {
      const page = new Page(() => nodes);
      const { status } = await page.signIn(email, PASSWORD);
      if (status !== 200) throw new Error(`${email} could not sign in: ${status}`);
      return page;
    },
    async stop() {
      for (const node of nodes) await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
