import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { type Clock, silentLog } from '@quarterdeck/kit';
import { loadConfig, type RunningServer, startServer } from '@quarterdeck/server';
import { temporaryFolder } from '../../../support/product.ts';
import { Browser } from './browser.ts';

/** The public address of the site: its nodes listen elsewhere, as they would behind a load balancer. */
export const CONSOLE = 'https://console.example';
const ROOT = { email: 'root@example.test', password: 'the first of all phrases' };
export const PASSWORD = 'seven brown foxes jump';

/**
 * A Kratos service that knows the people instead of the one inside of the server, given by `QD_TEST_IDENTITY_URL`. It has
 * to let people register, and `QD_TEST_IDENTITY_ROOT` (`address:password`) has to administer. Cases that ask for more
 * than the protocol does, or that read mails or move the clock, are left out then (contract identity §11).
 */
export const upstreamUrl = process.env.QD_TEST_IDENTITY_URL ?? null;
/** The administration of that service, where invitations are to be tried too. */
export const upstreamAdminUrl = process.env.QD_TEST_IDENTITY_ADMIN_URL ?? null;

/** Cheap, so that hundreds of sign-ins are quick; what is hashed at which cost has tests of its own. */
const TEST_COST = { memoryKiB: 256, passes: 1, lanes: 1 };

/** Two nodes over one database that people sign in to, reached over HTTP. */
export interface Site {
  nodes: readonly RunningServer[];
  test: TestDatabase;
  /** A browser of its own, at an address of its own. */
  browser(node?: number): Browser;
  /** Makes an account by the page for it, and gives it a role. */
  addPerson(role?: string): Promise<{ id: string; email: string }>;
  /** The first administrator, signed in just now. */
  root(): Promise<Browser>;
  /** Lets time pass on both nodes. */
  pass(ms: number): void;
  /** What time it is on the nodes. */
  now(): number;
  /** The mails to an address, oldest first. */
  mailsTo(address: string): Promise<{ body_text: string; subject: string }[]>;
  stop(): Promise<void>;
}

export interface SiteOptions {
  env?: Record<string, string>;
  nodes?: number;
  /** Hashes passwords at the cost of the product. */
  realCost?: boolean;
}

/** Starts a site for a test file. */
export async function startSite({ env = {}, nodes: count = 2, realCost = false }: SiteOptions = {}): Promise<Site> {
  const test = await createTestDatabase();
  const [dataDir, removeData] = await temporaryFolder('site');
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead };
  const [rootEmail = '', rootPassword = ''] = (process.env.QD_TEST_IDENTITY_ROOT ?? '').split(':');
  const root = upstreamUrl === null ? ROOT : { email: rootEmail, password: rootPassword };
  const settings = {
    PORT: '0',
    DATABASE_URL: test.url,
    QD_DATA_DIR: dataDir,
    QD_MODE: 'self-hosted',
    QD_SECRET_KEY: randomBytes(32).toString('base64'),
    QD_PUBLIC_ENDPOINT: CONSOLE,
    QD_TRUSTED_PROXIES: '127.0.0.1',
    QD_BREACH_URL: 'off',
    QD_REGISTRATION: 'true',
    QD_ADMIN_EMAIL: root.email,
    ...(upstreamUrl === null ? { QD_ADMIN_PASSWORD: root.password } : { QD_IDENTITY_URL: upstreamUrl }),
    ...(upstreamAdminUrl === null ? {} : { QD_IDENTITY_ADMIN_URL: upstreamAdminUrl }),
    ...env,
  };
  const start = () =>
    startServer(loadConfig(settings, {}, dataDir, false), {
      log: silentLog,
      consoleDir: null,
      clock,
      ...(realCost ? {} : { hashCost: TEST_COST }),
    });
  const nodes = await Promise.all(Array.from({ length: count }, start));
  let made = 0;
  const browser = (node = 0): Browser => {
    made += 1;
    const source = `198.${18 + (made >> 16)}.${(made >> 8) & 255}.${made & 255}`;
    return new Browser(() => nodes[node]?.url.origin ?? '', CONSOLE, source);
  };
  const site: Site = {
    nodes,
    test,
    browser,
    now: clock.now,
    pass(ms) {
      ahead += ms;
    },
    async root() {
      const one = browser();
      const answer = await one.signIn(root.email, root.password);
      if (answer.status !== 200)
        throw new Error(`root cannot sign in: ${answer.status} ${JSON.stringify(answer.body)}`);
      return one;
    },
    async addPerson(role = 'editor') {
      const email = `person-${randomBytes(5).toString('hex')}@example.test`;
      const one = browser();
      const traits = { email, name: { first: 'Ada', last: 'Lovelace' } };
      const answer = await one.submit(await one.begin('registration'), 'registration', {
        method: 'password',
        password: PASSWORD,
        traits,
      });
      const id = identityOf(answer.body);
      if (answer.status !== 200 || id === null) {
        throw new Error(`${email} was not registered: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      // Known here from the first visit on.
      await one.call('GET', '/api/auth/whoami');
      const administrator = await site.root();
      const given = await administrator.call('POST', `/api/rbac/${id}/update_role`, { body: { roles: [role] } });
      if (given.status !== 200) throw new Error(`${email} has no role: ${given.status} ${JSON.stringify(given.body)}`);
      return { id, email };
    },
    async mailsTo(address) {
      const { rows } = await test.database.pool.query<{ body_text: string; subject: string }>(
        'select body_text, subject from mail_queue where recipient = $1 order by id',
        [address],
      );
      return rows;
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await test.drop();
      await removeData();
    },
  };
  return site;
}

function identityOf(body: unknown): string | null {
  const { identity } = body as { identity?: { id: string } }; // the answer of a registration
  return identity?.id ?? null;
}
