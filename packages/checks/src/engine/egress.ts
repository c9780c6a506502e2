import type { LookupAddress } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';

/** How long each phase of opening a connection took, in milliseconds; null when the phase did not happen. */
export interface ConnectTimings {
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
}

export interface ConnectOptions {
  host: string;
  port: number;
  /** Present: TLS is spoken. `servername` defaults to the host. */
  tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername' | 'ALPNProtocols'>;
  /** Limit of all phases together. */
  timeoutMs?: number;
  /** Limit of the TLS handshake alone; ends in the code `ETIMEDOUT`, like the other one. */
  handshakeTimeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * The only way out. Each call checks the policy (metadata and link-local addresses and the product's own ports never;
 * private ranges by policy) on the resolved address that is then used, so a name cannot change in between.
 * Throws `AppError('EGRESS_DENIED')`, or the system's error with its `code`.
 */
export interface Egress {
  /** Resolves a host (a name or an address) and checks it with the port. Clients then connect to the address. */
  resolve(host: string, port: number, options?: { family?: 0 | 4 | 6 }): Promise<LookupAddress>;
  /** Opens a TCP or TLS connection. */
  connect(options: ConnectOptions): Promise<{ socket: Socket | TLSSocket; timings: ConnectTimings }>;
  /** For clients that take a lookup function; checks the addresses, not the port. */
  lookup: LookupFunction;
}
