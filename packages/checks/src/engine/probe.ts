import type { Canary, CanaryCheck, Json } from '@quarterdeck/contract';
import type { Expressions, Variables } from './expressions.ts';
import type { Redactor } from './redact.ts';
import type { RunDeps } from './run-deps.ts';
import { specFacts } from './spec-facts.ts';
import type { CheckOutcome, CheckType, LastResult } from './types.ts';

/** One probe of one check while it is under way. */
export interface Probe {
  canary: Canary;
  check: CanaryCheck;
  type: CheckType;
  deps: RunDeps;
  expressions: Expressions;
  redactor: Redactor;
  /** What is shown as the endpoint of the check. */
  endpoint: string;
  /** What passing dependencies left behind, by their names (contract checks §1.10). */
  outputs: Readonly<Record<string, Variables>>;
  /** Wall time and monotonic time at its start, in milliseconds. */
  startMs: number;
  startMonotonic: number;
  /** The newest stored result of its check; its `results` are an object in any case. Read once. */
  lastResult(): Promise<LastResult>;
}

/** What the last result of a check reads as that never ran. */
export const NEVER_RAN: LastResult = {
  status: '',
  invalid: false,
  createdAt: null,
  duration: 0,
  message: '',
  error: '',
  results: {},
};

function asObject(value: Json): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Reads the newest stored result of a check when it is first asked for, and keeps it. */
export function createLastResult(canary: Canary, check: CanaryCheck, deps: RunDeps): Probe['lastResult'] {
  let last: Promise<LastResult> | undefined;
  const read = async () => {
    const stored = await deps.lastResult(canary, check);
    return stored === null ? NEVER_RAN : { ...stored, results: asObject(stored.results) };
  };
  return () => {
    last ??= read();
    return last;
  };
}

/**
 * The variables that every expression of a check sees (contract checks §1.6): `canary`, `check`, `outputs` and the
 * function `last_result`, which is only looked up when the check's document names it.
 */
export async function checkVariables(probe: Probe): Promise<Variables> {
  const { canary, check, deps, endpoint } = probe;
  const { metadata } = canary;
  const last = specFacts(check.spec).readsLastResult ? await probe.lastResult() : NEVER_RAN;
  return {
    canary: {
      name: metadata.name,
      namespace: metadata.namespace,
      labels: metadata.labels,
      id: metadata.uid ?? '',
    },
    check: {
      name: check.spec.name,
      id: deps.checkId?.(canary, check) ?? '',
      description: check.spec.description ?? '',
      labels: check.spec.labels ?? {},
      endpoint,
    },
    outputs: probe.outputs,
    last_result: () => last,
  };
}

/** The further variables that the outcome of a probe adds. */
export function outcomeVariables(outcome: CheckOutcome): Variables {
  return {
    duration: outcome.durationMs ?? 0,
    results: outcome.detail ?? {},
    pass: outcome.pass,
    message: outcome.message ?? '',
    error: outcome.errors?.join(', ') ?? '',
    errorType: '',
    ...outcome.variables,
  };
}
