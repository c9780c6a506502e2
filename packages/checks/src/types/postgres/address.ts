import { AppError } from '@quarterdeck/contract';

export type SslMode = 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Where and as whom to connect. */
export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  sslMode: SslMode;
  /** Run-time parameters such as `application_name`. */
  options: Record<string, string>;
}

const SSL_MODES: readonly string[] = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const KNOWN = new Set(['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'sslmode', 'connect_timeout']);

/** Reads `key=value` pairs; values may be quoted with `'`, with `\` before a quote or a backslash. */
function parsePairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const match of text.matchAll(/(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S*))/g)) {
    const [, key = '', quoted, bare = ''] = match;
    pairs.set(key.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
  }
  return pairs;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseUrl(text: string): Map<string, string> {
  // libpq allows an address without a host, which a URL does not.
  const withHost = text.replace(/^(\w+:\/\/(?:[^/?#]*@)?)(?=[/?]|$)/, '$1localhost');
  if (!URL.canParse(withHost)) {
    throw new AppError('DOCUMENT_FIELD', { message: 'the postgres address is not a URL', details: { field: 'url' } });
  }
  const url = new URL(withHost);
  const pairs = new Map<string, string>();
  const set = (key: string, value: string) => {
    if (value !== '') pairs.set(key, decode(value));
  };
  set('host', url.hostname.replace(/^\[(.*)\]$/, '$1'));
  set('port', url.port);
  set('user', url.username);
  set('password', url.password);
  set('dbname', url.pathname.slice(1));
  for (const [key, value] of url.searchParams) pairs.set(key.toLowerCase(), value);
  return pairs;
}

/** Reads a `postgres://` URL or a `key=value` address (contract checks §2.6). Throws `DOCUMENT_FIELD`. */
export function parsePostgresAddress(text: string): PostgresAddress {
  const pairs = /^postgres(?:ql)?:\/\//i.test(text.trim()) ? parseUrl(text.trim()) : parsePairs(text);
  const sslMode = pairs.get('sslmode') ?? 'prefer';
  if (!SSL_MODES.includes(sslMode)) {
    throw new AppError('DOCUMENT_FIELD', {
      message: `sslmode ${sslMode} is not one of ${SSL_MODES.join(', ')}`,
      details: { field: 'url' },
    });
  }
  const port = Number(pairs.get('port') ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new AppError('DOCUMENT_FIELD', {
      message: 'the port is not a number from 1 to 65535',
      details: { field: 'url' },
    });
  }
  const user = pairs.get('user') ?? 'postgres';
  return {
    host: pairs.get('hostaddr') ?? pairs.get('host') ?? 'localhost',
    port,
    user,
    password: pairs.get('password') ?? '',
    database: pairs.get('dbname') ?? user,
    sslMode: sslMode as SslMode,
    options: Object.fromEntries([...pairs].filter(([key]) => !KNOWN.has(key))),
  };
}
