/** A request as the identity service sees it, whatever server carries it. Paths are relative to the service's base. */
export interface IdentityRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** Address of the caller: the socket's, or what a trusted proxy says. */
  source: string;
  /**
   * Where the browser reached the service, given only where no public address is set and the name is one of this
   * machine's loopback: then links lead back there.
   */
  origin?: URL;
}

/** What to answer. `cookies` are whole `Set-Cookie` values; `body` is sent as JSON unless it is null. */
export interface IdentityResponse {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: unknown;
}
