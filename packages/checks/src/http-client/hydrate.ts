import { type EnvVar, isUuid } from '@quarterdeck/contract';
import { parseDuration } from '@quarterdeck/kit';
import type { CheckContext } from '../engine/types.ts';
import type { TlsConfig } from '../types/fields.ts';
import type { TlsSettings } from './types.ts';

/** The inline connection of a check (contract checks §1.5). */
export interface InlineConnection {
  connection?: string;
  url?: string;
  username?: EnvVar;
  password?: EnvVar;
}

/** A connection with its values in place and its URL still a template. */
export interface HydratedConnection {
  /** Template of the URL; empty when there is none. */
  url: string;
  username: string;
  password: string;
  /** What the URL's template sees: name, namespace, username, password, domain. */
  variables: Record<string, string>;
  insecureTls: boolean;
  /** Those of the record. */
  properties: Record<string, string>;
}

/** Whether a text names a stored connection; any other text in `connection` is ignored. */
export function isConnectionReference(reference: string | undefined): reference is string {
  return reference !== undefined && (reference.startsWith('connection://') || isUuid(reference));
}

/**
 * Joins a stored connection with the inline one: the inline URL wins, inline credentials fill what the record lacks.
 * Credentials of a record are URL-escaped for the template. Throws what the context throws for a missing connection
 * or value.
 */
export async function hydrateConnection(context: CheckContext, inline: InlineConnection): Promise<HydratedConnection> {
  const stored = isConnectionReference(inline.connection) ? await context.connection(inline.connection) : null;
  const username = stored?.username.trim() || (await context.value(inline.username));
  const password = stored?.password.trim() || (await context.value(inline.password));
  const inUrl = stored ? encodeURIComponent : (text: string) => text;
  const { name, namespace } = stored ?? context.canary.metadata;
  const at = username.lastIndexOf('@');
  return {
    url: (inline.url || stored?.url || '').trim(),
    username,
    password,
    variables: {
      name,
      namespace,
      username: inUrl(username),
      password: inUrl(password),
      domain: at >= 0 ? username.slice(at + 1) : '',
    },
    insecureTls: stored?.insecureTls ?? false,
    properties: stored?.properties ?? {},
  };
}

/** The connection's URL with its template rendered. Throws `TEMPLATE_FAILED`. */
export async function renderConnectionUrl(context: CheckContext, connection: HydratedConnection): Promise<string> {
  return (await context.render(connection.url, connection.variables)).trim();
}

/** Reads the PEM values of TLS settings. Throws `VALUE_NOT_FOUND`. */
export async function hydrateTls(
  context: CheckContext,
  config: TlsConfig | undefined,
  insecureTls: boolean,
): Promise<TlsSettings> {
  const [ca, cert, key] = await Promise.all([
    context.value(config?.ca),
    context.value(config?.cert),
    context.value(config?.key),
  ]);
  const limit = config?.handshakeTimeout;
  const handshakeTimeoutMs = typeof limit === 'string' ? parseDuration(limit) : limit;
  return {
    insecureSkipVerify: insecureTls || config?.insecureSkipVerify === true,
    ...(handshakeTimeoutMs ? { handshakeTimeoutMs } : {}),
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
  };
}
