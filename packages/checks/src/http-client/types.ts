/** How a request proves who sends it. */
export type HttpAuth =
  | { kind: 'basic'; username: string; password: string }
  /** Version 1 is the old challenge response; version 2 needs target information from the server. */
  | { kind: 'ntlm'; version: 1 | 2; username: string; password: string }
  | { kind: 'digest'; username: string; password: string }
  | { kind: 'bearer'; token: string }
  | ({ kind: 'oauth2' } & ClientCredentials)
  | ({ kind: 'awsSigV4' } & SigV4Credentials);

/** OAuth2 client credentials (RFC 6749 §4.4). */
export interface ClientCredentials {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  /** Further members of the token request. */
  params: Record<string, string>;
}

/** Signs with AWS Signature Version 4. */
export interface SigV4Credentials {
  accessKey: string;
  secretKey: string;
  sessionToken?: string;
  region: string;
  service: string;
}

/** TLS of one request. Texts are PEM. */
export interface TlsSettings {
  insecureSkipVerify?: boolean;
  /** Default 10 s. */
  handshakeTimeoutMs?: number;
  /** Replaces the built-in roots. */
  ca?: string;
  cert?: string;
  key?: string;
}

export interface HttpRequest {
  /** http or https. Credentials in it become Basic authentication unless `auth` is set. */
  url: string;
  /** Default GET. */
  method?: string;
  /** Sent in this order with these spellings. */
  headers?: [name: string, value: string][];
  body?: string | Uint8Array;
  auth?: HttpAuth;
  tls?: TlsSettings;
  /** Limit of the whole request with its redirects and its body. Default 2 min. */
  timeoutMs?: number;
  /** Default 10; 0 hands back the redirect itself. */
  maxRedirects?: number;
  /** Largest body, as sent and decoded. Default 10 MiB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Milliseconds; null when a phase did not happen. All but the total are those of the last hop. */
interface HttpTimings {
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  /** From the sent request to the answer's headers. */
  firstByteMs: number;
  /** All hops, with the body. */
  totalMs: number;
}

export interface HttpResponse {
  /** Of the last hop, without credentials. */
  url: string;
  status: number;
  statusText: string;
  /** Names in canonical spelling (`Content-Type`); several values are joined with ", ". */
  headers: Record<string, string>;
  /** Decoded by its Content-Encoding. */
  body: Buffer;
  timings: HttpTimings;
  /** From the start to the headers of the last hop, milliseconds. */
  elapsedMs: number;
  /** When the leaf certificate expires, milliseconds since the epoch; null without TLS. */
  certificateExpiresMs: number | null;
  redirects: number;
}

/** The error of a request. `code` is the system's where there is one, else one of these. */
export class HttpClientError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'HttpClientError';
    this.code = code;
  }
}
