import type { ChartPoint } from '../data/Chart.tsx';
import type { Health } from '../status/HealthMark.tsx';
import type { StripResult } from '../status/strip.ts';
import type { TableItem } from '../table/types.ts';

/** An invented check of the gallery. */
export interface Sample {
  name: string;
  type: string;
  health: Health;
  uptime: number;
  p95: number;
  since: number;
  results: readonly StripResult[];
  tags: Record<string, string>;
}

/** An invented group of checks. */
export interface SampleGroup {
  name: string;
  namespace: string;
  health: Health;
  passing: number;
  total: number;
}

/** The fixed time of everything in the gallery, so that pictures are the same on every run. */
export const GALLERY_NOW = Date.UTC(2026, 10, 21, 4, 35, 8);

/** Numbers from 0 to 1 that look random and are the same on every run. */
function makeRandom(seed: number): () => number {
  let state = (seed * 48_271) % 2_147_483_647;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A strip of results whose last ones are failing, unknown or passing. */
export function makeResults(health: Health, seed: number, count = 34): StripResult[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const isTail = i >= count - 6;
    const code = isTail && health === 'unhealthy' ? 0 : isTail && health === 'unknown' ? 2 : random() < 0.03 ? 0 : 1;
    return [GALLERY_NOW / 1000 - (count - i) * 30, 80 + random() * 220, code] as const;
  });
}

const HEALTHS: readonly Health[] = ['unhealthy', 'warning', 'unknown', 'healthy', 'healthy', 'healthy', 'none'];
const TYPES = ['http', 'postgres', 'dns', 'tcp', 'icmp', 'redis', 'exec', 'prometheus', 's3', 'ldap'];
const NAMES = ['readiness', 'replication lag', 'balance round trip', 'certificate', 'memory', 'packet loss'];

/** `count` invented checks in groups of ten, as the flat list a table draws. */
export function makeRows(count: number, closed: ReadonlySet<string>): TableItem<Sample, SampleGroup>[] {
  const random = makeRandom(7);
  const rows: TableItem<Sample, SampleGroup>[] = [];
  for (let i = 0; i < count; i++) {
    const group = `group-${Math.floor(i / 10)}`;
    if (i % 10 === 0) {
      const data: SampleGroup = {
        name: `ledger-${i / 10}`,
        namespace: 'payments',
        health: 'mixed',
        passing: 7,
        total: 10,
      };
      rows.push({ kind: 'group', key: group, depth: 0, expanded: !closed.has(group), data });
    }
    const health = HEALTHS[i % HEALTHS.length] ?? 'healthy';
    const data: Sample = {
      name: `check-${i} / ${NAMES[i % NAMES.length]}`,
      type: TYPES[i % TYPES.length] ?? 'http',
      health,
      uptime: health === 'unhealthy' ? 0.933 : 0.99 + random() / 100,
      p95: 4 + random() * 2400,
      since: GALLERY_NOW - random() * 3 * 86_400_000,
      results: health === 'none' ? [] : makeResults(health, i + 3),
      tags: { team: 'payments', tier: '1', region: 'eu-west-1' },
    };
    if (!closed.has(group)) rows.push({ kind: 'row', key: `check-${i}`, depth: 1, data });
  }
  return rows;
}

/** An hour of results with an outage at its end. */
export function makePoints(count = 60): ChartPoint[] {
  const random = makeRandom(11);
  return Array.from({ length: count }, (_, i) => {
    const ok = i < 46 || i === 52;
    const point: ChartPoint = {
      at: GALLERY_NOW - (count - i) * 60_000,
      durationMs: (ok ? 90 : 190) + random() * 110,
      ok,
    };
    return ok ? point : { ...point, message: 'lag 48.2 s, expected below 10 s' };
  });
}

/** A small canary document. */
export const SAMPLE_YAML = `# A canary with one check
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: ledger
  namespace: payments
spec:
  schedule: "@every 30s"
  http:
    - name: readiness
      url: https://ledger.internal/ready
      responseCodes: [200, 201]
      maxSSLExpiry: 7
      insecure: false
`;

/** A small answer of a server. */
export const SAMPLE_JSON = JSON.stringify(
  {
    id: 'b1f',
    status: 'healthy',
    latency: { p95: 184, rolling1h: 171.5 },
    labels: null,
    passed: true,
    tags: ['a', 'b'],
  },
  null,
  2,
);
