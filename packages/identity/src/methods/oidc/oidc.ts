import type { FlowNode } from '@quarterdeck/contract';
import type { Queryable } from '../../database.ts';
import { message } from '../../flows/messages.ts';
import { input } from '../../flows/nodes.ts';
import type { FormValues } from '../../http/negotiate.ts';
import type { StoredIdentity } from '../../people/identity-store.ts';
import { countFirstFactors, credentialsOf, removeCredentials } from '../credential-store.ts';
import type {
  Elsewhere,
  Method,
  MethodInput,
  Refusal,
  SettingsInput,
  SettingsOutcome,
  SettingsSubmit,
  SubmitInput,
} from '../types.ts';
import { type AccountConfig, addAccount, callbackUrl, failureText, offerOf, refusal } from './accounts.ts';
import { keepVisit } from './continuity.ts';
import { ProviderError } from './providers.ts';

/** Sign-in with an account of another place, by OpenID Connect (contract identity §3.1, §3.4, §3.6, §6.12). */
export const oidcMethod: Method = {
  group: 'oidc',
  login: {
    step: 1,
    accepts: asksFor('provider'),
    nodes: loginNodes,
    submit: (given) => leave(given, given.values.provider ?? ''),
    afterwards: takeOffer,
  },
  registration: {
    accepts: asksFor('provider'),
    nodes: ({ context }) => context.providers.list.map((one) => button('provider', one, 1040002)),
    leave: (given) => leave(given, given.values.provider ?? ''),
  },
  settings: {
    accepts: (values) => asksFor('link')(values) || asksFor('unlink')(values),
    isPrivileged: () => true,
    nodes: settingsNodes,
    leave: async (given) => (given.values.link === undefined ? null : link(given, given.values.link)),
    submit: unlink,
  },
};

/** Whether a form has one of the method's buttons, and names no other method. */
function asksFor(name: 'provider' | 'link' | 'unlink') {
  return ({ method = 'oidc', [name]: value = '' }: FormValues) => method === 'oidc' && value !== '';
}

function button(name: string, { id, label }: { id: string; label: string }, text: number): FlowNode {
  return input('oidc', name, 'submit', { value: id, label: message(text, { provider: label, provider_id: id }) });
}

/** All to begin with; on a confirmation only those that the identity has. */
async function loginNodes({ context, flow, identity, kinds }: MethodInput): Promise<FlowNode[]> {
  const { list } = context.providers;
  const isKnown = flow.refresh && identity !== null;
  const linked = isKnown && kinds.has('oidc') ? await linkedTo({ context, identity }) : new Set<string>();
  return list.filter(({ id }) => !isKnown || linked.has(id)).map((one) => button('provider', one, 1010002));
}

async function settingsNodes({ context, identity }: SettingsInput): Promise<FlowNode[]> {
  const linked = await linkedTo({ context, identity });
  const mayUnlink = linked.size > 0 && (await countFirstFactors(context.db.pool, identity.id)) > 1;
  return context.providers.list.flatMap((one) => {
    if (!linked.has(one.id)) return [button('link', one, 1050002)];
    return mayUnlink ? [button('unlink', one, 1050003)] : [];
  });
}

/** The providers that an identity has accounts of. */
async function linkedTo({
  context,
  identity,
}: Pick<MethodInput, 'context'> & { identity: StoredIdentity }): Promise<Set<string>> {
  const accounts = await credentialsOf<AccountConfig>(context.db.pool, identity.id, 'oidc');
  return new Set(accounts.map(({ config }) => config.provider));
}

/** Sends the browser to a provider, and keeps what its answer is checked by. */
async function leave({ context, visit, flow }: SubmitInput, provider: string): Promise<Refusal | Elsewhere> {
  try {
    const redirectUri = callbackUrl(context, provider);
    const { to, ...departure } = await context.providers.depart(provider, redirectUri, flow.refresh);
    await keepVisit(visit, flow, { ...departure, provider, begunAt: context.clock.now() });
    return { kind: 'elsewhere', to };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return refusal(failureText(context.providers.find(provider), error));
  }
}

async function link(given: SettingsInput & SubmitInput, provider: string): Promise<Refusal | Elsewhere> {
  const linked = await linkedTo(given);
  return linked.has(provider) ? refusal('This is connected already.') : leave(given, provider);
}

async function unlink({ db, identity, values }: SettingsSubmit): Promise<SettingsOutcome> {
  const provider = values.unlink ?? '';
  const left = await countFirstFactors(db, identity.id, { lock: true });
  const accounts = await credentialsOf<AccountConfig>(db, identity.id, 'oidc');
  const account = accounts.find(({ config }) => config.provider === provider);
  if (!account) return refusal('This is not connected.');
  if (left <= 1) return refusal('This is the only way to sign in. Please add another one first.');
  await removeCredentials(db, identity.id, 'oidc', account.identifier);
  return { kind: 'saved', action: 'social.unlink', target: provider };
}

/** Connects the account that led to this sign-in, when the one who owns its address signed in. */
async function takeOffer(
  db: Queryable,
  { context, visit, flow, identity }: MethodInput & { identity: StoredIdentity },
): Promise<void> {
  const offer = offerOf(flow);
  if (offer === null || offer.identityId !== identity.id) return;
  if ((await linkedTo({ context, identity })).has(offer.provider)) return;
  if (!(await addAccount(db, identity.id, offer))) return;
  await visit.audit(db, {
    action: 'social.link',
    target: offer.provider,
    result: 'ok',
    actorId: identity.id,
    actorName: identity.traits.email,
  });
}
