import { createHash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { AppError, errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { defaultIdentitySettings, parseReturnTo } from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { ForwardAnswer, Forwarder } from '../http/forward.ts';
import type { Identify } from '../http/types.ts';
import type { UpstreamAdmin } from './upstream-admin.ts';
import { upstreamUrl } from './upstream-path.ts';
import { findJoined, grantFirstAdmin, isAdministered, joinPerson, tellSessionsChanged } from './upstream-store.ts';

/** Nodes tell each other here that sessions changed, so that none goes on with what it knew. */
const CHANNEL = 'quarterdeck_sessions';
const COOKIE = 'ory_kratos_session';
/** How long a session is believed without asking; also the longest that an end made elsewhere stays unseen. */
const KEPT_MS = 5000;
const MOST_KEPT = 10_000;
const ANSWER_MS = 10_000;

/** What a browser's call passes on; nothing else, and never `Authorization`, which would count as a session there. */
const PASSED_ON = ['accept', 'accept-language', 'content-type', 'cookie', 'user-agent', 'x-csrf-token'] as const;

/** One call of a browser to the identity service. */
export interface UpstreamCall {
  method: string;
  /** Below the service's base, with its slash. */
  path: string;
  /** With its question mark, or nothing. */
  query: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Where the browser is. */
  origin: URL;
  /** The browser's address. */
  source: string;
}

/** A Kratos service elsewhere that knows the people (contract identity §0). */
export interface IdentityUpstream {
  /**
   * Passes a call of the public API on, and its answer back as it is. `nowhere`: it is none; `astray`: it asks to be led
   * to another origin afterwards. Throws `SIGN_IN_UNAVAILABLE`.
   */
  forward(call: UpstreamCall): Promise<ForwardAnswer | 'nowhere' | 'astray'>;
  /** Who calls, by the session's cookie. Throws `SECOND_FACTOR_REQUIRED` and `SIGN_IN_UNAVAILABLE`. */
  identify: Identify;
  /** What is done with its identities; null where the settings do not name its administration. */
  admin: UpstreamAdmin | null;
  /** Hears of changed sessions from other nodes. */
  start(): Promise<void>;
}

export interface UpstreamOptions {
  config: Pick<Config, 'adminEmail'>;
  /** The base of its public API. */
  url: string;
  forwarder: Pick<Forwarder, 'forward'>;
  database: Pick<Database, 'pool' | 'listen'>;
  /** Somebody was made the administrator: this node has to know before their call goes on. */
  onAdministrator(): Promise<void>;
  /** Its administration, where the settings name it. */
  admin: UpstreamAdmin | null;
  clock: Clock;
  log: Log;
}

const sessionSchema = z.object({
  id: z.string(),
  active: z.boolean().optional(),
  authenticated_at: z.iso.datetime({ offset: true }),
  expires_at: z.iso.datetime({ offset: true }),
  identity: z.object({
    id: z.uuid(),
    state: z.string().optional(),
    traits: z.object({
      email: z.string().optional(),
      name: z.union([z.string(), z.object({ first: z.string().optional(), last: z.string().optional() })]).optional(),
    }),
    verifiable_addresses: z.array(z.object({ value: z.string(), verified: z.boolean() })).optional(),
  }),
});
type UpstreamSession = z.infer<typeof sessionSchema>;
type Answer = { state: 'in'; session: UpstreamSession } | { state: 'out' } | { state: 'second-factor' };

/** Makes the way to the identity service that the settings name. */
export function createUpstream(options: UpstreamOptions): IdentityUpstream {
  const { config, url, forwarder, database, clock, log } = options;
  const kept = new Map<string, { answer: Promise<Answer>; untilMs: number }>();

  async function send(method: string, target: URL, headers: Record<string, string>, body: string | null) {
    try {
      return await forwarder.forward({ method, url: target, headers, body, signal: AbortSignal.timeout(ANSWER_MS) });
    } catch (error) {
      log.warn({ error: errorText(error) }, 'the identity service does not answer');
      throw new AppError('SIGN_IN_UNAVAILABLE', { cause: error });
    }
  }

  async function ask(token: string): Promise<Answer> {
    const target = upstreamUrl(url, '/sessions/whoami', '');
    if (target === null) throw new AppError('SIGN_IN_UNAVAILABLE');
    const { status, body } = await send(
      'GET',
      target,
      { accept: 'application/json', cookie: `${COOKIE}=${token}` },
      null,
    );
    const read = await json(body).catch(() => null);
    if (status === 401) return { state: 'out' };
    // Older ones answer 422 where newer ones answer 403.
    if (status === 403 || status === 422) return { state: 'second-factor' };
    const session = sessionSchema.safeParse(read);
    if (status !== 200 || !session.success) {
      log.warn({ status, error: session.error?.message }, 'the identity service answers nothing that can be read');
      throw new AppError('SIGN_IN_UNAVAILABLE');
    }
    const { active, identity } = session.data;
    if (active === false || (identity.state ?? 'active') !== 'active') return { state: 'out' };
    await welcome(session.data);
    return { state: 'in', session: session.data };
  }

  /** Who has a session, asked once for all who want to know it now; only that somebody is signed in is kept. */
  function answerFor(token: string): Promise<Answer> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = kept.get(key);
    if (known && known.untilMs > clock.monotonic()) return known.answer;
    const entry = { answer: ask(token), untilMs: clock.monotonic() + KEPT_MS };
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, entry);
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    entry.answer.then(({ state }) => state !== 'in' && drop(), drop);
    return entry.answer;
  }

  /** Joins a person to an identity; while nobody administers, whoever has proven the address of the settings does. */
  async function welcome({ identity, authenticated_at }: UpstreamSession): Promise<void> {
    const { id, traits, verifiable_addresses: addresses = [] } = identity;
    const isIn = await joinPerson(database.pool, { id, traits }, authenticated_at);
    const isProven = addresses.some(({ value, verified }) => verified && isSame(value, config.adminEmail));
    if (isIn && isProven && (await grantFirstAdmin(database.pool, id))) {
      log.info({ person: id }, 'the holder of QD_ADMIN_EMAIL administers');
      await options.onAdministrator();
    }
  }

  return {
    admin: options.admin,
    async forward({ method, path, query, headers, body, origin, source }) {
      const target = upstreamUrl(url, path, query);
      if (target === null) return 'nowhere';
      if (!leadsBack(target.searchParams, origin)) {
        if (path !== '/self-service/logout') return 'astray';
        // Whoever signs out is signed out, wherever they wanted to be led.
        target.searchParams.delete('return_to');
      }
      const given = PASSED_ON.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
      });
      const answer = await send(
        method,
        target,
        {
          ...Object.fromEntries(given),
          'x-forwarded-for': source,
          'x-forwarded-host': origin.host,
          'x-forwarded-proto': origin.protocol.slice(0, -1),
          ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        body === '' ? null : body,
      );
      if (changesSessions(method, path, answer)) {
        kept.clear();
        await tellSessionsChanged(database.pool, CHANNEL);
      }
      return answer;
    },
    async identify({ headers }) {
      const token = cookieOf(headers.cookie ?? '');
      if (token === null) return null;
      const answer = await answerFor(token);
      if (answer.state === 'second-factor') throw new AppError('SECOND_FACTOR_REQUIRED');
      if (answer.state === 'out') return null;
      const { session } = answer;
      const untilMs = Date.parse(session.expires_at);
      if (untilMs <= clock.now()) return null;
      const person = await findJoined(database.pool, session.identity.id);
      if (person === null) return null;
      const windowMs = defaultIdentitySettings.privilegedS * 1000;
      const isPrivileged = clock.now() < Date.parse(session.authenticated_at) + windowMs;
      return { ...person, roles: [], isPrivileged, session: session.id, untilMs };
    },
    async start() {
      const forget = () => kept.clear();
      await database.listen(CHANNEL, forget, { onReconnect: forget });
      if (config.adminEmail === '' && !(await isAdministered(database.pool))) {
        log.warn({}, 'nobody administers: QD_ADMIN_EMAIL names who does');
      }
    },
  };
}

/**
 * Whether a call asks to be led to places of the console only. Kratos itself takes what browsers read as another host,
 * such as a slash and a backslash, for a path (contract identity §6.6).
 */
function leadsBack(query: URLSearchParams, origin: URL): boolean {
  const asked = [...query.getAll('return_to'), ...query.getAll('after_verification_return_to')];
  return asked.every((text) => text === '' || parseReturnTo(text, new URL('/', origin)) !== null);
}

/** Whether a call may have begun, raised or ended a session. */
function changesSessions(method: string, path: string, { headers }: ForwardAnswer): boolean {
  if (method !== 'GET') return true;
  return path.endsWith('/logout') || (headers['set-cookie'] ?? []).some((cookie) => cookie.startsWith(`${COOKIE}=`));
}

function cookieOf(header: string): string | null {
  for (const pair of header.split(';')) {
    const [name = '', ...rest] = pair.split('=');
    if (name.trim() === COOKIE) return rest.join('=').trim() || null;
  }
  return null;
}

function isSame(a: string, b: string): boolean {
  return b !== '' && a.trim().toLowerCase() === b.trim().toLowerCase();
}
