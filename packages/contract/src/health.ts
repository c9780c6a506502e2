import type { AgentId, CanaryId, CheckId } from './ids.ts';
import type { Json, Labels } from './values.ts';

/**
 * Health of a check on the wire. `unknown` means that the product itself could not probe; it never counts as down.
 * A check that never ran has no status.
 */
export type CheckHealth = 'healthy' | 'unhealthy' | 'unknown';

export interface Uptime {
  passed: number;
  failed: number;
  last_pass?: string;
  last_fail?: string;
}

/** Milliseconds. `rolling1h` is the p95 of the last hour. */
export interface Latency {
  p99?: number;
  p97?: number;
  p95?: number;
  p50?: number;
  avg?: number;
  rolling1h: number;
}

/** One row of the health page. Empty members are left out by the server; readers treat missing as empty. */
export interface CheckSummary {
  id: CheckId;
  canary_id: CanaryId;
  canary_name: string;
  canary_namespace: string;
  agent_id?: AgentId;
  name: string;
  namespace: string;
  type: string;
  status?: CheckHealth;
  description?: string;
  endpoint?: string;
  icon?: string;
  owner?: string;
  severity?: string;
  labels?: Labels;
  uptime: Uptime;
  latency: Latency;
  last_runtime?: string;
  next_runtime?: string;
  last_transition_time?: string;
  created_at?: string;
  updated_at?: string;
  deleted_at?: string;
  silenced_at?: string;
}

/** GET and POST /api/summary */
export interface SummaryResponse {
  duration?: number;
  runnerName: string;
  /** Set while the database cannot be reached: the answer tells how things stood at this time. */
  stale_since?: string;
  checks_summary?: CheckSummary[];
}

/** One point of the graph: a bucket of results. Failing points have no `status`. */
export interface GraphPoint {
  time: string;
  status?: boolean;
  duration: number;
  passed?: number;
  failed?: number;
  /** With `includeMessages`: of the newest failing result of the bucket, else of its newest. */
  message?: string;
  error?: string;
  /** With `includeDetails`: what that result found. */
  detail?: Json;
}

/** GET /api/graph */
export interface GraphResponse {
  duration: number;
  runnerName: string;
  status: GraphPoint[] | null;
  latency: { p99: number; p97: number; p95: number; rolling1h: number };
  uptime: { passed: number; failed: number };
}

/** One stored result. `status` null with `invalid` true is a result that could not be probed (unknown). */
export interface CheckStatusRow {
  check_id: CheckId;
  time: string;
  status: boolean | null;
  invalid: boolean | null;
  duration: number | null;
  message: string | null;
  error: string | null;
  details: Json | null;
  severity?: string | null;
  created_at: string;
  is_pushed: boolean;
}

/** Answer of POST /run/check/:id: the first result, and the counts that the console's type names. */
export interface RunNowResponse {
  name?: string;
  start?: string;
  pass?: boolean;
  invalid?: boolean;
  duration?: number;
  description?: string;
  message?: string;
  error?: string;
  labels?: Labels;
  detail?: Json;
  total: number;
  failed: number;
  success: number;
  errors: Record<string, string>[];
}

/**
 * The last results of one check, oldest first. A result is `[epochSeconds, durationMs, code]` with code 1 passed,
 * 0 failed, 2 unknown.
 */
export type RecentResult = [number, number, 0 | 1 | 2];

/** GET /api/canary/api/recent?ids=a,b: our own; the strips of the rows in view. */
export interface RecentResponse {
  recent: Record<CheckId, RecentResult[]>;
}

/** How many results a strip holds. */
export const RECENT_RESULTS = 40;

/** The embedded names that the check detail asks for with its check row. */
export interface CheckDetail {
  id: CheckId;
  canary_id: CanaryId;
  agent_id: AgentId;
  type: string;
  name: string;
  namespace: string | null;
  description: string | null;
  icon: string | null;
  spec: Json | null;
  labels: Labels | null;
  owner: string | null;
  severity: string | null;
  status: CheckHealth | null;
  last_runtime: string | null;
  next_runtime: string | null;
  last_transition_time: string | null;
  created_at: string | null;
  updated_at: string | null;
  deleted_at: string | null;
  canaries: { id: CanaryId; name: string; source: string | null } | null;
  agents: { id: AgentId; name: string } | null;
  components: { components: { id: string; name: string; icon: string | null } | null }[];
  configs: { configs: { id: string; name: string; type: string } | null }[];
}

/** The row behind the Spec tab. */
export interface CanaryRow {
  id: CanaryId;
  name: string;
  namespace: string;
  source: string | null;
  spec: Json;
}
