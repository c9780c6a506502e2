import type { Labels } from '@quarterdeck/contract';
import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import {
  chooseAuth,
  clientErrorText,
  createHttpClient,
  type HttpAuth,
  type HydratedConnection,
  hydrateConnection,
  hydrateTls,
  renderConnectionUrl,
  type TokenCache,
} from '../../http-client/index.ts';
import { type PrometheusSample, readSamples } from './answer.ts';
import type { PrometheusSpec } from './schema.ts';

/**
 * Runs an instant query (contract checks §2.11). Certificates are verified unless `tls.insecureSkipVerify` or the
 * connection says otherwise; R never verifies them.
 */
export async function runPrometheus(context: CheckContext<PrometheusSpec>, tokens: TokenCache): Promise<CheckOutcome> {
  const { spec } = context;
  if (spec.host) return notSent('host field is deprecated, use url field instead');
  try {
    const connection = await hydrateConnection(context, spec);
    const base = (await renderConnectionUrl(context, connection)) || context.settings.prometheusUrl;
    if (!base) return notSent('Must specify a URL');
    const samples = await query(context, base, connection, tokens);
    return judge(spec, samples);
  } catch (error) {
    return { ...failure(clientErrorText(error)), cause: error };
  }
}

function failure(text: string): CheckOutcome {
  return { pass: false, errors: [text], ...visible([]) };
}

function notSent(text: string): CheckOutcome {
  return { ...failure(text), reached: false };
}

async function query(
  context: CheckContext<PrometheusSpec>,
  base: string,
  connection: HydratedConnection,
  tokens: TokenCache,
): Promise<PrometheusSample[]> {
  const { spec, egress, clock, signal, settings } = context;
  const auth = await readAuth(context, connection);
  const client = createHttpClient({ egress, clock, tokens });
  const parameters = new URLSearchParams({ query: spec.query, time: String(clock.now() / 1000) });
  const response = await client.request({
    url: queryUrl(base, parameters),
    headers: [
      ['User-Agent', `canary-checker/${settings.version}`],
      ['Accept', 'application/json'],
    ],
    tls: await hydrateTls(context, spec.tls, connection.insecureTls),
    signal,
    ...(auth ? { auth } : {}),
  });
  return readSamples(response);
}

function queryUrl(base: string, parameters: URLSearchParams): string {
  const [address = '', own] = base.split('?', 2);
  return `${address.replace(/\/+$/, '')}/api/v1/query?${own ? `${own}&` : ''}${parameters}`;
}

async function readAuth(
  context: CheckContext<PrometheusSpec>,
  { username, password }: HydratedConnection,
): Promise<HttpAuth | undefined> {
  const { ntlm, ntlmv2, digest, oauth } = context.spec;
  const [bearer, clientId, clientSecret] = await Promise.all([
    context.value(context.spec.bearer),
    context.value(oauth?.clientID),
    context.value(oauth?.clientSecret),
  ]);
  const oauth2 = oauth && {
    clientId,
    clientSecret,
    scopes: oauth.scope ?? [],
    tokenUrl: oauth.tokenURL,
    params: oauth.params ?? {},
  };
  return chooseAuth({ username, password, ntlm, ntlmv2, digest, bearer, ...(oauth2 ? { oauth2 } : {}) });
}

function judge(spec: PrometheusSpec, samples: PrometheusSample[]): CheckOutcome {
  const errors = samples.length === 0 && spec.markFailOnEmpty ? ['query has returned empty result'] : [];
  return { pass: errors.length === 0, errors, labels: labelsOf(samples[0]), ...visible(samples) };
}

/** What expressions see; nothing of it is stored. */
function visible(samples: PrometheusSample[]): Pick<CheckOutcome, 'detail' | 'storeDetail' | 'variables'> {
  const [first] = samples;
  return {
    detail: samples,
    storeDetail: false,
    variables: { value: first?.value ?? 0, firstResult: first ?? {}, results: samples },
  };
}

function labelsOf(sample: PrometheusSample | undefined): Labels {
  const labels: Labels = {};
  for (const [name, value] of Object.entries(sample ?? {})) {
    if (typeof value === 'string') labels[name] = value;
  }
  return labels;
}
