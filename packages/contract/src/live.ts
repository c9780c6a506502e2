import type { CheckSummary, RecentResult } from './health.ts';
import type { CheckId } from './ids.ts';

/** What changed of a check by one result; merged into the row that the console holds. */
export type CheckPatch = Pick<CheckSummary, 'id'> & Partial<CheckSummary> & { recent?: RecentResult };

/**
 * Server-sent events of GET /api/live. The SSE `id` is a growing number; a client that comes back with Last-Event-ID
 * is sent all that it missed, or `resync` when that is no longer held.
 */
export interface LiveEvents {
  /** Results were stored: what changed of each check. */
  'checks.updated': { checks: CheckPatch[] };
  /** Checks are gone. */
  'checks.removed': { ids: CheckId[] };
  /** A canary was added, changed or removed: the summary should be read again. */
  'canaries.changed': { canary_ids: string[] };
  /** Documents of the configuration folder that could not be used changed. */
  'documents.changed': { errors: DocumentError[] };
  /** Rows of a table that pages show changed. Checks have events of their own, which carry what changed. */
  'rows.changed': RowsChanged;
  /** What was missed is no longer held: everything should be read again. */
  resync: Record<string, never>;
}

export type LiveEventName = keyof LiveEvents;

/** Rows that one statement changed. `ids`: their key (`id`, or the column that stands for it); null when they are many. */
export interface RowsChanged {
  table: string;
  kind: 'insert' | 'update' | 'delete';
  ids: readonly string[] | null;
}

/** One document of the configuration folder that could not be used. */
export interface DocumentError {
  file: string;
  /** 1-based, when known. */
  line?: number;
  field?: string;
  code: string;
  message: string;
}

/** GET /api/status: our own; what the frame of the console needs to know. */
export interface ServerStatus {
  version: string;
  mode: 'standalone' | 'self-hosted' | 'hosted';
  runnerName: string;
  demo: boolean;
  /** The product watches itself because nothing else is configured. */
  selfWatch: boolean;
  configDir: string | null;
  documentErrors: DocumentError[];
  /** The server runs in a Kubernetes cluster, which can be reached through it (contract access §10). */
  kubeconfig?: boolean;
  /** Start lateness over the last minutes, and how many slots were missed since start. */
  scheduler: { checks: number; latenessP99Ms: number; missed: number };
}
