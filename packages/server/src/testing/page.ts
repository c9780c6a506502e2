import type { Flow } from '@quarterdeck/contract';
import type { RunningServer } from '../container.ts';

/** A call of a page: to the first node, and a GET, unless it says otherwise. */
export interface PageCall {
  node?: number;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A page of the console in a browser of its own: same-origin calls, with the cookies that servers gave it. */
export class Page {
  readonly #jar = new Map<string, string>();
  readonly #nodes: () => readonly RunningServer[];

  constructor(nodes: () => readonly RunningServer[]) {
    this.#nodes = nodes;
  }

  /** The cookies, as a request sends them. */
  cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(path: string, { node = 0, method = 'GET', body, headers = {} }: PageCall = {}): Promise<Response> {
    const url = new URL(path, this.#nodes()[node]?.url);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        cookie: this.cookies(),
        ...(method === 'GET' ? {} : { origin: url.origin }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', ...value] = (text.split(';')[0] ?? '').split('=');
      this.#jar.set(name, value.join('='));
    }
    return response;
  }

  /** What it sends as its cookies. */
  cookies(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The status of a call, and the code or the body of its answer. */
  async answer(path: string, call: PageCall = {}): Promise<{ status: number; code?: string; body: unknown }> {
    const response = await this.call(path, call);
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const code = typeof body === 'object' && body !== null && 'code' in body ? { code: String(body.code) } : {};
    return { status: response.status, ...code, body };
  }

  /** Begins a flow of the sign-in. */
  async flow(kind: string, headers: Record<string, string> = {}): Promise<Flow> {
    return (await (await this.call(`/api/.ory/self-service/${kind}/browser`, { headers })).json()) as Flow;
  }

  /** Sends the form of a flow. */
  submit(flow: Flow, kind: string, values: Record<string, unknown>): Promise<Response> {
    const token = flow.ui.nodes.find(
      ({ attributes }) => attributes.node_type === 'input' && attributes.name === 'csrf_token',
    );
    const csrf_token = token?.attributes.node_type === 'input' ? token.attributes.value : undefined;
    return this.call(`/api/.ory/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      body: { csrf_token, ...values },
    });
  }

  /** Signs in with a password. */
  async signIn(identifier: string, password: string): Promise<Response> {
    return this.submit(await this.flow('login'), 'login', { method: 'password', identifier, password });
  }
}
