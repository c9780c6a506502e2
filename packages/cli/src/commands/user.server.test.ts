import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig, type RunningServer, startServer } from '@quarterdeck/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { addUser, resetUser, USER_EXIT, type UserAct, userRoles, withAccounts } from './user.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-user-'));
const key = randomBytes(32).toString('base64');
let test: TestDatabase;
let server: RunningServer;
let out = '';
let errors: string[] = [];
const terminal = {
  write: (text: string) => {
    out += text;
  },
  error: (line: string) => void errors.push(line),
  color: false,
  readStdin: async () => '',
};

const load = (env: Record<string, string> = {}) =>
  loadConfig(
    {
      PORT: '0',
      DATABASE_URL: test.url,
      QD_MODE: 'self-hosted',
      QD_SECRET_KEY: key,
      QD_DATA_DIR: folder,
      QD_BREACH_URL: 'off',
      ...env,
    },
    {},
    folder,
    false,
  );

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startServer(load(), { log: silentLog, consoleDir: null });
});
afterAll(async () => {
  await server.stop();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  out = '';
  errors = [];
});

/** Runs a command; answers what it printed. */
async function run(act: UserAct): Promise<string> {
  out = '';
  expect({ code: await withAccounts(act, terminal, load), errors }).toEqual({ code: USER_EXIT.done, errors: [] });
  return out.trim();
}

/** Signs in as a page does. Answers the session's cookie, or null for somebody who cannot. */
async function signIn(identifier: string, password: string): Promise<string | null> {
  const accept = { accept: 'application/json' };
  const begun = await fetch(new URL('/api/.ory/self-service/login/browser', server.url), { headers: accept });
  const flow = (await begun.json()) as Flow;
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const token = flow.ui.nodes.map(({ attributes }) => attributes).find((a) => 'name' in a && a.name === 'csrf_token');
  const answer = await fetch(new URL(`/api/.ory/self-service/login?flow=${flow.id}`, server.url), {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/json', cookie: cookie.join('; '), origin: server.url.origin },
    body: JSON.stringify({
      method: 'password',
      identifier,
      password,
      csrf_token: token && 'value' in token ? token.value : '',
    }),
  });
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('ory_kratos_session='));
  return answer.status === 200 ? (session?.split(';')[0] ?? null) : null;
}

const whoami = (cookie: string) => fetch(new URL('/api/auth/whoami', server.url), { headers: { cookie } });

describe('quarterdeck user, beside a server that runs', () => {
  it('adds an account whose password signs in, with its roles', async () => {
    const password = await run(addUser({ email: 'ada@example.test', firstName: 'Ada', roles: ['admin', 'editor'] }));
    expect(password).toHaveLength(24);
    const cookie = await signIn('ada@example.test', password);
    expect(await (await whoami(cookie ?? '')).json()).toMatchObject({
      payload: { user: { email: 'ada@example.test', name: 'Ada' }, roles: expect.arrayContaining(['admin', 'editor']) },
    });
  });

  it('gives another password, ends the sessions, and the old one no longer opens anything', async () => {
    const before = await run(addUser({ email: 'bob@example.test', roles: ['viewer'] }));
    const cookie = await signIn('bob@example.test', before);
    expect((await whoami(cookie ?? '')).status).toBe(200);
    const after = await run(resetUser('Bob@Example.test'));
    expect((await whoami(cookie ?? '')).status).toBe(401);
    expect(await signIn('bob@example.test', before)).toBeNull();
    expect(await signIn('bob@example.test', after)).not.toBeNull();
  });

  it('shows and changes roles', async () => {
    await run(addUser({ email: 'eve@example.test', roles: ['viewer'] }));
    expect(await run(userRoles('eve@example.test', []))).toBe('viewer');
    expect(await run(userRoles('eve@example.test', ['responder', 'guest']))).toBe('guest\nresponder');
  });

  it('tells why it could not', async () => {
    const fails = async (act: UserAct) => {
      errors = [];
      expect(await withAccounts(act, terminal, load)).toBe(USER_EXIT.failed);
      return errors[0]?.split(':')[0];
    };
    expect(await fails(addUser({ email: 'ADA@example.test', roles: ['viewer'] }))).toBe('PERSON_EXISTS');
    expect(await fails(resetUser('nobody@example.test'))).toBe('PERSON_NOT_FOUND');
    expect(await fails(userRoles('nobody@example.test', []))).toBe('PERSON_NOT_FOUND');
    expect(await fails(userRoles('ada@example.test', ['viewer']))).toBe('LAST_ADMIN');
    expect(await withAccounts(resetUser('a@b.test'), terminal, () => load({ QD_MODE: 'standalone' }))).toBe(
      USER_EXIT.settings,
    );
    expect(out).toBe('');
  });

  it('is written down as done by the command line, without a password', async () => {
    const password = await run(addUser({ email: 'kim@example.test', roles: ['viewer'] }));
    const reset = await run(resetUser('kim@example.test'));
    const { rows } = await test.database.pool.query(
      `select action, source, target, details::text from audit_log where source = 'command line' and target like '%kim%'`,
    );
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.create', 'account.reset']));
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(rows)).not.toContain(reset);
  });
});

describe('the command line', () => {
  const parse = (...args: string[]) => {
    const program = createProgram('1.2.3', terminal, () => undefined);
    const silence = { writeOut: () => undefined, writeErr: () => undefined };
    const commands = program.commands.flatMap((command) => [command, ...command.commands]);
    for (const command of [program, ...commands]) command.exitOverride().configureOutput(silence);
    return program.parseAsync(['node', 'quarterdeck', 'user', ...args]);
  };

  it.each([
    [['add', 'no address'], 'commander.invalidArgument'],
    [['add', 'a@b.test', '--role', 'owner'], 'commander.invalidArgument'],
    [['roles', 'a@b.test', 'owner'], 'commander.invalidArgument'],
    [['reset'], 'commander.missingArgument'],
  ])('refuses %j', async (args, code) => {
    await expect(parse(...args)).rejects.toMatchObject({ code });
  });
});
