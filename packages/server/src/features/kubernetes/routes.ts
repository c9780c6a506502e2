import { AppError, KUBERNETES_PROXY } from '@quarterdeck/contract';
import { callerOfToken, createForwarder, type Platform, publicUrl } from '../../platform/index.ts';
import type { TokenService } from '../tokens/service.ts';
import type { Cluster } from './cluster.ts';
import { kubeconfigName, kubeconfigOf } from './kubeconfig.ts';
import { createClusterProxy } from './proxy.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

type KubernetesPlatform = Pick<
  Platform,
  'http' | 'config' | 'authz' | 'database' | 'clock' | 'egress' | 'log' | 'shutdown'
>;

/** Declares GET /kubeconfig and /kubeproxy, the way into the cluster that the server runs in (contract access §10). */
export function registerKubernetesRoutes(
  { http, config, authz, database, clock, egress, log, shutdown }: KubernetesPlatform,
  cluster: Cluster | null,
  tokens: Pick<TokenService, 'create'>,
): void {
  http.route({
    method: 'GET',
    url: '/kubeconfig',
    access: { ...KUBERNETES_PROXY, action: 'create' },
    changes: true,
    raw: true,
    handler: async ({ caller }, reply) => {
      if (cluster === null) throw new AppError('CLUSTER_ABSENT');
      const url = config.publicEndpoint === null ? publicUrl(config) : new URL(config.publicEndpoint);
      const name = `kubeconfig ${new Date(clock.now()).toISOString()}`;
      const { payload } = await tokens.create(caller, { name });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${kubeconfigName(url)}"`)
        .type('text/yaml; charset=utf-8')
        .send(kubeconfigOf(url, payload.token));
    },
  });

  const forwarder = createForwarder(egress, cluster?.authority);
  if (cluster !== null) shutdown.onStop('kubernetes', async () => forwarder.stop());
  const handler = createClusterProxy({
    cluster,
    authz,
    forwarder,
    callerOfToken: (id) => callerOfToken({ db: database.pool, clock }, id),
    log,
  });
  for (const method of METHODS) {
    http.route({ method, url: '/kubeproxy/*', access: 'login', streamed: true, handler });
  }
}
