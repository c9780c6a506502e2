import type { Egress } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import {
  createCipher,
  createIdentity,
  DEFAULT_HASH_COST,
  defaultIdentitySettings,
  type HashCost,
  type IdentityService,
} from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';
import { isLoopback } from '../http/guards.ts';
import type { Identify } from '../http/types.ts';
import { createBreachRange } from './breach.ts';
import { beginFirstAccount, type FirstAccount } from './first-account.ts';
import { loadKeys } from './key.ts';
import { keyDomainOf } from './key-domain.ts';
import { findPerson, grantAdmin } from './person-store.ts';
import { createSocial } from './social.ts';

export interface SignInOptions {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  egress: Egress;
  hashCost?: HashCost;
}

/** How people are known in self-hosted mode. */
export interface SignIn {
  service: IdentityService;
  /** Who calls, by the session's cookie. Throws `SECOND_FACTOR_REQUIRED` for someone whose second step is owed. */
  identify: Identify;
  /** Makes the first administrator, or the address that does; null when somebody administers. */
  begin(): Promise<FirstAccount | null>;
}

/** Makes the identity service of this server, and what tells its callers apart. */
export function createSignIn(options: SignInOptions): SignIn {
  const { config, database, clock, log } = options;
  const keys = loadKeys(config.secretKeys, config.dataDir, config.databaseUrl !== null);
  const consoleUrl = publicUrl(config);
  const service = createIdentity({
    settings: {
      ...defaultIdentitySettings,
      registration: config.registration,
      consoleUrl,
      rpId: keyDomainOf(config.keyDomain, consoleUrl),
      baseUrl: new URL('/api/.ory/', consoleUrl),
    },
    db: { pool: database.pool, transaction: database.transaction },
    clock,
    log,
    cipher: createCipher(keys),
    hashCost: options.hashCost ?? DEFAULT_HASH_COST,
    breachRange: createBreachRange(options),
    social: createSocial(options),
    grantAdmin,
  });
  return {
    service,
    async identify(request) {
      const { cookie } = request.headers;
      if (cookie === undefined) return null;
      const found = await service.signedIn({ headers: { cookie } });
      if (found.state === 'out') return null;
      if (found.state === 'second-factor') throw new AppError('SECOND_FACTOR_REQUIRED');
      const person = await findPerson(database.pool, found.identityId);
      return person === null
        ? null
        : { ...person, roles: [], isPrivileged: found.isPrivileged, session: found.sessionId };
    },
    begin: () => beginFirstAccount({ config, consoleUrl, database, service, log }),
  };
}

/**
 * Where people reach the console. On loopback that is the address that it listens on; on a network only the settings know
 * it: a name of a request must never come into a mail. Throws `CONFIG_INVALID`.
 */
export function publicUrl({ publicEndpoint, host, port }: Config): URL {
  if (publicEndpoint !== null) return new URL('/', publicEndpoint);
  if (isLoopback(host)) return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const expected = 'the address under which people reach this server, because HOST opens it to the network';
  throw new AppError('CONFIG_INVALID', {
    message: `QD_PUBLIC_ENDPOINT: expected ${expected}`,
    details: { problems: [{ name: 'QD_PUBLIC_ENDPOINT', value: null, expected }] },
  });
}
