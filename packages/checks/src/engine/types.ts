import type {
  Canary,
  CheckBase,
  CheckForm,
  CheckId,
  Connection,
  EnvVar,
  Json,
  Labels,
  TransformDeleteStrategy,
} from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import type { ZodType } from 'zod';
import type { Egress } from './egress.ts';

/** A metric value that a run produced; exported on /metrics under its own name. */
export interface MetricSample {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  value: number;
  labels: Labels;
}

/** What the newest stored result of a check looked like; for `last_result()`. */
export interface LastResult {
  status: boolean | '';
  invalid: boolean;
  createdAt: string | null;
  duration: number;
  message: string;
  error: string;
  results: Json;
}

/** What a check type hands back for one probe. The engine does the rest (transform, display, test, metrics). */
export interface CheckOutcome {
  pass: boolean;
  /** The check could not be evaluated at all: wrong URL, missing value. Skips transform, display and test. */
  invalid?: boolean;
  message?: string;
  /** The product itself could not probe, such as when a program of its own is missing: neither up nor down. */
  unknown?: boolean;
  /** Texts that are joined with ", ". */
  errors?: string[];
  /** What failed, when it is the system's or a client's error: lets the engine tell "down" from "could not probe". */
  cause?: unknown;
  /** False when a failure without a cause says nothing about the host, because nothing was sent to it. */
  reached?: boolean;
  /** Milliseconds; absent or 0 means the wall time of the run. */
  durationMs?: number;
  /** `results` for expressions, and what is stored as details. */
  detail?: unknown;
  /** When false, `detail` is visible to expressions but not stored. Default true. */
  storeDetail?: boolean;
  /** Further variables for expressions: `code`, `json`, `value` ... */
  variables?: Record<string, unknown>;
  /** Added to the check's labels. */
  labels?: Labels;
  metrics?: MetricSample[];
}

/** All that a runner may use. Nothing else of the host is its business. */
export interface CheckContext<S extends CheckBase = CheckBase> {
  spec: S;
  canary: Canary;
  egress: Egress;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Annotation `trace` or `debug` of the canary. */
  trace: boolean;
  /** Reads a value source; the empty text when it is empty. Throws `VALUE_NOT_FOUND`. */
  value(source: EnvVar | undefined): Promise<string>;
  /** Finds `connection://…` or an id. Throws `CONNECTION_NOT_FOUND`. */
  connection(reference: string): Promise<Connection>;
  /** Renders a Go template with `$( )` and `{{ }}` and the check's variables plus `extra`. Throws `TEMPLATE_FAILED`. */
  render(template: string, extra?: Record<string, unknown>): Promise<string>;
  /** Newest stored result. */
  lastResult(): Promise<LastResult>;
  /** Whether scripts of this document may run on the host. */
  execAllowed: boolean;
  /** Settings that a type may need; see the type's docs. */
  settings: RunnerSettings;
}

export interface RunnerSettings {
  /** Used by the prometheus check when it names no URL. */
  prometheusUrl: string;
  /** The environment that scripts see before their own `env`: what the server lets through of its own. */
  scriptEnv: Record<string, string>;
  version: string;
}

type TypeFact = 'description' | 'icon' | 'keys';

/** How the console offers a check type; what the type says itself need not be repeated. */
export type CheckTypeForm = Omit<CheckForm, TypeFact> & Partial<Pick<CheckForm, TypeFact>>;

/** A check type: one folder, one object. */
export interface CheckType<S extends CheckBase = CheckBase> {
  /** The string stored as the check's type. */
  type: string;
  /** Key in the spec, matched without case. */
  key: string;
  /** Further spec keys that mean the same. */
  aliases?: string[];
  title: string;
  description: string;
  /** Icon name for the console. */
  icon: string;
  /** Parses one entry whose keys already have their canonical spelling. */
  schema: ZodType<S>;
  /** Its forms in the console (contract screens §13.2); without one it is written in a document of its own. */
  forms?: CheckTypeForm[];
  /** Whether `test`, `display` and `transform` are evaluated. Default true. */
  templating?: boolean;
  /** The test used when the check names none; CEL. */
  defaultTest?: string;
  /** The error of a probe whose test was false, when it says more than `test failed`; empty for the usual text. */
  testFailure?(outcome: CheckOutcome): string;
  /** What is shown as the endpoint; never holds a credential. */
  endpoint(spec: S): string;
  /** Host that the engine limits concurrency by; undefined means none. */
  host?(spec: S): string | undefined;
  /** Probes once. Throwing is the same as a failing outcome with the error's text. */
  run(context: CheckContext<S>): Promise<CheckOutcome | CheckOutcome[]>;
}

/** A finished result of one check of one run, after the whole life cycle of contract checks §1.7. */
export interface CheckResult {
  /** Stored type and identity of the check within its canary. */
  type: string;
  name: string;
  namespace: string;
  description: string;
  icon: string;
  endpoint: string;
  labels: Labels;
  owner: string;
  severity: string;
  /** Milliseconds since the epoch. */
  startMs: number;
  pass: boolean;
  invalid: boolean;
  /** The product could not probe: stored with a null status, never counted as down. Implies not pass. */
  unknown: boolean;
  durationMs: number;
  message: string;
  error: string;
  detail: Json | null;
  displayType: string;
  metrics: MetricSample[];
  /** Made by a transform of another check, whose name is given. */
  transformedFrom: string | null;
  transformDeleteStrategy: TransformDeleteStrategy | null;
  /** A transform asked for this check to be deleted at that time. */
  deletedAt: string | null;
  /** The id that a transform entry gave. */
  id: CheckId | null;
  spec: CheckBase;
}
