import { type FlowKind, flowKinds } from '@quarterdeck/contract';
import { digest, newSecret } from '../../crypto/secrets.ts';
import { csrfViolation } from '../../flows/errors.ts';
import type { StoredFlow } from '../../flows/flow-store.ts';
import { readCookie, writeCookie } from '../../http/cookies.ts';
import type { Visit } from '../../visit.ts';
import { keepDeparture, takeDeparture } from './oidc-store.ts';
import type { Departure } from './providers.ts';

/** Binds a visit at a provider to the browser that began it (contract identity §6.12). */
const COOKIE = 'quarterdeck_continuity';
const LIFESPAN_S = 30 * 60;

/** A visit at a provider, with all that its answer is checked by. */
export interface PendingVisit extends Departure {
  provider: string;
  /** Epoch milliseconds. */
  begunAt: number;
}

/** Keeps a visit for the browser that goes there; only it, with its cookie, comes back by it, and once. */
export async function keepVisit(visit: Visit, flow: StoredFlow, pending: PendingVisit): Promise<void> {
  const { db, cipher, settings } = visit.context;
  const secret = newSecret();
  await keepDeparture(db.pool, flow.id, {
    cookie: hex(secret),
    state: hex(pending.state),
    sealed: cipher.seal(placeOf(flow.id), JSON.stringify(pending)),
  });
  visit.setCookie(
    writeCookie(COOKIE, `${flow.kind}.${flow.id}.${secret}`, {
      maxAge: LIFESPAN_S,
      secure: settings.consoleUrl.protocol === 'https:',
    }),
  );
}

/** Which flow this browser left for a provider. Throws `security_csrf_violation` for a browser that left none. */
export function flowOfCookie(visit: Visit): { kind: FlowKind; id: string; secret: string } {
  const [name = '', id = '', secret = ''] = (readCookie(visit.request, COOKIE) ?? '').split('.');
  const kind = flowKinds.find((one) => one === name);
  if (kind === undefined) throw csrfViolation();
  return { kind, id, secret };
}

/**
 * Uses up the visit that this browser began from a flow. Throws `security_csrf_violation` when it is another's, was used,
 * took too long, or led to another provider.
 */
export async function takeVisit(
  visit: Visit,
  flowId: string,
  given: { secret: string; state: string; provider: string },
): Promise<PendingVisit> {
  const { db, cipher, clock, settings } = visit.context;
  const sealed = await takeDeparture(db.pool, flowId, { cookie: hex(given.secret), state: hex(given.state) });
  if (sealed === null) throw csrfViolation();
  visit.setCookie(writeCookie(COOKIE, '', { maxAge: 0, secure: settings.consoleUrl.protocol === 'https:' }));
  const pending = JSON.parse(cipher.open(placeOf(flowId), sealed)) as PendingVisit; // sealed by keepVisit
  const isLate = clock.now() >= pending.begunAt + LIFESPAN_S * 1000;
  if (isLate || pending.provider !== given.provider) throw csrfViolation();
  return pending;
}

const placeOf = (flowId: string): string => `oidc:${flowId}`;

function hex(secret: string): string {
  return digest(secret).toString('hex');
}
