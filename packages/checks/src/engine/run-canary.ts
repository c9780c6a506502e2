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
  const junit = canary.resultMode?.toLowerCase() === 'junit' && results.length > 0;
  return {
    canary,
    startMs,
    endMs: deps.clock.now(),
    results: junit ? [collapseToJunit(canary, results, startMs)] : results,
    aborted: false,
  };
}

/**
 * Runs the checks of a canary once, one after the other in their order, and takes every outcome through the life cycle
 * of contract checks §1.7. Never rejects for what a check does. A wrong `dependsOn` fails every check as invalid. When
 * the limit of the run is over, the check under way fails and those that wait are unknown.
 */
export async function runCanary(canary: Canary, deps: RunDeps, options: RunOptions = {}): Promise<CanaryRun> {
  const startMs = deps.clock.now();
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
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

  const tooLong = `the run took longer than ${formatGoDuration(timeoutMs)}`;
  const passed = new Map<string, Variables>();
  for (const check of ordered) {
    if (signal.aborted && !options.signal?.aborted) {
      results.push(...(await refused(canary, check, deps, tooLong, true)));
      continue;
    }
    try {
      signal.throwIfAborted();
      const completed = await runCheck(canary, check, typeOf(check, deps), deps, outputsFor(check, passed), signal);
      results.push(...completed.results);
      const [own] = completed.results;
      if (own?.pass) {
        const { message, durationMs } = own;
        passed.set(check.spec.name, { ...completed.variables, pass: true, message, duration: durationMs });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      if (options.signal?.aborted) return { ...finishRun(canary, results, startMs, deps), aborted: true };
      const outcome = { pass: false, errors: [tooLong] };
      const type = { ...typeOf(check, deps), templating: false };
      results.push(...(await completeGiven(canary, check, type, outcome, deps)).results);
    }
  }
  return finishRun(canary, results, startMs, deps);
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
