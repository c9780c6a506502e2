import type { Clock, Log } from '@quarterdeck/kit';
import { createIdentityAdmin, type IdentityAdmin } from './admin/admin.ts';
import type { IdentityContext } from './context.ts';
import type { Cipher } from './crypto/cipher.ts';
import type { IdentityDatabase, Queryable } from './database.ts';
import { createCsrf } from './http/csrf.ts';
import type { IdentityRequest, IdentityResponse } from './http/types.ts';
import { queueMail } from './mail/mail-store.ts';
import { backupCodesMethod } from './methods/backup-codes/backup-codes.ts';
import { oidcMethod } from './methods/oidc/oidc.ts';
import { createProviders, type ProviderFetch, type SocialProvider } from './methods/oidc/providers.ts';
import { passkeyMethod } from './methods/passkey/passkey.ts';
import { type BreachRange, createBreachCheck } from './methods/password/breach.ts';
import { createHasher, type HashCost } from './methods/password/hash.ts';
import { passwordMethod } from './methods/password/password.ts';
import { profileMethod } from './methods/profile/profile.ts';
import { totpMethod } from './methods/totp/totp.ts';
import { securityKeyMethod } from './methods/webauthn/security-key.ts';
import { handleIdentityCall } from './service.ts';
import { isPrivileged, owesSecondFactor, readSession } from './sessions/sessions.ts';
import type { IdentitySettings } from './settings.ts';
import { newSetupAddress } from './setup/setup.ts';
import { createThrottle } from './throttle/throttle.ts';

export interface IdentityOptions {
  settings: IdentitySettings;
  db: IdentityDatabase;
  clock: Clock;
  log: Log;
  cipher: Cipher;
  hashCost: HashCost;
  /** Null: only the bundled list tells passwords that are known. */
  breachRange: BreachRange | null;
  /** Where people may sign in with an account of theirs, in the order of the buttons, and the way there. */
  social: { providers: readonly SocialProvider[]; fetch: ProviderFetch };
  /** Gives an account the role of an administrator. */
  grantAdmin(db: Queryable, identityId: string): Promise<void>;
}

/**
 * Who is signed in: `second-factor` is owed by someone whose first step is done. `isPrivileged`: proven so lately that
 * access may be changed (contract identity §6.4).
 */
export type SignedIn =
  | { state: 'in'; identityId: string; email: string; sessionId: string; isPrivileged: boolean }
  | { state: 'second-factor' }
  | { state: 'out' };

/** The identity service: its calls, and who its sessions are. */
export interface IdentityService {
  /** Answers a call; the path is relative to the service's base. */
  handle(request: IdentityRequest): Promise<IdentityResponse>;
  /** Who is signed in at the browser of a request. */
  signedIn(request: Pick<IdentityRequest, 'headers'>): Promise<SignedIn>;
  /** The address that makes the first account; null when somebody administers already. */
  newSetupAddress(): Promise<URL | null>;
  admin: IdentityAdmin;
}

/** Makes the identity service on a migrated database. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { settings, db, clock, log, cipher, grantAdmin } = options;
  const context: IdentityContext = {
    settings,
    db,
    clock,
    log,
    cipher,
    isBreached: createBreachCheck(options.breachRange, settings.passwordMinLength, log),
    grantAdmin,
    csrf: createCsrf(settings.baseUrl.href, settings.consoleUrl.protocol === 'https:'),
    hasher: createHasher(options.hashCost),
    throttle: createThrottle(db.pool, clock),
    mailer: { queue: queueMail },
    providers: createProviders({ ...options.social, clock, log }),
    methods: [
      profileMethod,
      passwordMethod,
      passkeyMethod,
      oidcMethod,
      // Of second steps the one first that no other site can ask for.
      securityKeyMethod,
      totpMethod,
      backupCodesMethod,
    ],
  };
  return {
    handle: (request) => handleIdentityCall(request.origin ? contextAt(context, request.origin) : context, request),
    newSetupAddress: () => newSetupAddress(context),
    admin: createIdentityAdmin(context),
    async signedIn(request) {
      const session = await readSession(context, request);
      if (session === null) return { state: 'out' };
      if (owesSecondFactor(session)) return { state: 'second-factor' };
      return {
        state: 'in',
        identityId: session.identityId,
        email: session.identity.traits.email,
        sessionId: session.id,
        isPrivileged: isPrivileged(context, session),
      };
    },
  };
}

/** The same service as it is seen from another of this machine's own names. */
function contextAt(context: IdentityContext, origin: URL): IdentityContext {
  const baseUrl = new URL(context.settings.baseUrl.pathname, origin);
  return {
    ...context,
    settings: { ...context.settings, consoleUrl: origin, baseUrl },
    csrf: createCsrf(baseUrl.href, origin.protocol === 'https:'),
  };
}
