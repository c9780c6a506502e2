import { errorText } from '@quarterdeck/contract';
import { sanitiseEndpoint } from '../../engine/result.ts';
import type { CheckContext } from '../../engine/types.ts';
import {
  chooseAuth,
  type HttpAuth,
  type HttpRequest,
  hydrateConnection,
  hydrateTls,
  isConnectionReference,
  parseHttpUrl,
} from '../../http-client/index.ts';
import type { HttpSpec } from './schema.ts';

/** The check cannot be evaluated at all; its text is the result's error. */
export class InvalidHttpCheck extends Error {}

/**
 * The request of a check: connection and values read, URL and body rendered, credentials taken out of the URL
 * (contract checks §2.1). Throws {@link InvalidHttpCheck} for what makes the result invalid; any other error is a
 * plain failure.
 */
export async function prepareRequest(context: CheckContext<HttpSpec>): Promise<HttpRequest> {
  const { spec } = context;
  if (spec.url && spec.endpoint) throw new InvalidHttpCheck('cannot specify both endpoint and url');
  const url = spec.url || spec.endpoint;
  if (!url && !isConnectionReference(spec.connection)) throw new InvalidHttpCheck('no url or connection specified');
  const connection = await orInvalid('', () => hydrateConnection(context, { ...spec, ...(url ? { url } : {}) }));
  const variables = { ...connection.variables, ...(await readEnv(context)) };
  const rendered = await renderUrl(context, connection.url, variables);
  const target = checkUrl(rendered.trim());
  const username = target.credentials?.username ?? connection.username;
  const password = target.credentials?.password ?? connection.password;
  const auth = await readAuth(context, username, password);
  const body = await renderBody(context, variables);
  return {
    url: target.url.href,
    method: spec.method || 'GET',
    headers: await readHeaders(context),
    tls: await hydrateTls(context, spec.tlsConfig, connection.insecureTls),
    signal: context.signal,
    ...(body ? { body } : {}),
    ...(auth ? { auth } : {}),
    ...(spec.thresholdMillis ? { timeoutMs: spec.thresholdMillis } : {}),
    ...(spec.maxRedirects === undefined ? {} : { maxRedirects: spec.maxRedirects }),
  };
}

async function orInvalid<T>(prefix: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new InvalidHttpCheck(prefix + sanitiseEndpoint(errorText(error)), { cause: error });
  }
}

async function readEnv(context: CheckContext<HttpSpec>): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const source of context.spec.env ?? []) {
    const value = await orInvalid('failed to get env value: ', () => context.value(source));
    if (source.name) values[source.name] = value;
  }
  return values;
}

async function renderUrl(
  context: CheckContext<HttpSpec>,
  template: string,
  variables: Record<string, string>,
): Promise<string> {
  try {
    return await context.render(template, variables);
  } catch (cause) {
    throw new InvalidHttpCheck('failed to template url', { cause });
  }
}

async function renderBody(context: CheckContext<HttpSpec>, variables: Record<string, string>): Promise<string> {
  const { body = '', templateBody } = context.spec;
  if (!templateBody || body === '') return body;
  return orInvalid('failed to template request body: ', () => context.render(body, variables));
}

function checkUrl(text: string) {
  const shown = sanitiseEndpoint(text);
  if (text === '') throw new InvalidHttpCheck('no url or connection specified');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  if (!scheme) throw new InvalidHttpCheck(`invalid url, missing scheme '${shown}'`);
  if (/^(?:[/?#]|$)/.test(text.slice(scheme[0].length))) {
    throw new InvalidHttpCheck(`invalid url, missing host '${shown}'`);
  }
  try {
    return parseHttpUrl(text);
  } catch (error) {
    throw new InvalidHttpCheck(errorText(error), { cause: error });
  }
}

async function readAuth(
  context: CheckContext<HttpSpec>,
  username: string,
  password: string,
): Promise<HttpAuth | undefined> {
  const { oauth2, awsSigV4, ntlm, ntlmv2, digest } = context.spec;
  if (awsSigV4) {
    const [accessKey, secretKey, sessionToken] = await Promise.all([
      context.value(awsSigV4.accessKey),
      context.value(awsSigV4.secretKey),
      context.value(awsSigV4.sessionToken),
    ]);
    const { region, service = 'execute-api' } = awsSigV4;
    return { kind: 'awsSigV4', accessKey, secretKey, region, service, ...(sessionToken ? { sessionToken } : {}) };
  }
  const client = { clientId: username, clientSecret: password };
  return chooseAuth({
    username,
    password,
    ntlm,
    ntlmv2,
    digest,
    ...(oauth2
      ? {
          oauth2: {
            ...client,
            scopes: oauth2.scope ?? [],
            tokenUrl: oauth2.tokenURL,
            params: oauth2.params ?? {},
          },
        }
      : {}),
  });
}

async function readHeaders(context: CheckContext<HttpSpec>): Promise<[string, string][]> {
  const headers: [string, string][] = [['User-Agent', `canary-checker/${context.settings.version}`]];
  for (const source of context.spec.headers ?? []) {
    if (!source.name) continue;
    const value = await context.value(source);
    if (source.name.toLowerCase() === 'user-agent') headers[0] = [source.name, value];
    else headers.push([source.name, value]);
  }
  return headers;
}
