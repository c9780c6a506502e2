import { stringify } from 'yaml';

/**
 * The settings by which `kubectl` reaches the cluster through this server (contract access §10). `publicUrl`: where people
 * reach the server.
 */
export function kubeconfigOf(publicUrl: URL, token: string): string {
  const cluster = `mission-control-${publicUrl.hostname}`;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server: `${publicUrl.origin}${bare(publicUrl.pathname)}/kubeproxy` } }],
    users: [{ name: 'default-user', user: { username: 'token', password: token } }],
    contexts: [{ name: 'default', context: { cluster, user: 'default-user' } }],
    'current-context': 'default',
  });
}

/** Under which name it is saved. */
export function kubeconfigName({ hostname }: URL): string {
  return `${hostname.replace(/[^\w.-]/g, '')}-kubeconfig.yaml`;
}

function bare(pathname: string): string {
  return pathname.replace(/\/+$/, '');
}
