import { AppError } from '@quarterdeck/contract';

/** Where and as whom to connect. `tls` is the parameter of that name: `false`, `true`, `skip-verify` or `preferred`. */
export interface MysqlAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  tls: 'false' | 'true' | 'skip-verify' | 'preferred';
}

const DSN = /^(?:(?<user>[^:@]*)(?::(?<password>.*))?@)?(?:(?<net>\w+)(?:\((?<address>[^)]*)\))?)?\/(?<rest>.*)$/s;
const DEFAULT_PORT = 3306;

function invalid(message: string): AppError {
  return new AppError('DOCUMENT_FIELD', { message, details: { field: 'url' } });
}

function splitHost(text: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text);
  if (!match) throw invalid('the mysql address is not host:port');
  const port = Number(match[3] ?? DEFAULT_PORT);
  if (port < 1 || port > 65_535) throw invalid('the port is not a number from 1 to 65535');
  return { host: match[1] ?? (match[2] || '127.0.0.1'), port };
}

function tlsMode(text: string | null): MysqlAddress['tls'] {
  if (text === 'true' || text === 'skip-verify' || text === 'preferred') return text;
  return 'false';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseUrl(text: string): MysqlAddress | null {
  if (!/^mysql:\/\//i.test(text) || text.includes('@tcp(') || text.includes('@unix(') || !URL.canParse(text))
    return null;
  const url = new URL(text);
  return {
    ...splitHost(url.host),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    tls: tlsMode(url.searchParams.get('tls')),
  };
}

/**
 * Reads `user:pass@tcp(host:port)/db?params`, with or without `mysql://` before it, or a plain `mysql://` URL
 * (contract checks §2.6). Throws `DOCUMENT_FIELD`.
 */
export function parseMysqlAddress(text: string): MysqlAddress {
  const url = parseUrl(text.trim());
  if (url) return url;
  const groups = DSN.exec(text.trim().replace(/^mysql:\/\//i, ''))?.groups;
  if (!groups) throw invalid('the mysql address is not user:password@tcp(host:port)/database');
  if (groups.net !== undefined && groups.net !== 'tcp') throw invalid(`the mysql network ${groups.net} is not tcp`);
  const [database = '', query = ''] = (groups.rest ?? '').split('?');
  return {
    ...splitHost(groups.address ?? ''),
    user: groups.user ?? '',
    password: groups.password ?? '',
    database,
    tls: tlsMode(new URLSearchParams(query).get('tls')),
  };
}
