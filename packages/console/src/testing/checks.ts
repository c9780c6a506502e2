import type { CheckSummary } from '@quarterdeck/contract';

/** A check for tests: healthy, in namespace `default` of canary `canary`, unless said otherwise. */
export function makeCheck(id: string, over: Partial<CheckSummary> = {}): CheckSummary {
  return {
    id,
    canary_id: 'c1',
    canary_name: 'canary',
    canary_namespace: 'default',
    name: `check ${id}`,
    namespace: 'default',
    type: 'http',
    status: 'healthy',
    uptime: { passed: 10, failed: 0 },
    latency: { rolling1h: 5, p95: 5 },
    ...over,
  };
}
