import type { IdentityContext } from '../context.ts';
import { digest, newSecret } from '../crypto/secrets.ts';
import type { Queryable } from '../database.ts';
import { FlowError } from '../flows/errors.ts';
import type { StoredFlow } from '../flows/flow-store.ts';
import type { StoredIdentity } from '../people/identity-store.ts';
import { addSetupCode, endSetupCodes, hasAdministrator, isSetupCode, lockSetup } from './setup-store.ts';

const LIFESPAN_MS = 24 * 3600 * 1000;

/** The address that makes the first account, for whoever reads the terminal; null when somebody administers already. */
export async function newSetupAddress({ db, clock, settings }: IdentityContext): Promise<URL | null> {
  if (await hasAdministrator(db.pool)) return null;
  const code = newSecret();
  await addSetupCode(db.pool, digest(code), new Date(clock.now() + LIFESPAN_MS));
  // Behind the hash sign it is sent to no server, and stands in no log.
  return new URL(`/registration#setup=${code}`, settings.consoleUrl);
}

/** What a registration keeps of a set-up code, so that its submit can be told from others; null without one. */
export async function readSetupCode(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined || code === '') return null;
  const hash = digest(code);
  if (!(await isSetupCode(db.pool, hash, clock.now()))) {
    throw new FlowError(403, 'The set-up code is wrong or was used; the terminal of the server shows one');
  }
  return hash.toString('hex');
}

/** Makes an account the first administrator, inside of the transaction that adds it: of two at once one succeeds. */
export async function settleSetup(
  { clock, grantAdmin }: Pick<IdentityContext, 'clock' | 'grantAdmin'>,
  db: Queryable,
  flow: StoredFlow,
  identity: StoredIdentity,
): Promise<void> {
  const { setup } = flow.secrets;
  if (typeof setup !== 'string') return;
  await lockSetup(db);
  const isValid = await isSetupCode(db, Buffer.from(setup, 'hex'), clock.now());
  if (!isValid || (await hasAdministrator(db))) {
    throw new FlowError(403, 'Somebody administers already; ask for an invitation');
  }
  await grantAdmin(db, identity.id);
  await endSetupCodes(db);
}
