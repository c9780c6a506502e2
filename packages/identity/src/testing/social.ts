import type { Flow } from '@quarterdeck/contract';
import { afterAll } from 'vitest';
import type { IdentityResponse } from '../http/types.ts';
import type { ProviderFetch } from '../methods/oidc/providers.ts';
import { Browser, CONSOLE, type Harness, useHarness } from './harness.ts';
import { startProvider, type TestProvider, visitProvider } from './provider.ts';
import { errorOf, flowOf } from './read.ts';

/** Two real providers, and the service with and without registration over them. */
export interface SocialWorld {
  acme: TestProvider;
  other: TestProvider;
  open: Harness;
  closed: Harness;
  /** Somebody with an account at the first provider and none here, at a browser. */
  newVisitor(): Visitor;
}

export interface Visitor {
  /** The account at the provider. */
  name: string;
  email: string;
  browser: Browser;
  /** How many there are by now. */
  count: number;
}

/** Starts a {@link SocialWorld} for the tests of a file; the service reaches its providers by `onTheWay`. */
export async function useSocial(onTheWay: ProviderFetch): Promise<SocialWorld> {
  const redirect = (id: string) => [`${CONSOLE}/api/.ory/self-service/methods/oidc/callback/${id}`];
  const [acme, other] = await Promise.all([startProvider(redirect('acme')), startProvider(redirect('other'))]);
  const provider = (id: string, label: string, { issuer, clientId, clientSecret }: TestProvider) => ({
    id,
    label,
    issuer,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
  });
  const social = { providers: [provider('acme', 'Acme', acme), provider('other', 'Other', other)], fetch: onTheWay };
  // A real provider tells the real time.
  const startMs = Date.now();
  const [open, closed] = await Promise.all([
    useHarness({ registration: true }, { social, startMs }),
    useHarness({}, { social, startMs }),
  ]);
  afterAll(() => Promise.all([acme.stop(), other.stop()]));
  let count = 0;
  return {
    acme,
    other,
    open,
    closed,
    newVisitor() {
      count += 1;
      const name = `grace-${count}`;
      const email = `grace${count}@example.test`;
      acme.accounts.set(name, { email, email_verified: true, given_name: 'Grace', family_name: 'H' });
      return { name, email, browser: new Browser(open.service, `192.0.2.${count}`), count };
    },
  };
}

/** The steps of a sign-in by a provider, of whoever is at the browser of the test, or of another one. */
export function stepsOf(now: () => Pick<Visitor, 'browser' | 'name'>) {
  return {
    leave: (flow: Flow, kind: string, values: Record<string, string>, from = now().browser) =>
      leaveFor(from, flow, kind, values),
    comeBack: (url: URL, from = now().browser) => comeBackTo(from, url),
    signInWith: (provider: string, kind = 'login', from = now().browser, as: string | null = now().name) =>
      signInBy(from, provider, as, kind),
    shown: (to: URL, kind: string, from = now().browser) => shownAt(from, to, kind),
  };
}

/** Presses a provider's button: where the browser is sent. */
async function leaveFor(browser: Browser, flow: Flow, kind: string, values: Record<string, string>): Promise<string> {
  const { error, redirect_browser_to: to = '' } = errorOf(await browser.submit(flow, kind, values));
  if (error?.id !== 'browser_location_change_required') throw new Error(`not sent anywhere: ${error?.message}`);
  return to;
}

/** Comes back from a provider, as the page visit that it is; `to`: where that leads. */
async function comeBackTo(browser: Browser, url: URL): Promise<IdentityResponse & { to: URL }> {
  const path = `${url.pathname.replace('/api/.ory', '')}${url.search}`;
  const response = await browser.call('GET', path, { html: true });
  return { ...response, to: new URL(response.headers.location ?? '', CONSOLE) };
}

/** All of a sign-in by a provider, as somebody there; null denies. */
async function signInBy(browser: Browser, provider: string, as: string | null, kind = 'login') {
  const flow = await browser.begin(kind, 'return_to=%2Fhealth%3Fgroup%3Da');
  return comeBackTo(browser, await visitProvider(await leaveFor(browser, flow, kind, { provider }), as));
}

/** The form of the page that somebody was led to. */
async function shownAt(browser: Browser, to: URL, kind: string): Promise<Flow> {
  return flowOf(await browser.call('GET', `/self-service/${kind}/flows?id=${to.searchParams.get('flow')}`));
}

/** The values of all buttons of a name. */
export function buttons(flow: Flow, called: string): string[] {
  return flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === 'input' && attributes.name === called ? [String(attributes.value)] : [],
  );
}
