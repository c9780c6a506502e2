import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

/** What a provider tells of somebody. */
export interface TestAccount {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A real OpenID provider on loopback, for tests: `oidc-provider` with a page that asks for nothing but a name. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By the name that is typed on its page, which is the subject too. */
  accounts: Map<string, TestAccount>;
  stop(): Promise<void>;
}

/** Starts a provider that sends people back to these addresses. `host`: under which name it is reached. */
export async function startProvider(redirectUris: readonly string[], host = 'localhost'): Promise<TestProvider> {
  const accounts = new Map<string, TestAccount>();
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://${host}:${address.port}`;
  const clientId = 'console';
  const clientSecret = randomUUID();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...accounts.get(sub) }),
    }),
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const isPage = request.url?.startsWith('/interaction/') === true;
    (isPage ? interact(provider, request, response) : handle(request, response)).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const PAGE = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post">
  <label>Name <input name="name"></label>
  <button name="act" value="allow">Allow</button><button name="act" value="deny">Deny</button></form></html>`;

/** The page, and what was pressed on it: who somebody is and that they allow it, or that they do not. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const accountId = form.get('name') ?? '';
  if (form.get('act') === 'deny') {
    await provider.interactionFinished(
      request,
      response,
      { error: 'access_denied' },
      { mergeWithLastSubmission: false },
    );
    return;
  }
  const grant = new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/**
 * Walks the provider's pages as a browser would, from where the console sent it until it is sent back. Answers that
 * address. `name` is typed where the provider asks; null denies.
 */
export async function visitProvider(from: string, name: string | null, jar = new Map<string, string>()): Promise<URL> {
  const { origin } = new URL(from);
  let url = new URL(from);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [key = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      jar.set(key, value);
    }
    const location = response.headers.get('location');
    await response.arrayBuffer();
    if (location === null) {
      if (response.status !== 200) throw new Error(`the provider answered ${response.status}`);
      body = new URLSearchParams({ name: name ?? '', act: name === null ? 'deny' : 'allow' });
      continue;
    }
    body = undefined;
    url = new URL(location, url);
    if (url.origin !== origin) return url;
  }
  throw new Error('the provider did not send the browser back');
}
