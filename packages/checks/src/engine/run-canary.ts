import { AppError, type Canary, type CanaryCheck } from '@quarterdeck/contract';
import { formatGoDuration } from '@quarterdeck/kit';
import { inDependencyOrder } from './depends-on.ts';
import type { Variables } from './expressions.ts';
import { collapseToJunit } from './junit-mode.ts';
import { completeGiven, runCheck } from './run-check.ts';
import type { CanaryRun, RunDeps, RunOptions } from './run-deps.ts';
import type { CheckResult, CheckType } from './types.ts';

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

function typeOf(check: CanaryCheck, deps: RunDeps): CheckType {
  const type = deps.types.find((candidate) => candidate.type === check.type);
  if (type === undefined) throw new AppError('DOCUMENT_KIND', { message: `no runner for ${check.type}` });
  return type;
}

function isChosen(check: CanaryCheck, { only }: RunOptions): boolean {
  if (only?.name !== undefined && check.spec.name !== only.name) return false;
  return only?.type === undefined || check.type === only.type;
}

/** What a check may read of those it depends on and that passed (contract checks §1.10). */
function outputsFor(check: CanaryCheck, passed: ReadonlyMap<string, Variables>): Record<string, Variables> {
  const names = check.spec.dependsOn ?? [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const output = passed.get(name);
      return output === undefined ? [] : [[name, output]];
    }),
  );
}

async function refused(canary: Canary, check: CanaryCheck, deps: RunDeps, text: string, unknown: boolean) {
  const outcome = { pass: false, invalid: true, unknown, errors: [text] };
  return (await completeGiven(canary, check, typeOf(check, deps), outcome, deps)).results;
}

function finishRun(canary: Canary, results: CheckResult[], startMs: number, deps: RunDeps): CanaryRun {
  const { resultMode } = canary;
  const junit = resultMode?.toLowerCase() === 'junit' && results.length > 0;
  if (resultMode && resultMode.toLowerCase() !== 'junit') {
    deps.log.warn({ canary: canary.metadata.name, resultMode }, 'the result mode is not known and is ignored');
  }
  return {
    canary,
    startMs,
    endMs: deps.clock.now(),
    results: junit ? [collapseToJunit(canary, results, startMs)] : results,
    aborted: false,
  };
}

/** What ends a run: the caller, or its limit. `stop` gives timer and listener back. */
interface Limit {
  signal: AbortSignal;
  timeoutMs: number;
  /** The caller ended the run. */
  isAborted(): boolean;
  stop(): void;
}

function startLimit({ signal, timeoutMs = DEFAULT_TIMEOUT_MS }: RunOptions): Limit {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  // A run holds nothing after its end: AbortSignal.timeout would keep its timer for the whole ten minutes.
  const timer = setTimeout(
    () => controller.abort(new DOMException('the run took too long', 'TimeoutError')),
    timeoutMs,
  );
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    timeoutMs,
    isAborted: () => signal?.aborted ?? false,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/** Runs checks one after the other into `results`; false when the caller ended the run before the last. */
async function runAll(
  canary: Canary,
  checks: readonly CanaryCheck[],
  deps: RunDeps,
  limit: Limit,
  results: CheckResult[],
): Promise<boolean> {
  const tooLong = `the run took longer than ${formatGoDuration(limit.timeoutMs)}`;
  const passed = new Map<string, Variables>();
  for (const check of checks) {
    if (limit.isAborted()) return false;
    const type = typeOf(check, deps);
    if (limit.signal.aborted) {
      results.push(...(await refused(canary, check, deps, tooLong, true)));
      continue;
    }
    try {
      const completed = await runCheck(canary, check, type, deps, outputsFor(check, passed), limit.signal);
      results.push(...completed.results);
      const [own] = completed.results;
      if (!own?.pass) continue;
      const { message, durationMs } = own;
      passed.set(check.spec.name, { ...completed.variables, pass: true, message, duration: durationMs });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      if (limit.isAborted()) return false;
      const outcome = { pass: false, errors: [tooLong] };
      results.push(...(await completeGiven(canary, check, { ...type, templating: false }, outcome, deps)).results);
    }
  }
  return true;
}

/**
 * Runs the checks of a canary once, one after the other in their order, and takes every outcome through the life cycle
 * of contract checks §1.7. A check that throws fails; the run rejects only for a check of no known type
 * (`DOCUMENT_KIND`). A check whose last result cannot be read is unknown. A wrong `dependsOn` makes every result invalid.
 * When the limit of the run is over, the check under way fails and those that wait are unknown.
 */
export async function runCanary(canary: Canary, deps: RunDeps, options: RunOptions = {}): Promise<CanaryRun> {
  const startMs = deps.clock.now();
  const results: CheckResult[] = [];
  const chosen = (checks: readonly CanaryCheck[]) =>
    checks.filter((check) => isChosen(check, options) && !deps.isTypeDisabled?.(check.type));

  let ordered: CanaryCheck[];
  try {
    ordered = chosen(inDependencyOrder(canary.checks));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const check of chosen(canary.checks)) {
      results.push(...(await refused(canary, check, deps, error.message, false)));
    }
    return { ...finishRun(canary, results, startMs, deps), error };
  }

  const limit = startLimit(options);
  try {
    const complete = await runAll(canary, ordered, deps, limit, results);
    return { ...finishRun(canary, results, startMs, deps), aborted: !complete };
  } finally {
    limit.stop();
  }
}

/**
 * Takes a call of a canary's webhook through the same life cycle (contract checks §3.9); `detail` becomes `results` of
 * its expressions. Throws `WEBHOOK_NOT_FOUND` when the canary has none.
 */
export async function runWebhook(canary: Canary, detail: unknown, deps: RunDeps): Promise<CanaryRun> {
  const startMs = deps.clock.now();
  if (canary.webhook === undefined) throw new AppError('WEBHOOK_NOT_FOUND');
  const check = { type: 'webhook', spec: canary.webhook };
  const { results } = await completeGiven(canary, check, typeOf(check, deps), { pass: true, detail }, deps);
  return { canary, startMs, endMs: deps.clock.now(), results, aborted: false };
}
