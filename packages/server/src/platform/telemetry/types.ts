import type { CheckId, Labels } from '@quarterdeck/contract';

/** The labels that every check metric has (contract checks §3.11). `endpoint` is the description, else the endpoint. */
export interface CheckMetricLabels {
  type: string;
  endpoint: string;
  canary_name: string;
  canary_namespace: string;
  owner: string;
  severity: string;
  /** The check's id. */
  key: CheckId;
  name: string;
}

/** A custom metric value of a check (contract checks §1.8). */
export interface CustomMetric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  value: number;
  labels: Labels;
}

/** What one run of one check adds to the metrics. */
export interface CheckRun {
  labels: CheckMetricLabels;
  /** Labels of the check; those on the allow-list become metric labels. */
  checkLabels: Labels;
  /** Exactly one counter of this name rises. A run that could not probe is `invalid`; a failed write is `error`. */
  outcome: 'success' | 'failed' | 'invalid' | 'error';
  /** Milliseconds; 0 is not observed. */
  durationMs: number;
}

/** The sink of check metrics. */
export interface CheckMetrics {
  /** Counts one run. */
  record(run: CheckRun): void;
  /** The texts that `custom` would answer. A name that is free is taken by its first sample here already. */
  refusals(samples: readonly CustomMetric[]): string[];
  /**
   * Exports custom metrics. Answers a text for each sample that was refused: another label set or type under a known
   * name, a name or a label that Prometheus cannot hold, or a name of the product's own.
   */
  custom(check: CheckId, samples: readonly CustomMetric[]): string[];
  /** Removes every series of a check that is gone. */
  remove(check: CheckId): void;
}

/** Metrics of the product, on /metrics. */
export interface Telemetry {
  readonly checks: CheckMetrics;
  readonly scheduler: {
    /** A slot began this many milliseconds late. */
    started(latenessMs: number): void;
    /** Slots that no node ran. */
    missed(count: number): void;
    /** Slots left out on purpose: the run before had not ended. */
    skipped(count: number): void;
  };
  /** Results committed to the database. */
  resultsWritten(count: number): void;
  /** Results that were given up because the spool was full. */
  resultsDropped(count: number): void;
  /** Event streams open at this node now. */
  liveClients(count: number): void;
  /** One answered HTTP request. `route` is the pattern, never the address. */
  httpRequest(method: string, route: string, status: number, durationMs: number): void;
  /** Prometheus text. */
  text(): Promise<{ contentType: string; body: string }>;
}
