import type { Labels } from '@quarterdeck/contract';
import type { Behaviour } from './behaviour.ts';
import { pick, seededRandom } from './random.ts';

/** One check of the made-up world: what its document says and how the thing behind it behaves. */
export interface WorldCheck {
  name: string;
  description: string;
  labels: Labels;
  behaviour: Behaviour;
  /** Path of the demo target that answers for it; starts with a slash. */
  path: string;
}

/** One canary of the made-up world. */
export interface WorldCanary {
  name: string;
  namespace: string;
  labels: Labels;
  severity: string;
  owner: string;
  checks: WorldCheck[];
}

export interface WorldOptions {
  seed: number;
  canaries: number;
  checksPerCanary: number;
  /** Epoch milliseconds that count as now: failures that last began shortly before. */
  nowMs: number;
}

/** The sizes that the figures are measured with, and one hundredth of them for a demo (docs/performance.md). */
export const FULL_WORLD = { canaries: 1000, checksPerCanary: 10 } as const;
export const SMALL_WORLD = { canaries: 10, checksPerCanary: 10 } as const;

/** By namespace. */
const SERVICES: Record<string, string[]> = {
  payments: ['ledger', 'settlement', 'card-vault', 'fraud-score', 'invoicing'],
  checkout: ['cart', 'storefront', 'promotions', 'tax', 'order-intake'],
  identity: ['sign-in', 'directory', 'sessions', 'consent', 'device-trust'],
  search: ['query', 'indexer', 'suggest', 'ranking', 'crawler'],
  ingress: ['edge', 'gateway', 'rate-limit', 'certificates', 'waf'],
  'data-platform': ['stream', 'warehouse', 'batch', 'lineage', 'feature-store'],
  monitoring: ['metrics', 'traces', 'log-intake', 'alert-router', 'status-page'],
  fulfilment: ['warehouse-api', 'labels', 'carrier', 'returns', 'stock'],
  media: ['images', 'transcode', 'cdn-origin', 'uploads', 'thumbnails'],
  mobile: ['push', 'config', 'releases', 'crash-intake', 'deep-links'],
};
const NAMESPACES = Object.keys(SERVICES);
const PARTS = ['api', 'worker', 'primary', 'replica', 'cache', 'queue', 'scheduler', 'proxy'];
const PROBES: [name: string, description: string, baseMs: number][] = [
  ['readiness', 'Answers when all that it needs is there', 18],
  ['liveness', 'Answers as long as the process runs', 6],
  ['round trip', 'Writes a record and reads it back', 120],
  ['replication lag', 'Replica is close behind its primary', 45],
  ['queue depth', 'Work waiting stays below the limit', 30],
  ['sign in', 'A synthetic user signs in', 240],
  ['place order', 'A synthetic order from cart to receipt', 620],
  ['certificate', 'Certificate is valid for weeks to come', 35],
  ['error budget', 'Share of failed requests in the last hour', 80],
  ['backup age', 'Newest backup is recent', 55],
];
const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'info'];
const REGIONS = ['eu-west-1', 'eu-central-1', 'us-east-1', 'ap-south-1'];
const OWNERS = ['platform', 'commerce', 'accounts', 'discovery', 'logistics'];

/** Most are well; a few are always worth a look. */
function kindFor(value: number): Behaviour['kind'] {
  if (value < 0.035) return 'failing';
  if (value < 0.06) return 'slow';
  if (value < 0.09) return 'flapping';
  return 'steady';
}

/** Makes the world: the same for the same options. */
export function createWorld({ seed, canaries, checksPerCanary, nowMs }: WorldOptions): WorldCanary[] {
  const random = seededRandom(seed);
  return Array.from({ length: canaries }, (_, index) => {
    const namespace = NAMESPACES[index % NAMESPACES.length] ?? 'default';
    const service = pick(random, SERVICES[namespace] ?? ['service']);
    const round = Math.floor(index / NAMESPACES.length);
    const name = round === 0 ? service : `${service}-${round}`;
    const owner = pick(random, OWNERS);
    const checks = Array.from({ length: checksPerCanary }, (_unused, number): WorldCheck => {
      const [probe, description, baseMs] = PROBES[number % PROBES.length] ?? ['readiness', '', 20];
      const part = pick(random, PARTS);
      const turn = number >= PROBES.length ? ` ${Math.floor(number / PROBES.length) + 1}` : '';
      const kind = kindFor(random());
      return {
        name: `${name}-${part}/${probe}${turn}`,
        description,
        labels: { region: pick(random, REGIONS), tier: String(1 + Math.floor(random() * 3)) },
        behaviour: {
          seed: seed * 100_003 + index * 101 + number,
          baseMs: Math.round(baseMs * (0.6 + random() * 0.9)),
          kind,
          sinceMs: nowMs - Math.round((2 + random() * 90) * 60_000),
        },
        path: `/${namespace}/${name}/${number}`,
      };
    });
    return { name, namespace, labels: { team: owner, service }, severity: pick(random, SEVERITIES), owner, checks };
  });
}
