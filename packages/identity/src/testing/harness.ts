import type { Flow } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { afterAll } from 'vitest';
import { createCipher } from '../crypto/cipher.ts';
import type { IdentityResponse } from '../http/types.ts';
import { createIdentity, type IdentityOptions, type IdentityService } from '../identity.ts';
import { createHasher } from '../methods/password/hash.ts';
import { setPassword } from '../methods/password/password.ts';
import { addIdentity } from '../people/identity-store.ts';
import { defaultIdentitySettings, type IdentitySettings } from '../settings.ts';
import { nodeValue } from './read.ts';

/** Cheap, so that tests are quick; the real cost has a test of its own. */
const TEST_COST = { memoryKiB: 64, passes: 1, lanes: 1 };
const START = Date.parse('2026-11-21T12:00:00Z');

export const CONSOLE = 'https://console.example';
export const PASSWORD = 'seven brown foxes';

/** The service on a database of its own, with a clock that the test moves. */
export interface Harness {
  service: IdentityService;
  test: TestDatabase;
  clock: ReturnType<typeof createManualClock>;
  /** Another node over the same database. */
  anotherNode(): IdentityService;
  /** An account that signs in with {@link PASSWORD}. Answers its id. */
  addPerson(email: string, name?: { first?: string; last?: string }): Promise<string>;
  /** Such an account at an address that begins with a name, and a browser that nobody is signed in at. */
  newPerson(name: string): Promise<NewPerson>;
  stop(): Promise<void>;
}

/** Somebody who is in no other test of the file. */
export interface NewPerson {
  id: string;
  email: string;
  browser: Browser;
  /** How many there are by now. */
  nth: number;
}

/** Starts the service for the tests of a file, and stops it after them. */
export async function useHarness(...options: Parameters<typeof startHarness>): Promise<Harness> {
  const harness = await startHarness(...options);
  afterAll(harness.stop);
  return harness;
}

/** Starts the service; whoever does stops it. */
export async function startHarness(
  settings: Partial<IdentitySettings> = {},
  {
    social = { providers: [], fetch },
    startMs = START,
  }: Partial<Pick<IdentityOptions, 'social'>> & { startMs?: number } = {},
): Promise<Harness> {
  const test = await createTestDatabase();
  const clock = createManualClock(startMs);
  const cipher = createCipher([new Uint8Array(32).fill(7)]);
  const { pool, transaction } = test.database;
  const makeNode = () =>
    createIdentity({
      settings: {
        ...defaultIdentitySettings,
        consoleUrl: new URL(CONSOLE),
        baseUrl: new URL(`${CONSOLE}/api/.ory/`),
        ...settings,
      },
      db: { pool, transaction },
      clock,
      log: silentLog,
      cipher,
      hashCost: TEST_COST,
      breachRange: null,
      social,
      grantAdmin: async (db, id) => {
        await db.query(`insert into casbin_rule (ptype, v0, v1) values ('g', $1, 'admin')`, [id]);
      },
    });
  const service = makeNode();
  const addPerson: Harness['addPerson'] = async (email, name) => {
    const identity = await addIdentity(pool, { email, ...(name === undefined ? {} : { name }) }, { verified: true });
    if (identity === null) throw new Error(`${email} is taken`);
    await setPassword({ hasher: createHasher(TEST_COST) }, pool, identity, PASSWORD);
    return identity.id;
  };
  let nth = 0;
  return {
    service,
    test,
    clock,
    anotherNode: makeNode,
    addPerson,
    async newPerson(name) {
      nth += 1;
      const email = `${name}${nth}@example.test`;
      return { id: await addPerson(email), email, browser: new Browser(service, `192.0.2.${nth}`), nth };
    },
    stop: test.drop,
  };
}

/** A browser: keeps its cookies, and sends what a page of the console would. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #service: IdentityService;
  readonly #source: string;

  constructor(service: IdentityService, source = '192.0.2.1') {
    this.#service = service;
    this.#source = source;
  }

  async call(
    method: string,
    url: string,
    options: { body?: unknown; headers?: Record<string, string>; html?: boolean } = {},
  ): Promise<IdentityResponse> {
    const { pathname, searchParams } = new URL(url, 'https://service.example');
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const isForm = options.body instanceof URLSearchParams;
    const response = await this.#service.handle({
      method,
      path: pathname,
      query: searchParams,
      headers: {
        accept: options.html ? 'text/html,application/xhtml+xml,*/*;q=0.8' : 'application/json',
        'user-agent': 'test browser',
        ...(cookie === '' ? {} : { cookie }),
        ...(options.body === undefined
          ? {}
          : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...options.headers,
      },
      body: options.body === undefined ? '' : isForm ? String(options.body) : JSON.stringify(options.body),
      source: this.#source,
    });
    for (const text of response.cookies) this.#keep(text);
    return response;
  }

  /** Creates a flow. */
  async begin(kind: string, query = ''): Promise<Flow> {
    const response = await this.call('GET', `/self-service/${kind}/browser${query === '' ? '' : `?${query}`}`);
    return response.body as Flow;
  }

  /** Submits a flow with the token of its form. */
  submit(flow: Flow, kind: string, values: Record<string, unknown>): Promise<IdentityResponse> {
    const body = { csrf_token: nodeValue(flow, 'csrf_token'), ...values };
    return this.call('POST', `/self-service/${kind}?flow=${flow.id}`, { body });
  }

  /** Signs in with a password. */
  async signIn(identifier: string, password = PASSWORD): Promise<IdentityResponse> {
    return this.submit(await this.begin('login'), 'login', { method: 'password', identifier, password });
  }

  /** Signs in with a password and a code. */
  async signInTwice(identifier: string, step: Record<string, string>): Promise<IdentityResponse> {
    await this.signIn(identifier);
    return this.submit(await this.begin('login', 'aal=aal2'), 'login', step);
  }

  async whoAmI(): Promise<IdentityResponse> {
    return this.call('GET', '/sessions/whoami');
  }

  #keep(text: string): void {
    const [pair = '', ...attributes] = text.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.some((one) => one.trim() === 'Max-Age=0')) this.jar.delete(name);
    else this.jar.set(name, value);
  }
}
