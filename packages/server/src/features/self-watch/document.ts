import type { Canary } from '@quarterdeck/contract';
import { CANARY_API_VERSION } from '@quarterdeck/contract';

/** Name of the canary by which the product watches itself. */
const SELF_WATCH_NAME = 'quarterdeck';
/**
 * Stands for the address of the node that runs the check. Nodes that share a database share the document: an address of
 * one of them in it would be changed by each of the others.
 */
const SELF_ORIGIN = 'http://quarterdeck.self';
/** Label that marks what the product brought itself. */
const BUILT_IN_LABEL = 'built-in';

const LEAST_FREE_PERCENT = 5;
const LARGEST_DRIFT_MS = 1000;
const LEAST_CERTIFICATE_DAYS = 14;

/** What the watch over the product itself depends on. */
export interface SelfWatchTarget {
  /** The address people use; its certificate is watched when it is an https one. */
  publicEndpoint: string | null;
}

/** What only the product itself may read, where people sign in. */
const REPORT_PATH = '/api/self';

/**
 * The checks of a canary with the address of this node in place of {@link SELF_ORIGIN}, and with the header by which this
 * process knows its own calls: it is never part of the document that is stored.
 */
export function atThisNode(canary: Canary, address: URL, authorization: string | null): Canary {
  const checks = canary.checks.map((check) => {
    const url = 'url' in check.spec ? check.spec.url : null;
    if (typeof url !== 'string' || !url.startsWith(`${SELF_ORIGIN}/`)) return check;
    const path = url.slice(SELF_ORIGIN.length);
    const own = { ...check.spec, url: new URL(path, address).href };
    if (authorization === null || path !== REPORT_PATH) return { ...check, spec: own };
    return { ...check, spec: { ...own, headers: [{ name: 'Authorization', value: authorization }], maxRedirects: 0 } };
  });
  return { ...canary, checks };
}

/** The built-in document: real checks of the product's own HTTP, database, disk, clock and certificate. */
export function selfWatchDocument({ publicEndpoint }: SelfWatchTarget): Record<string, unknown> {
  const self = new URL(REPORT_PATH, SELF_ORIGIN).href;
  const check = (name: string, description: string, icon: string, expr: string, display: string) => ({
    name,
    description,
    icon,
    url: self,
    test: { expr },
    display: { expr: display },
  });
  const http: Record<string, unknown>[] = [
    {
      name: 'http',
      description: 'The web server answers',
      icon: 'http',
      url: new URL('/healthz', SELF_ORIGIN).href,
      responseCodes: [200],
    },
    check(
      'database',
      'The database answers',
      'postgres',
      'json.database.up',
      `string(json.database.latencyMs) + ' ms'`,
    ),
    check(
      'disk',
      `At least ${LEAST_FREE_PERCENT} % of the disk are free`,
      'disk',
      `double(json.disk.freePercent) >= ${LEAST_FREE_PERCENT}.0`,
      `string(json.disk.freePercent) + ' % free'`,
    ),
    check(
      'clock',
      'The clocks of server and database agree',
      'clock',
      `double(json.clock.driftMs) <= ${LARGEST_DRIFT_MS}.0`,
      `string(json.clock.driftMs) + ' ms apart'`,
    ),
  ];
  if (publicEndpoint !== null && new URL(publicEndpoint).protocol === 'https:') {
    http.push({
      name: 'certificate',
      description: `The certificate is valid for at least ${LEAST_CERTIFICATE_DAYS} days`,
      icon: 'certificate',
      url: new URL('/healthz', publicEndpoint).href,
      maxSSLExpiry: LEAST_CERTIFICATE_DAYS,
    });
  }
  return {
    apiVersion: CANARY_API_VERSION,
    kind: 'Canary',
    metadata: { name: SELF_WATCH_NAME, namespace: 'default', labels: { [BUILT_IN_LABEL]: 'true' } },
    spec: { schedule: '@every 30s', icon: 'quarterdeck', http },
  };
}
