import type { IdentityContext } from '../../context.ts';
import type { Queryable } from '../../database.ts';
import type { StoredFlow } from '../../flows/flow-store.ts';
import { message } from '../../flows/messages.ts';
import { addCredential } from '../credential-store.ts';
import type { Refusal } from '../types.ts';
import type { Offer } from './oidc-store.ts';
import type { ProviderError } from './providers.ts';

/** An account at a provider, as an identity's credential keeps it. */
export interface AccountConfig {
  provider: string;
  /** What the provider calls the person, for good; an address may change hands. */
  subject: string;
}

/** What names an account among all. */
export function accountIdentifier({ provider, subject }: AccountConfig): string {
  return `${provider}:${subject}`;
}

/** Lets an identity sign in with an account. False: somebody does already. */
export function addAccount(db: Queryable, identityId: string, { provider, subject }: AccountConfig): Promise<boolean> {
  const config: AccountConfig = { provider, subject };
  return addCredential(db, { identityId, kind: 'oidc', identifier: accountIdentifier(config), config });
}

/** Where a provider sends people back to: one address of its own for each. */
export function callbackUrl({ settings }: Pick<IdentityContext, 'settings'>, provider: string): URL {
  return new URL(`self-service/methods/oidc/callback/${provider}`, settings.baseUrl);
}

/** What a login flow offers to connect. */
export function offerOf({ secrets }: Pick<StoredFlow, 'secrets'>): Offer | null {
  return (secrets.offer as Offer | undefined) ?? null; // written by keepOffer alone
}

/** The form again, with a reason in words. */
export function refusal(reason: string): Refusal {
  return { kind: 'refused', messages: [{ message: message(4000001, { reason }) }] };
}

/** What is said of a visit that came to nothing. */
export function failureText(provider: { label: string } | undefined, { reason }: ProviderError): string {
  return provider === undefined ? reason : `${provider.label}: ${reason}`;
}
