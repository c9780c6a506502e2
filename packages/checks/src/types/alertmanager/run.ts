import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import {
  chooseAuth,
  clientErrorText,
  createHttpClient,
  type HttpResponse,
  hydrateConnection,
  hydrateTls,
  renderConnectionUrl,
  type TokenCache,
} from '../../http-client/index.ts';
import { alertFilters, readAlerts } from './alerts.ts';
import { type AlertmanagerSpec, alertmanagerUrl } from './schema.ts';

/** Longest part of an error answer that is repeated. */
const MAX_ANSWER_CHARS = 1000;

/** Reads the firing alerts (contract checks §2.12). Passes whatever is firing: only errors fail. */
export async function runAlertmanager(
  context: CheckContext<AlertmanagerSpec>,
  tokens: TokenCache,
): Promise<CheckOutcome> {
  let response: HttpResponse;
  try {
    response = await fetchAlerts(context, tokens);
  } catch (error) {
    return { ...failure(`error fetching from alertmanager: ${clientErrorText(error)}`), cause: error };
  }
  const body = response.body.toString();
  if (response.status < 200 || response.status > 299) {
    return failure(`received non 2xx from alertmanager: ${response.status} ${body.slice(0, MAX_ANSWER_CHARS).trim()}`);
  }
  try {
    return { pass: true, detail: { alerts: readAlerts(body) } };
  } catch {
    return failure('error fetching from alertmanager: the answer is no list of alerts');
  }
}

function failure(text: string): CheckOutcome {
  return { pass: false, errors: [text], detail: { alerts: [] }, storeDetail: false };
}

async function fetchAlerts(context: CheckContext<AlertmanagerSpec>, tokens: TokenCache): Promise<HttpResponse> {
  const { spec, egress, clock, signal, settings } = context;
  const url = alertmanagerUrl(spec);
  const connection = await hydrateConnection(context, { ...spec, ...(url ? { url } : {}) });
  const base = await renderConnectionUrl(context, connection);
  if (!base) throw new Error('Must specify a URL');
  const parameters = new URLSearchParams(alertFilters(spec).map((filter): [string, string] => ['filter', filter]));
  const auth = chooseAuth(connection);
  return createHttpClient({ egress, clock, tokens }).request({
    url: `${withScheme(base).replace(/\/+$/, '')}/api/v2/alerts?${parameters}`,
    headers: [
      ['User-Agent', `canary-checker/${settings.version}`],
      ['Accept', 'application/json'],
    ],
    tls: await hydrateTls(context, undefined, connection.insecureTls),
    signal,
    ...(auth ? { auth } : {}),
  });
}

/** Documents name the host alone; it is reached over http then. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}
