import type { EnvVar, Labels, Template } from './values.ts';

export const CANARY_API_VERSION = 'canaries.flanksource.com/v1';

/** What `spec.transformDeleteStrategy` may be: the last status of a transformed check that is no longer produced. */
export type TransformDeleteStrategy = 'MarkHealthy' | 'MarkUnhealthy' | 'Ignore';

/** One custom metric of a check. `value` and `valueExpr` are CEL. */
export interface MetricSpec {
  name?: string;
  type?: string;
  value?: string;
  labels?: { name: string; value?: string; valueExpr?: string }[];
}

/** How one part of a relationship selector is found: `value` wins, then `label`, then `expr` (CEL over `result`). */
export interface Lookup {
  value?: string;
  label?: string;
  expr?: string;
}

/** Selects components or configs that belong to a check. All given parts must match. */
export interface RelationshipSelector {
  id?: Lookup;
  external_id?: Lookup;
  name?: Lookup;
  namespace?: Lookup;
  type?: Lookup;
  agent?: Lookup;
  scope?: Lookup;
  labels?: Labels;
}

export interface Relationships {
  components?: RelationshipSelector[];
  configs?: RelationshipSelector[];
}

/** Retry policy of one check or of a canary. Durations are Go durations with d, w, y. */
export interface RetryPolicy {
  delay?: string;
  timeout?: string;
  interval?: string;
  maxRetries?: number;
  disabled?: boolean;
}

/** The fields that every check has. */
export interface CheckBase {
  name: string;
  description?: string;
  namespace?: string;
  icon?: string;
  labels?: Labels;
  metrics?: MetricSpec[];
  transformDeleteStrategy?: TransformDeleteStrategy;
  markFailOnEmpty?: boolean;
  test?: Template;
  display?: Template;
  transform?: Template;
  relationships?: Relationships;
  dependsOn?: string[];
  retries?: RetryPolicy;
  /** Overrides the canary's severity. */
  severity?: string;
}

export interface CanaryMetadata {
  /** The canary id when the document carries one. */
  uid?: string;
  name: string;
  namespace: string;
  labels: Labels;
  annotations: Labels;
}

/** One check of a canary, with its stored type and its parsed spec. */
export interface CanaryCheck<S extends CheckBase = CheckBase> {
  /** The `type` string stored for the check, such as `http` or `dockerPull`. */
  type: string;
  spec: S;
}

/** Checks without a schedule of their own; they answer calls. */
export interface WebhookSpec extends CheckBase {
  token?: EnvVar;
}

/** A parsed canary document. */
export interface Canary {
  metadata: CanaryMetadata;
  /** Cron or descriptor; `@never` or absent means on demand only. `interval` is folded in as `@every Ns`. */
  schedule?: string;
  /** 0 suspends the canary. */
  replicas: number;
  env: Record<string, EnvVar>;
  resultMode?: string;
  owner?: string;
  severity?: string;
  icon?: string;
  retries?: RetryPolicy;
  agentSelector?: string[];
  webhook?: WebhookSpec;
  /** In execution order: by type, then in document order. */
  checks: CanaryCheck[];
  /** The `spec` as it was written, keys kept, for the database and the Spec tab. */
  rawSpec: Record<string, unknown>;
}
