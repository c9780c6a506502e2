import { AppError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { IdentityService } from '@quarterdeck/identity';
import type { Log } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';
import { grantAdmin } from './person-store.ts';

/** What whoever started the server needs to get in: told once, on the terminal, never in the log. */
export type FirstAccount =
  | { kind: 'address'; url: URL }
  /** An address that signs in to the demo. */
  | { kind: 'demo'; url: URL }
  /** `password` is null when it was given in the settings. */
  | { kind: 'account'; email: string; password: string | null };

interface Given {
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'demo'>;
  consoleUrl: URL;
  database: Pick<Database, 'transaction'>;
  service: Pick<IdentityService, 'admin' | 'newSetupAddress'>;
  log: Log;
}

/**
 * While nobody administers: with `QD_ADMIN_EMAIL` makes that account, once over all nodes (contract identity §9.4);
 * without it an address whose holder makes the first account. Otherwise changes nothing and answers null. A demo has an
 * account of its own, with a new password at each start.
 */
export async function beginFirstAccount(given: Given): Promise<FirstAccount | null> {
  const { config, database, service, log } = given;
  const { adminEmail, adminPassword, demo } = config;
  if (demo) return { kind: 'demo', url: await beginDemo(given) };
  if (adminEmail === '') {
    const url = await service.newSetupAddress();
    return url === null ? null : { kind: 'address', url };
  }
  const password = adminPassword === '' ? undefined : adminPassword;
  const made = await database.transaction((db) => service.admin.addFirst(db, { email: adminEmail }, password));
  if (made === 'administered') return null;
  if (made === 'taken') {
    log.warn({ email: adminEmail }, 'QD_ADMIN_EMAIL has an account that does not administer; it is left as it is');
    return null;
  }
  return { kind: 'account', email: adminEmail, password: password === undefined ? made.password : null };
}

const DEMO_EMAIL = 'demo@quarterdeck.test';

async function beginDemo({ database, service: { admin }, consoleUrl }: Given): Promise<URL> {
  const password = await database.transaction(async (db) => {
    const known = await admin.findByAddress(db, DEMO_EMAIL);
    if (known !== null) return admin.resetPassword(db, known);
    const made = await admin.add(db, { email: DEMO_EMAIL, name: { first: 'Demo' } });
    if (made === null) throw new AppError('PERSON_EXISTS');
    await grantAdmin(db, made.identity.id);
    return made.password;
  });
  const url = new URL('/login', consoleUrl);
  url.searchParams.set('username', DEMO_EMAIL);
  url.searchParams.set('password', password);
  return url;
}
