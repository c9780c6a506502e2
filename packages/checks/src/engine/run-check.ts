import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Canary, type CanaryCheck, errorText } from '@quarterdeck/contract';
import { type Completed, completeOutcome, endpointOf } from './complete.ts';
import { productExpressions, type Variables } from './expressions.ts';
import { checkVariables, createLastResult, NEVER_RAN, type Probe } from './probe.ts';
import { createRedactor, isSecretSource, specSecrets } from './redact.ts';
import { retryPlan } from './retry.ts';
import type { RunDeps } from './run-deps.ts';
import { specFacts } from './spec-facts.ts';
import type { CheckContext, CheckOutcome, CheckType } from './types.ts';

function startProbe(
  canary: Canary,
  check: CanaryCheck,
  type: CheckType,
  deps: RunDeps,
  outputs: Probe['outputs'],
): Probe {
  const redactor = createRedactor();
  for (const secret of specFacts(check.spec).secrets) redactor.add(secret);
  const { clock, expressions = productExpressions } = deps;
  return {
    canary,
    check,
    type,
    deps,
    expressions,
    outputs,
    redactor,
    endpoint: endpointOf({ type, check }),
    startMs: clock.now(),
    startMonotonic: clock.monotonic(),
    lastResult: createLastResult(canary, check, deps),
  };
}

/** A text without any of these is no template; most URLs are none. */
const TEMPLATE_MARK = /\{\{|\$\(|gotemplate:/;

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

function createContext(probe: Probe, signal: AbortSignal): CheckContext {
  const { canary, check, deps, redactor } = probe;
  const { annotations } = canary.metadata;
  const { sources } = specFacts(check.spec);
  return {
    spec: check.spec,
    canary,
    egress: deps.egress,
    clock: deps.clock,
    log: deps.log.child({ canary: canary.metadata.name, check: check.spec.name, type: check.type }),
    signal,
    trace: isTrue(annotations.trace) || isTrue(annotations.debug),
    async value(source) {
      if (source === undefined || (source.valueFrom === undefined && !source.value)) return '';
      const value = await deps.value(source, canary);
      if (isSecretSource(source) || sources.has(source)) redactor.add(value);
      return value;
    },
    async connection(reference) {
      const connection = await deps.connection(reference, canary);
      redactor.add(connection.password);
      redactor.add(connection.certificate);
      for (const secret of specSecrets({ url: connection.url, ...connection.properties })) redactor.add(secret);
      return connection;
    },
    async render(template, extra) {
      if (!TEMPLATE_MARK.test(template)) return template;
      const variables = await checkVariables(probe);
      return probe.expressions.renderTemplate(template, { ...variables, ...extra });
    },
    lastResult: probe.lastResult,
    execAllowed: deps.execAllowed(canary),
    settings: deps.settings,
  };
}

function hostOf(type: CheckType, check: CanaryCheck): string | undefined {
  try {
    return type.host?.(check.spec);
  } catch {
    return undefined;
  }
}

/** Settles with the work, or rejects as soon as the signal aborts, even when the work does not listen to it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Tells "down" from "could not probe" by the cause of a failed outcome, and notes what the outcome shows of the host. */
function judge(probe: Probe, host: string | undefined, outcome: CheckOutcome): CheckOutcome {
  const { networkWitness } = probe.deps;
  const { pass, invalid, unknown, cause, reached = true } = outcome;
  if (unknown || (invalid && cause === undefined)) return outcome;
  if (pass || cause === undefined) {
    // A wrong status or too few rows are an answer too.
    if (host && reached) networkWitness.observe(host, 'answered');
    return outcome;
  }
  const ownDatabase = cause instanceof AppError && cause.code === 'DATABASE_UNAVAILABLE';
  const verdict = ownDatabase ? 'unknown' : networkWitness.classify(host, cause);
  return verdict === 'unknown' ? { ...outcome, unknown: true } : outcome;
}

/** Runs a check type once; a throw becomes a failing outcome. Rejects only when the signal aborts. */
async function probeOnce(probe: Probe, signal: AbortSignal): Promise<CheckOutcome[]> {
  const { type, check, deps } = probe;
  const host = hostOf(type, check);
  try {
    const context = createContext(probe, signal);
    const run = async () => untilAborted(type.run(context), signal);
    const outcomes = await deps.hostLimiter.run(host, run, signal);
    return (Array.isArray(outcomes) ? outcomes : [outcomes]).map((outcome) => judge(probe, host, outcome));
  } catch (cause) {
    signal.throwIfAborted();
    return [judge(probe, host, { pass: false, errors: [errorText(cause)], cause })];
  }
}

/** The result of a check whose last result could not be read, or whose outcome cannot be put into words: unknown. */
function completeUnknown(probe: Probe, cause: unknown): Promise<Completed> {
  const unread = { ...probe, lastResult: async () => NEVER_RAN };
  return completeOutcome(unread, { pass: false, unknown: true, errors: [errorText(cause)] });
}

async function attempt(
  canary: Canary,
  check: CanaryCheck,
  type: CheckType,
  deps: RunDeps,
  outputs: Probe['outputs'],
  signal: AbortSignal,
): Promise<Completed> {
  const probe = startProbe(canary, check, type, deps, outputs);
  const all: Completed = { results: [], variables: {} };
  for (const outcome of await probeOnce(probe, signal)) {
    const completed = await completeOutcome(probe, outcome).catch((cause) => completeUnknown(probe, cause));
    all.results.push(...completed.results);
    all.variables = completed.variables;
  }
  return all;
}

function worthRetrying({ results }: Completed): boolean {
  return results.some((result) => !result.pass && (!result.invalid || result.unknown));
}

function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal });
}

/**
 * Runs one check with its retries; only the last attempt counts. Invalid results are not tried again. Rejects only with
 * the reason of the signal.
 */
export async function runCheck(
  canary: Canary,
  check: CanaryCheck,
  type: CheckType,
  deps: RunDeps,
  outputs: Readonly<Record<string, Variables>>,
  signal: AbortSignal,
): Promise<Completed> {
  const plan = retryPlan(check.spec.retries ?? canary.retries);
  const sleep = deps.sleep ?? realSleep;
  if (plan.delayMs > 0) await sleep(plan.delayMs, signal);
  const started = deps.clock.monotonic();
  let completed = await attempt(canary, check, type, deps, outputs, signal);
  for (let retry = 0; retry < plan.maxRetries && worthRetrying(completed); retry++) {
    if (deps.clock.monotonic() - started + plan.intervalMs > plan.timeoutMs) break;
    await sleep(plan.intervalMs, signal);
    completed = await attempt(canary, check, type, deps, outputs, signal);
  }
  return completed;
}

/** Completes an outcome that did not come from a run of its type: a call of a webhook, a check that could not begin. */
export function completeGiven(
  canary: Canary,
  check: CanaryCheck,
  type: CheckType,
  outcome: CheckOutcome,
  deps: RunDeps,
): Promise<Completed> {
  return completeOutcome(startProbe(canary, check, type, deps, {}), outcome);
}
