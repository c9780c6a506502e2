import type { Database } from '@quarterdeck/db';
import type { IdentityService } from '@quarterdeck/identity';
import type { Log } from '@quarterdeck/kit';
import type { Config } from '../../config.ts';

/** What whoever started the server needs to get in: told once, on the terminal, never in the log. */
export type FirstAccount =
  | { kind: 'address'; url: URL }
  /** `password` is null when it was given in the settings. */
  | { kind: 'account'; email: string; password: string | null };

interface Given {
  config: Pick<Config, 'adminEmail' | 'adminPassword'>;
  database: Pick<Database, 'transaction'>;
  service: Pick<IdentityService, 'admin' | 'newSetupAddress'>;
  log: Log;
}

/**
 * While nobody administers: with `QD_ADMIN_EMAIL` makes that account, once over all nodes (contract identity §9.4);
 * without it an address whose holder makes the first account. Otherwise changes nothing and answers null.
 */
export async function beginFirstAccount({ config, database, service, log }: Given): Promise<FirstAccount | null> {
  const { adminEmail, adminPassword } = config;
  if (adminEmail === '') {
    const url = await service.newSetupAddress();
    return url === null ? null : { kind: 'address', url };
  }
  const given = adminPassword === '' ? undefined : adminPassword;
  const made = await database.transaction((db) => service.admin.addFirst(db, { email: adminEmail }, given));
  if (made === 'administered') return null;
  if (made === 'taken') {
    log.warn({ email: adminEmail }, 'QD_ADMIN_EMAIL has an account that does not administer; it is left as it is');
    return null;
  }
  return { kind: 'account', email: adminEmail, password: given === undefined ? made.password : null };
}
