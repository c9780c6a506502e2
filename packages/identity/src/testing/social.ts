import type { Flow } from '@quarterdeck/contract';
import type { IdentityResponse } from '../http/types.ts';
import type { ProviderFetch } from '../methods/oidc/providers.ts';
import { type Browser, CONSOLE, errorOf, flowOf, type Harness, startHarness } from './harness.ts';
import { startProvider, type TestProvider, visitProvider } from './provider.ts';

/** Two real providers, and the service with and without registration over them. */
export interface SocialWorld {
  acme: TestProvider;
  other: TestProvider;
  open: Harness;
  closed: Harness;
  stop(): Promise<void>;
}

/** Starts a {@link SocialWorld}; the service reaches its providers by `onTheWay`. */
export async function startSocial(onTheWay: ProviderFetch): Promise<SocialWorld> {
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
    startHarness({ registration: true }, { social, startMs }),
    startHarness({}, { social, startMs }),
  ]);
  return {
    acme,
    other,
    open,
    closed,
    async stop() {
      await Promise.all([open.stop(), closed.stop(), acme.stop(), other.stop()]);
    },
  };
}

/** Presses a provider's button: where the browser is sent. */
export async function leaveFor(
  browser: Browser,
  flow: Flow,
  kind: string,
  values: Record<string, string>,
): Promise<string> {
  const { error, redirect_browser_to: to = '' } = errorOf(await browser.submit(flow, kind, values));
  if (error?.id !== 'browser_location_change_required') throw new Error(`not sent anywhere: ${error?.message}`);
  return to;
}

/** Comes back from a provider, as the page visit that it is; `to`: where that leads. */
export async function comeBackTo(browser: Browser, url: URL): Promise<IdentityResponse & { to: URL }> {
  const path = `${url.pathname.replace('/api/.ory', '')}${url.search}`;
  const response = await browser.call('GET', path, { html: true });
  return { ...response, to: new URL(response.headers.location ?? '', CONSOLE) };
}

/** All of a sign-in by a provider, as somebody there; null denies. */
export async function signInBy(browser: Browser, provider: string, as: string | null, kind = 'login') {
  const flow = await browser.begin(kind, 'return_to=%2Fhealth%3Fgroup%3Da');
  return comeBackTo(browser, await visitProvider(await leaveFor(browser, flow, kind, { provider }), as));
}

/** The form of the page that somebody was led to. */
export async function shownAt(browser: Browser, to: URL, kind: string): Promise<Flow> {
  return flowOf(await browser.call('GET', `/self-service/${kind}/flows?id=${to.searchParams.get('flow')}`));
}

/** The values of all buttons of a name. */
export function buttons(flow: Flow, called: string): string[] {
  return flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === 'input' && attributes.name === called ? [String(attributes.value)] : [],
  );
}
