import type { AppError, Canary, CanaryCheck, CheckId, Connection, EnvVar } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Egress } from './egress.ts';
import type { Expressions } from './expressions.ts';
import type { HostLimiter } from './host-limiter.ts';
import type { NetworkWitness } from './network-witness.ts';
import type { CheckResult, CheckType, LastResult, RunnerSettings } from './types.ts';

/** All that a run needs of the world. */
export interface RunDeps {
  /** All that a document may name, also those that nothing runs: `allTypes`. */
  types: readonly CheckType[];
  /** Those of the product by default. */
  expressions?: Expressions;
  egress: Egress;
  clock: Clock;
  log: Log;
  /** Reads a value source for a canary; see {@link CheckContext.value}. */
  value(source: EnvVar, canary: Canary): Promise<string>;
  /** Finds a connection for a canary; see {@link CheckContext.connection}. */
  connection(reference: string, canary: Canary): Promise<Connection>;
  /** The newest stored result of a check; null when it never ran or nothing is stored. */
  lastResult(canary: Canary, check: CanaryCheck): Promise<LastResult | null>;
  /** The id under which a check is stored, for expressions. */
  checkId?(canary: Canary, check: CanaryCheck): CheckId | undefined;
  /** Property `check.disabled.<type>`: checks of such a type are left out. */
  isTypeDisabled?(type: string): boolean;
  hostLimiter: HostLimiter;
  networkWitness: NetworkWitness;
  settings: RunnerSettings;
  /** How many characters of a message and of an error are kept; those of the contract by default. */
  textLimits?(): { message: number; error: number };
  /** Whether scripts of this canary may run on the host. */
  execAllowed(canary: Canary): boolean;
  /** Waits between retries; the real timer by default. Rejects when the signal aborts. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** How one run differs from a plain one. */
export interface RunOptions {
  /** Ends the run early: what is under way is dropped, finished results are handed back. */
  signal?: AbortSignal;
  /** Run only the checks of that name (run now), or of that type. */
  only?: { name?: string; type?: string };
  /** Limit of the whole run. Default 10 minutes. */
  timeoutMs?: number;
}

/** What one run of a canary gave. */
export interface CanaryRun {
  canary: Canary;
  startMs: number;
  endMs: number;
  /** In order; a result that a transform made follows its parent. */
  results: CheckResult[];
  /** The caller's signal ended the run: some checks have no result. */
  aborted: boolean;
  /** Why nothing could run; each check then has an invalid result with its text. */
  error?: AppError;
}
