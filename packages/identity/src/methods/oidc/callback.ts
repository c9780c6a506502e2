import { sessionAlreadyAvailable } from '../../flows/errors.ts';
import { createFlow, openFlow } from '../../flows/flow.ts';
import type { StoredFlow } from '../../flows/flow-store.ts';
import { settleLogin } from '../../flows/login.ts';
import { message } from '../../flows/messages.ts';
import { isOpen, refuseRegistration, settleRegistration } from '../../flows/registration.ts';
import { checkOwner, checkPrivileged, settleSettings } from '../../flows/settings.ts';
import type { Answer } from '../../http/answer.ts';
import type { FormValues } from '../../http/negotiate.ts';
import { findIdentity, findIdentityByAddress } from '../../people/identity-store.ts';
import { requireSession } from '../../sessions/routes.ts';
import { limits, sourceBucket } from '../../throttle/throttle.ts';
import type { Visit } from '../../visit.ts';
import { findCredential } from '../credential-store.ts';
import { readTraits, traitFaults } from '../profile/profile.ts';
import type { Refusal } from '../types.ts';
import { type AccountConfig, accountIdentifier, addAccount, callbackUrl, failureText, refusal } from './accounts.ts';
import { flowOfCookie, type PendingVisit, takeVisit } from './continuity.ts';
import { keepOffer } from './oidc-store.ts';
import { ProviderError, type SocialClaims } from './providers.ts';

/** What a provider may send back (RFC 6749 §4.1.2, RFC 9207). */
const PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state'] as const;
/** A confirmation may be this much older than its begin: two clocks never agree. */
const LEEWAY_MS = 60_000;

/** A person who came back from a provider, and what they left from. */
interface Arrival {
  visit: Visit;
  flow: StoredFlow;
  provider: { id: string; label: string };
  claims: SocialClaims;
}

/**
 * `GET /self-service/methods/oidc/callback/{provider}` (contract identity §1.2, §6.12). Who did not leave from this
 * browser gets an error page; what went wrong at the provider is told by the form that was left.
 */
export async function returnFromProvider(visit: Visit, providerId: string): Promise<Answer> {
  const { context, request } = visit;
  const { kind, id, secret } = flowOfCookie(visit);
  const flow = await openFlow(visit, kind, id, true);
  if (flow.doneAt !== null) throw sessionAlreadyAvailable();
  const state = request.query.get('state') ?? '';
  const pending = await takeVisit(visit, flow.id, { secret, state, provider: providerId });
  const { values } = flow.form;
  flow.form = { active: 'oidc', ...(values === undefined ? {} : { values }) };
  const provider = context.providers.find(providerId);
  try {
    const callback = callbackUrl(context, providerId);
    for (const name of PARAMETERS) {
      for (const value of request.query.getAll(name)) callback.searchParams.append(name, value);
    }
    const claims = await context.providers.arrive(providerId, callback, pending);
    return await arrive({ visit, flow, provider: provider ?? { id: providerId, label: providerId }, claims }, pending);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return refuse(visit, flow, providerId, refusal(failureText(provider, error)));
  }
}

/**
 * `POST` to the same address, by providers that send a form: the same visit with what matters in its query, so that the
 * browser sends the cookies that it keeps from the forms of other sites.
 */
export async function returnByForm(visit: Visit, providerId: string, values: FormValues): Promise<Answer> {
  const url = callbackUrl(visit.context, providerId);
  for (const name of PARAMETERS) if (values[name] !== undefined) url.searchParams.set(name, values[name]);
  return { status: 303, body: null, page: url.href };
}

async function arrive(arrival: Arrival, pending: PendingVisit): Promise<Answer> {
  const { visit, flow, provider, claims } = arrival;
  const { pool } = visit.context.db;
  if (flow.kind === 'settings') return connect(arrival);
  if (flow.refresh && claims.signedInAt !== null && claims.signedInAt < pending.begunAt - LEEWAY_MS) {
    return refuse(visit, flow, provider.id, refusal(`${provider.label}: Please sign in there again.`));
  }
  const account = await findCredential<AccountConfig>(pool, 'oidc', accountIdentifier(accountOf(arrival)));
  const owner = account === null ? null : await findIdentity(pool, account.identityId);
  if (owner !== null) {
    const login = flow.kind === 'login' ? flow : await createFlow(visit, 'login', { returnTo: flow.returnTo });
    const method = { method: 'oidc', provider: provider.id };
    return settleLogin(visit, login, { kind: 'proven', identity: owner, method });
  }
  if (flow.refresh)
    return refuse(visit, flow, provider.id, refusal(`This account of ${provider.label} is not yours here.`));
  return admit(arrival);
}

/** Somebody whom no identity knows: registers, or signs in first to the identity that has the address. */
async function admit(arrival: Arrival): Promise<Answer> {
  const { visit, flow, provider, claims } = arrival;
  const { context } = visit;
  const known = claims.email === null ? null : await findIdentityByAddress(context.db.pool, claims.email);
  if (known !== null && claims.isVerified) return offer(arrival, known.id, known.traits.email);
  if (!isOpen(visit, flow)) {
    const reason = `No account here is connected to this account of ${provider.label}. People join by invitation.`;
    return refuse(visit, flow, provider.id, refusal(reason));
  }
  const traits = { email: claims.email ?? '', ...(Object.keys(claims.name).length === 0 ? {} : { name: claims.name }) };
  const registration =
    flow.kind === 'registration' ? flow : await createFlow(visit, 'registration', { returnTo: flow.returnTo });
  registration.form = { active: 'oidc' };
  if (flow !== registration) {
    await context.throttle.spend(`registration ${sourceBucket(visit.request.source)}`, limits.registrationBySource);
  }
  const faults = traitFaults(traits);
  if (faults.length > 0) return refuseRegistration(visit, registration, faults, traits);
  return settleRegistration(visit, registration, {
    traits,
    verified: claims.isVerified,
    async attach(db, identity) {
      if (!(await addAccount(db, identity.id, accountOf(arrival)))) throw sessionAlreadyAvailable();
      return { method: 'oidc', provider: provider.id };
    },
  });
}

/** An account with the proven address of an identity is never connected by itself: its owner signs in to it first. */
async function offer(arrival: Arrival, identityId: string, email: string): Promise<Answer> {
  const { visit, flow, provider } = arrival;
  const login = flow.kind === 'login' ? flow : await createFlow(visit, 'login', { returnTo: flow.returnTo });
  await keepOffer(visit.context.db.pool, login.id, { identityId, ...accountOf(arrival) });
  login.form = { active: 'oidc' };
  const text = message(1010016, { provider: provider.label, duplicateIdentifier: email });
  return settleLogin(visit, login, {
    kind: 'refused',
    messages: [{ message: text }],
    values: { identifier: email },
  });
}

/** Connects the account to whoever is signed in. */
async function connect(arrival: Arrival): Promise<Answer> {
  const { visit, flow, provider } = arrival;
  const session = await requireSession(visit);
  checkOwner(session, flow);
  checkPrivileged(visit, session, flow);
  return settleSettings(visit, session, flow, async (_current, db) =>
    (await addAccount(db, session.identityId, accountOf(arrival)))
      ? { kind: 'saved', action: 'social.link', target: provider.id }
      : refusal(`This account of ${provider.label} is connected already, here or to somebody else.`),
  );
}

function accountOf({ provider, claims }: Arrival): AccountConfig {
  return { provider: provider.id, subject: claims.subject };
}

/** The form that was left, with what is wrong. */
async function refuse(visit: Visit, flow: StoredFlow, provider: string, why: Refusal): Promise<Answer> {
  await noteFailure(visit, flow, provider);
  if (flow.kind === 'registration') {
    return refuseRegistration(visit, flow, why.messages, readTraits(flow.form.values ?? {}));
  }
  if (flow.kind === 'login') return settleLogin(visit, flow, why);
  const session = await requireSession(visit);
  checkOwner(session, flow);
  return settleSettings(visit, session, flow, async () => why);
}

function noteFailure(visit: Visit, flow: StoredFlow, provider: string): Promise<void> {
  return visit.audit(visit.context.db.pool, {
    action: flow.kind === 'settings' ? 'social.link' : flow.refresh ? 'sign_in.confirm' : 'sign_in',
    target: flow.kind === 'settings' ? provider : '',
    result: 'failed',
    actorId: flow.identityId,
    details: { method: 'oidc', provider },
  });
}
