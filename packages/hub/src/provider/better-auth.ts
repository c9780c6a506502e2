import type { Database } from '@quarterdeck/db';
import type { Hasher, Throttle } from '@quarterdeck/identity';
import type { Log } from '@quarterdeck/kit';
import { type Actor, actingNow, runAs } from '@quarterdeck/server/parts';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { organization } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { adminAc, defaultStatements, memberAc, ownerAc } from 'better-auth/plugins/organization/access';
import { actingPool } from '../audit/acting-store.ts';
import type { HubAuditStore } from '../audit/audit-store.ts';
import type { PostMail } from '../mail/mailer.ts';
import { existingAccountMail, invitationMail, resetMail, verificationMail } from '../mail/texts.ts';
import { createMembershipStore } from './membership-store.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import type { AuthProvider, ProviderRequest } from './types.ts';

const BASE_PATH = '/cp/auth';
const SIGN_IN = '/sign-in/email';
/** Set by us on every request, and by nobody else: what a caller sends under this name never comes here. */
const SOURCE_HEADER = 'x-qd-source';
const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
const MOST_ORGANIZATIONS = 5;
const PASSWORD_LENGTH = { min: 12, max: 256 };

export interface BetterAuthOptions {
  /** In the control plane's schema, with dates as dates. */
  database: Pick<Database, 'pool'>;
  /** Signs cookies; 32 random bytes or more. */
  secret: string;
  publicUrl: URL;
  hasher: Pick<Hasher, 'hash' | 'verify'>;
  /** Why a password may not be chosen, by who would have it; null: nothing speaks against it. */
  passwordFault: (password: string, owner: { email: string; name: string }) => Promise<string | null>;
  /** Counts guesses. */
  throttle: Throttle;
  post: PostMail;
  audit: Pick<HubAuditStore, 'writeRefused'>;
  log: Log;
}

/** The sign-in of the control plane by better-auth, with what contract identity §8.5 says of its defaults. */
export function createBetterAuthProvider(options: BetterAuthOptions): AuthProvider {
  const { database, publicUrl, hasher, post, audit, log } = options;
  const store = createMembershipStore(database);
  const limit = createSignInLimit(options.throttle);
  const ac = createAccessControl(defaultStatements);
  const guest = ac.newRole({});
  const auth = betterAuth({
    appName: 'Quarterdeck',
    database: actingPool(database.pool),
    secret: options.secret,
    baseURL: publicUrl.origin,
    basePath: BASE_PATH,
    trustedOrigins: [publicUrl.origin],
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'warn' : 'debug']({ message }, 'sign-in library') },
    onAPIError: {
      onError(error) {
        if (!(error instanceof APIError)) log.error({ error }, 'a call of the sign-in failed');
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR_S / 2,
      password: { hash: hasher.hash, verify: ({ hash, password }) => hasher.verify(hash, password) },
      sendResetPassword: async ({ user, token }) =>
        post(resetMail(user.email, new URL(`/recovery?token=${encodeURIComponent(token)}`, publicUrl))),
      onExistingUserSignUp: async ({ user }) => post(existingAccountMail(user.email, new URL('/login', publicUrl))),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY_S,
      sendVerificationEmail: async ({ user, url }) => post(verificationMail(user.email, new URL(url))),
    },
    // The secrets of mailed links: who reads the database cannot follow them. Cookies of sessions are signed as well.
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: DAY_S, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 10 * 60, max: 50 },
        '/sign-up/email': { window: HOUR_S, max: 10 },
        '/request-password-reset': { window: HOUR_S, max: 20 },
        '/send-verification-email': { window: HOUR_S, max: 20 },
        '/organization/invite-member': { window: DAY_S, max: 50 },
        '/get-session': false,
      },
    },
    advanced: {
      cookiePrefix: 'qd-hub',
      useSecureCookies: publicUrl.protocol === 'https:',
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [SOURCE_HEADER], ipv6Subnet: 64 },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        const body = readBody(context.body);
        if (context.path === SIGN_IN) await limit.before(body.email);
        if (context.path === '/organization/update') refuseEmptyUpdate(body.data);
        await refuseBadPassword(context.path, body, context.headers);
      }),
      after: createAuthMiddleware(async (context) => {
        if (context.path === SIGN_IN) await afterSignIn(readBody(context.body).email, context.context.returned);
      }),
    },
    databaseHooks: {
      session: {
        create: {
          // Who belongs to one organisation need not choose.
          before: async (session) => {
            const [only, ...others] = await store.of(session.userId);
            return {
              data: { ...session, activeOrganizationId: only && others.length === 0 ? only.organizationId : null },
            };
          },
        },
      },
    },
    plugins: [
      organization({
        ac,
        roles: { owner: ownerAc, admin: adminAc, member: memberAc, guest },
        organizationLimit: MOST_ORGANIZATIONS,
        invitationExpiresIn: 2 * DAY_S,
        cancelPendingInvitationsOnReInvite: true,
        requireEmailVerificationOnInvitation: true,
        disableOrganizationDeletion: true,
        sendInvitationEmail: async ({ id, email, organization: { name }, inviter }) =>
          post(invitationMail(email, name, inviter.user.name, invitationUrl(id, publicUrl))),
        organizationHooks: {
          afterRemoveMember: ({ user, organization: { id } }) => store.forget(user.id, id),
        },
      }),
    ],
  });

  /** A sign-in that went well is told by its session. */
  async function afterSignIn(email: unknown, outcome: unknown): Promise<void> {
    const isPaused = await limit.after(email, outcome);
    if (!(outcome instanceof APIError) || typeof email !== 'string') return;
    const { source = '', userAgent = '' } = actingNow() ?? {};
    const from = { source, userAgent, details: { method: 'password' } };
    const result = outcome.statusCode === 401 ? 'failed' : 'refused';
    await audit.writeRefused(email, { action: 'sign_in', result, ...from });
    if (isPaused) await audit.writeRefused(email, { action: 'sign_in.pause', result: 'refused', ...from });
  }

  /** Who acts by a call, as the audit trail tells it. What the call makes, such as a session, may tell it better. */
  async function actorOf({ method, headers, source }: ProviderRequest): Promise<Actor> {
    const { cookie = '', 'user-agent': userAgent = '' } = headers;
    const isKnown = method !== 'GET' && cookie !== '';
    const found = isKnown ? await auth.api.getSession({ headers: new Headers({ cookie }) }) : null;
    return {
      id: found?.user.id ?? null,
      name: found?.user.email ?? '',
      source,
      userAgent: userAgent.slice(0, 512),
      ...(found && { session: found.session.id }),
    };
  }

  /** Wherever a password is chosen the rules of passwords hold (contract identity §6.1). */
  async function refuseBadPassword(path: string, body: ProviderBody, headers: Headers | undefined): Promise<void> {
    const password = path === '/sign-up/email' ? body.password : body.newPassword;
    if (typeof password !== 'string') return;
    const owner = path === '/sign-up/email' ? body : await ownerOf(headers);
    const fault = await options.passwordFault(password, { email: owner?.email ?? '', name: owner?.name ?? '' });
    if (fault !== null) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_REFUSED', message: fault });
  }

  async function ownerOf(headers: Headers | undefined): Promise<{ email: string; name: string } | null> {
    return headers === undefined ? null : ((await auth.api.getSession({ headers }))?.user ?? null);
  }

  return {
    async session({ cookie }) {
      if (cookie === undefined) return null;
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      if (found === null) return null;
      const { session, user } = found;
      return {
        id: session.id,
        userId: user.id,
        name: user.name,
        email: user.email,
        emailVerified: user.emailVerified,
        picture: user.image ?? null,
        activeOrganizationId: session.activeOrganizationId ?? null,
      };
    },
    memberships: store.of,
    membership: store.one,
    async handle(call) {
      const { method, path, headers, body, source } = call;
      const request = new Request(new URL(path, publicUrl), {
        method,
        headers: { ...headers, [SOURCE_HEADER]: source },
        ...(body === null ? {} : { body }),
      });
      return runAs(await actorOf(call), () => auth.handler(request));
    },
  };
}

/** Where whoever was invited accepts. */
function invitationUrl(id: string, publicUrl: URL): URL {
  return new URL(`/organizations/invitation?id=${encodeURIComponent(id)}`, publicUrl);
}

/** What owners may change of an organisation; the library fails on a change of nothing that it knows. */
const OWNERS_FIELDS = ['name', 'slug', 'logo'];

function refuseEmptyUpdate(data: unknown): void {
  if (typeof data === 'object' && data !== null && OWNERS_FIELDS.some((field) => field in data)) return;
  throw new APIError('BAD_REQUEST', { code: 'NOTHING_TO_CHANGE', message: 'Nothing of it can be changed' });
}

interface ProviderBody {
  data?: unknown;
  email?: string;
  name?: string;
  password?: unknown;
  newPassword?: unknown;
}

function readBody(body: unknown): ProviderBody {
  return typeof body === 'object' && body !== null ? body : {};
}
