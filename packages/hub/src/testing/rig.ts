import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { type Clock, silentLog } from '@quarterdeck/kit';
import { loadConfig, type RunningServer, startServer } from '@quarterdeck/server';
import { type RunningHub, startHub } from '../hub.ts';

export const PASSWORD = 'a fine long phrase';

/** A control plane with its backends, each with a database of its own, on loopback. */
export interface Rig {
  hub: RunningHub;
  /** The control plane's, with its tables in the schema `hub`. */
  database: TestDatabase;
  /** What the program told whoever started it: mails among it. */
  said: string[];
  /** Starts the backend of an organisation, which may have several nodes, and a clock of its own. */
  startBackend(organizationId: string, options?: { nodeOf?: TestDatabase; clock?: Clock }): Promise<RunningServer>;
  /** A database of its own. */
  newDatabase(): Promise<TestDatabase>;
  /** A browser of its own: cookies, and calls of its pages. */
  page(): Page;
  /** Forgets what sources did so far. */
  forgetLimits(): Promise<void>;
  /** A page of somebody who signed up, whose address is proven, and who is signed in. */
  signUp(email: string, name?: string): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts a control plane without backends. */
export async function startRig(): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-hub-'));
  const consoleDir = join(folder, 'console');
  mkdirSync(consoleDir);
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>Console</title>');
  const databases: TestDatabase[] = [];
  const backends: RunningServer[] = [];
  const newDatabase = async (): Promise<TestDatabase> => {
    const made = await createTestDatabase();
    databases.push(made);
    return made;
  };
  const configOf = (url: string, env: Record<string, string>) =>
    loadConfig(
      {
        DATABASE_URL: url,
        QD_DATA_DIR: folder,
        QD_SECRET_KEY: randomBytes(32).toString('base64'),
        QD_BREACH_URL: 'off',
        QD_EGRESS_ALLOW: '127.0.0.1',
        ...env,
      },
      {},
      folder,
      false,
    );
  const said: string[] = [];
  const database = await newDatabase();
  const hub = await startHub(configOf(database.url, { PORT: String(await freePort()) }), {
    log: silentLog,
    say: (line) => void said.push(line),
    consoleDir,
    hashCost: { memoryKiB: 1024, passes: 1, lanes: 1 },
  });
  const rig: Rig = {
    hub,
    database,
    said,
    newDatabase,
    async startBackend(organizationId, { nodeOf, clock } = {}) {
      const database = nodeOf ?? (await newDatabase());
      const env = { PORT: '0', QD_MODE: 'hosted', QD_TENANT_ISSUER: hub.url.origin, QD_TENANT_ORG_ID: organizationId };
      const backend = await startServer(configOf(database.url, env), {
        log: silentLog,
        consoleDir: null,
        ...(clock && { clock }),
      });
      backends.push(backend);
      return backend;
    },
    page: () => new Page(hub.url),
    async forgetLimits() {
      await hub.database.pool.query('delete from "rateLimit"');
    },
    async signUp(email, name = 'Ada') {
      const page = rig.page();
      // A test makes more accounts than one source may in an hour.
      await rig.forgetLimits();
      await page.post('/cp/auth/sign-up/email', { email, name, password: PASSWORD });
      await page.follow(linkOf(said, email));
      return page;
    },
    async stop() {
      await Promise.all(backends.map((backend) => backend.stop()));
      await hub.stop();
      await Promise.all(databases.map((database) => database.drop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

/** The address in the last mail to somebody. */
export function linkOf(said: readonly string[], email: string): string {
  const line = said.findLast((one) => one.startsWith(`Mail to ${email}: `));
  const link = line?.split(': ').at(-1);
  if (link === undefined) throw new Error(`no mail to ${email}`);
  return link;
}

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** A browser with a page of the console. */
export class Page {
  readonly #url: URL;
  readonly #jar = new Map<string, string>();

  constructor(url: URL) {
    this.#url = url;
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: this.#url.origin, accept: 'application/json', ...init.headers };
    const response = await fetch(new URL(path, this.#url), { ...init, redirect: 'manual', headers });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      if (value === '' || /max-age=0/i.test(text)) this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return response;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.call(path, { method: 'POST', body: JSON.stringify(body), headers: json });
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    return (await (await this.call(path, init)).json()) as T;
  }

  /** Opens an address as a link of a mail. */
  follow(link: string): Promise<Response> {
    const { pathname, search } = new URL(link);
    return this.call(`${pathname}${search}`, { headers: { accept: 'text/html' } });
  }

  /** Makes an organisation, in which the session then works. */
  async createOrganization(name: string, slug: string): Promise<string> {
    const made = await this.post('/cp/auth/organization/create', { name, slug });
    return ((await made.json()) as { id: string }).id;
  }
}
