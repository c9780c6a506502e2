/** The size of the part of a socket's path that PostgreSQL adds to its folder. */
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Longest path of a unix socket in bytes (sun_path less its end). */
const MAX_SOCKET_PATH = 107;

/** Whether a folder is short enough to hold the server's socket. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(folder + SOCKET_NAME) <= MAX_SOCKET_PATH;
}

/**
 * Settings for a small machine that runs a few hundred writes a second: no network, commits reach the disk, little WAL
 * to replay after a crash, frequent small vacuums, and no parallel or JIT start-up cost in short queries.
 */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  synchronous_commit: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '20s',
  autovacuum_vacuum_cost_limit: '1000',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  logging_collector: 'off',
};

/** `-c name=value` arguments for the server's command line. */
export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
