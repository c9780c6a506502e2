import type { Clock, Log } from '@quarterdeck/kit';
import type { Cipher } from './crypto/cipher.ts';
import type { IdentityDatabase, Queryable } from './database.ts';
import type { Csrf } from './http/csrf.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Providers } from './methods/oidc/providers.ts';
import type { Hasher } from './methods/password/hash.ts';
import type { Method } from './methods/types.ts';
import type { IdentitySettings } from './settings.ts';
import type { Throttle } from './throttle/throttle.ts';

/** What every part of the identity service works with. */
export interface IdentityContext {
  settings: IdentitySettings;
  db: IdentityDatabase;
  clock: Clock;
  log: Log;
  cipher: Cipher;
  csrf: Csrf;
  hasher: Hasher;
  throttle: Throttle;
  mailer: Mailer;
  providers: Providers;
  /** Whether a password is known from breaches. */
  isBreached(password: string): Promise<boolean>;
  /** Gives an account the role of an administrator, in the transaction that makes it the first. */
  grantAdmin(db: Queryable, identityId: string): Promise<void>;
  methods: readonly Method[];
}
