import { AppError } from '@quarterdeck/contract';

/** Where to connect. */
export interface RedisAddress {
  host: string;
  port: number;
  tls: boolean;
  username: string;
  password: string;
  db: number | null;
}

const DEFAULT_PORT = 6379;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads `host:port`, `redis://…` or `rediss://…` (contract checks §2.7). Throws `DOCUMENT_FIELD`. */
export function parseRedisAddress(text: string): RedisAddress {
  const withScheme = /^rediss?:\/\//i.test(text) ? text : `redis://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || url.hostname === '') {
    throw new AppError('DOCUMENT_FIELD', { message: 'the redis address is not host:port', details: { field: 'url' } });
  }
  const db = url.pathname.slice(1);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    tls: url.protocol === 'rediss:',
    username: decode(url.username),
    password: decode(url.password),
    db: /^\d+$/.test(db) ? Number(db) : null,
  };
}
