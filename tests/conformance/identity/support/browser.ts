import { request } from 'node:http';
import type { Flow } from '@quarterdeck/contract';
import { errorOf, flowOf, messageIds, nodeValue } from '@quarterdeck/identity/testing/read';

export { errorOf, flowOf, messageIds, nodeOf, nodeValue, SESSION, sessionOf } from '@quarterdeck/identity/testing/read';

/** Where the calls of the identity service are. */
export const API = '/api/.ory';

/** An answer as a browser gets it. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** `Set-Cookie` values, whole. */
  cookies: string[];
  text: string;
  /** The JSON of the text; null for none. */
  body: unknown;
}

export interface CallOptions {
  body?: unknown;
  /** Added to the usual ones; an empty one is left out. */
  headers?: Record<string, string>;
  /** As a person visits an address. */
  html?: boolean;
}

/** A browser: keeps its cookies, and sends what a page of the console would. Follows no redirect by itself. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #origin: () => string;
  readonly #console: string;
  readonly source: string;

  constructor(origin: () => string, console: string, source: string) {
    this.#origin = origin;
    this.#console = console;
    this.source = source;
  }

  /** Calls a path, or the path of a whole address, of the site. */
  async call(method: string, address: string, { body, headers = {}, html = false }: CallOptions = {}): Promise<Answer> {
    const target = URL.parse(address);
    const path = target === null ? address : `${target.pathname}${target.search}`;
    const isForm = body instanceof URLSearchParams;
    const isText = typeof body === 'string';
    const all = {
      accept: html ? 'text/html,application/xhtml+xml,*/*;q=0.8' : 'application/json',
      'user-agent': 'a test browser',
      'x-forwarded-for': this.source,
      'x-forwarded-proto': 'https',
      cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(method === 'GET' ? {} : { origin: this.#console }),
      ...(body === undefined
        ? {}
        : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const text = body === undefined ? undefined : isForm || isText ? String(body) : JSON.stringify(body);
    const answer = await send(new URL(path, this.#origin()), method, sent, text);
    for (const cookie of answer.cookies) this.#keep(cookie);
    return answer;
  }

  /** Creates a flow. Throws when none is given. */
  async begin(kind: string, query = ''): Promise<Flow> {
    const answer = await this.call('GET', `${API}/self-service/${kind}/browser${query === '' ? '' : `?${query}`}`);
    if (answer.status !== 200) throw new Error(`no ${kind} flow: ${answer.status} ${answer.text}`);
    return answer.body as Flow; // a flow, by its status
  }

  /** Submits a flow with the token of its form. */
  submit(flow: Flow, kind: string, values: Record<string, unknown>, options: CallOptions = {}): Promise<Answer> {
    return this.call('POST', `${API}/self-service/${kind}?flow=${flow.id}`, {
      body: { csrf_token: nodeValue(flow, 'csrf_token'), ...values },
      ...options,
    });
  }

  /** Signs in with a password. */
  async signIn(identifier: string, password: string): Promise<Answer> {
    return this.submit(await this.begin('login'), 'login', { method: 'password', identifier, password });
  }

  /** Proves the second step. */
  async step(values: Record<string, string>): Promise<Answer> {
    return this.submit(await this.begin('login', 'aal=aal2'), 'login', values);
  }

  whoAmI(): Promise<Answer> {
    return this.call('GET', `${API}/sessions/whoami`);
  }

  /** Signs out, as the menu does. */
  async signOut(): Promise<Answer> {
    const { body } = await this.call('GET', `${API}/self-service/logout/browser`);
    const { logout_token } = body as { logout_token: string };
    return this.call('GET', `${API}/self-service/logout?token=${logout_token}`);
  }

  #keep(text: string): void {
    const [pair = '', ...attributes] = text.split(';');
    const [name = '', ...value] = pair.split('=');
    if (attributes.some((one) => one.trim().toLowerCase() === 'max-age=0')) this.jar.delete(name);
    else this.jar.set(name, value.join('='));
  }
}

/** By hand, because a page's own client sets neither cookies nor a host of another name. */
function send(url: URL, method: string, headers: Record<string, string>, body: string | undefined): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = request(url, { method, headers }, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const isJson = /json/.test(String(answer.headers['content-type'] ?? ''));
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        cookies: answer.headers['set-cookie'] ?? [],
        text,
        body: isJson && text !== '' ? JSON.parse(text) : null,
      });
    });
  });
  call.on('error', reject);
  call.end(body);
  return promise;
}

/** The id of an error, or the ids of the messages of a form. */
export const saidBy = (answer: Answer): string | number[] | undefined =>
  answer.body !== null && typeof answer.body === 'object' && 'ui' in answer.body
    ? messageIds(flowOf(answer))
    : errorOf(answer)?.error?.id;
/** The cookie of an answer by its name, whole. */
export const cookieOf = ({ cookies }: Answer, name: string): string | undefined =>
  cookies.find((text) => text.startsWith(`${name}=`));
