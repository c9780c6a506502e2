import type { CheckContext, CheckOutcome, MetricSample } from '../../engine/types.ts';
import {
  clientErrorText,
  createHttpClient,
  type HttpRequest,
  type HttpResponse,
  type TokenCache,
} from '../../http-client/index.ts';
import { crawl } from './crawl.ts';
import { httpEndpoint } from './endpoint.ts';
import { emptyVariables, evaluateResponse } from './evaluate.ts';
import { InvalidHttpCheck, prepareRequest } from './prepare.ts';
import type { HttpSpec } from './schema.ts';

const DAY_MS = 86_400_000;

/** Probes one URL (contract checks §2.1). `tokens` keeps access tokens between probes. */
export async function runHttp(context: CheckContext<HttpSpec>, tokens: TokenCache): Promise<CheckOutcome> {
  const { spec, egress, clock } = context;
  const variables = emptyVariables();
  let request: HttpRequest;
  try {
    request = await prepareRequest(context);
  } catch (error) {
    const invalid = error instanceof InvalidHttpCheck;
    return { pass: false, invalid, errors: [clientErrorText(error)], ...(invalid ? {} : { cause: error }), variables };
  }
  const client = createHttpClient({ egress, clock, tokens });
  if (spec.crawl) return runCrawl(spec.crawl, request, client.request);
  const startMs = clock.monotonic();
  try {
    return judge(context, await client.request(request));
  } catch (error) {
    const durationMs = wholeMs(clock.monotonic() - startMs);
    return { pass: false, errors: [clientErrorText(error)], cause: error, durationMs, variables };
  }
}

async function runCrawl(
  settings: NonNullable<HttpSpec['crawl']>,
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<CheckOutcome> {
  const { visited, missing, startError } = await crawl(request, settings, { send, random: Math.random });
  const variables = { ...emptyVariables(), visited, missing };
  if (missing.length > 0) {
    const errors = [`Visited: ${visited}, Missing: ${missing.length}`];
    return { pass: false, errors, variables, ...(startError === undefined ? {} : { cause: startError }) };
  }
  return { pass: true, message: `Visited: ${visited}`, variables };
}

function judge(context: CheckContext<HttpSpec>, response: HttpResponse): CheckOutcome {
  const nowMs = context.clock.now();
  if (context.trace) {
    const { status, timings, redirects } = response;
    context.log.debug({ endpoint: httpEndpoint(context.spec), status, timings, redirects }, 'http answer');
  }
  const { errors, variables } = evaluateResponse(response, context.spec, nowMs);
  return {
    pass: errors.length === 0,
    errors,
    durationMs: wholeMs(response.elapsedMs),
    variables: { ...variables, timings: response.timings },
    metrics: metricsOf(response, httpEndpoint(context.spec), nowMs),
  };
}

function metricsOf(response: HttpResponse, url: string, nowMs: number): MetricSample[] {
  const status = String(response.status);
  const metrics: MetricSample[] = [
    { name: 'response_code', type: 'counter', value: 1, labels: { code: status, url } },
    {
      name: 'canary_check_http_response_status',
      type: 'counter',
      value: 1,
      labels: { status, statusClass: `${status.slice(0, 1)}xx`, url },
    },
  ];
  if (response.certificateExpiresMs !== null) {
    const days = (response.certificateExpiresMs - nowMs) / DAY_MS;
    metrics.push({ name: 'canary_check_http_ssl_expiry', type: 'gauge', value: days, labels: { url } });
  }
  return metrics;
}

/** Stored durations are whole milliseconds, and 0 would read as not measured. */
function wholeMs(ms: number): number {
  return Math.max(1, Math.round(ms));
}
