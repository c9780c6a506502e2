import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

/** The cluster that this server runs in, and the service account by which it is known there. */
export interface Cluster {
  url: URL;
  /** The certificate of whoever signs the API server's. */
  authority(): string;
  /** The account's bearer, read anew each time: the cluster replaces it about once an hour. */
  token(): Promise<string>;
}

/** Finds the cluster as every client in a pod does; null: there is none, or the pod was given no account. */
export function findCluster({
  kubernetesHost: host,
  kubernetesPort: port,
  kubernetesAccountDir: folder,
}: Pick<Config, 'kubernetesHost' | 'kubernetesPort' | 'kubernetesAccountDir'>): Cluster | null {
  if (host === '' || folder === null || !existsSync(join(folder, 'token'))) return null;
  return {
    url: new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
    authority: () => readFileSync(join(folder, 'ca.crt'), 'utf8'),
    token: async () => (await readFile(join(folder, 'token'), 'utf8')).trim(),
  };
}

/** What only one of the two sides could read as a part of a path. */
const AMBIGUOUS = /%2e|%2f|%5c|%00|\/\//i;

/** The address of a call at the cluster, or null when its path is none. `path` is empty or begins with a slash. */
export function clusterUrl(cluster: Pick<Cluster, 'url'>, path: string, query: string): URL | null {
  if (AMBIGUOUS.test(path)) return null;
  const pathname = path === '' ? '/' : path;
  const url = URL.parse(`${cluster.url.origin}${pathname}${query}`);
  // Whatever is read differently than it is written leads elsewhere.
  return url?.pathname === pathname && url.origin === cluster.url.origin ? url : null;
}
