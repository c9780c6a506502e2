import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationRole } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { loadConfig } from '../../../config.ts';
import { type RunningServer, startServer } from '../../../container.ts';
import { startTestIssuer, type TestIssuer } from './issuer.ts';

const ORGANIZATION = '11111111-1111-4111-8111-111111111111';

/** Two nodes of the backend of one organisation, with their control plane. */
export interface HostedNodes {
  issuer: TestIssuer;
  test: TestDatabase;
  nodes: readonly RunningServer[];
  organization: string;
  /** What the clocks of both nodes show; `ahead` moves them on. */
  now(): number;
  ahead(ms: number): void;
  /** A token of the control plane. */
  bearerOf(sub: string, role: OrganizationRole, others?: Record<string, unknown>): Promise<string>;
  /** A call with a bearer; a program or a page that calls directly. */
  ask(bearer: string, path?: string, init?: RequestInit & { node?: number }): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts them. */
export async function startHostedNodes(): Promise<HostedNodes> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-hosted-nodes-'));
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const issuer = await startTestIssuer();
  const test = await createTestDatabase();
  const env = {
    PORT: '0',
    DATABASE_URL: test.url,
    QD_MODE: 'hosted',
    QD_DATA_DIR: folder,
    QD_TENANT_ISSUER: issuer.url,
    QD_TENANT_ORG_ID: ORGANIZATION,
  };
  const start = () => startServer(loadConfig(env, {}, folder, false), { log: silentLog, consoleDir: null, clock });
  const nodes = [await start(), await start()];
  return {
    issuer,
    test,
    nodes,
    organization: ORGANIZATION,
    now: clock.now,
    ahead(ms) {
      aheadMs += ms;
    },
    bearerOf: (sub, org_role, others = {}) =>
      issuer.sign(
        issuer.claims(ORGANIZATION, clock.now(), {
          sub,
          org_role,
          name: sub,
          email: `${sub}@example.test`,
          sid: `session of ${sub}`,
          ...others,
        }),
      ),
    ask(bearer, path = '/api/auth/whoami', { node = 0, ...init } = {}) {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...init.headers };
      return fetch(new URL(path, nodes[node]?.url), { ...init, headers });
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await test.drop();
      await issuer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
