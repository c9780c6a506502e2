import type { HealthTimeRange } from '@quarterdeck/contract';

/** The keys of the query cache, in one place. */
export const queryKeys = {
  bootstrap: ['bootstrap'] as const,
  status: ['status'] as const,
  whoami: ['whoami'] as const,
  properties: ['properties'] as const,
  about: ['about'] as const,
  summary: ['health', 'summary'] as const,
  recent: (id: string) => ['health', 'recent', id] as const,
  agents: (ids: readonly string[]) => ['agents', ids] as const,
  check: (id: string) => ['health', 'check', id] as const,
  checkRow: (id: string) => ['health', 'check', id, 'row'] as const,
  graph: (id: string, range: HealthTimeRange) => ['health', 'check', id, 'graph', range] as const,
  latest: (id: string) => ['health', 'check', id, 'latest'] as const,
  history: (id: string, filter: object) => ['health', 'check', id, 'history', filter] as const,
  canary: (id: string) => ['canary', id] as const,
};
