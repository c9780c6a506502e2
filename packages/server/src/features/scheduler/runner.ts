import type { CanaryRun, CheckResult, RunOptions } from '@quarterdeck/checks';
import type { CanaryId, CheckId, Labels, RunNowResponse } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Telemetry } from '../../platform/index.ts';
import type { CanaryLoader, LoadedCanary } from '../canaries/loader.ts';
import type { WrittenRun } from './batch.ts';
import { checkKey } from './result-rows.ts';
import type { Slot } from './service.ts';
import type { ResultWriter } from './writer.ts';

export interface RunnerOptions {
  loader: CanaryLoader;
  /** Runs the checks of one canary. */
  engine: (loaded: LoadedCanary, options: RunOptions) => Promise<CanaryRun>;
  writer: ResultWriter;
  telemetry: Pick<Telemetry, 'checks'>;
  clock: Clock;
  log: Log;
}

/** What is done with finished results beside storing them. */
export interface StoreOptions {
  slotMs: number | null;
  nextRunMs: number | null;
  cleanup: boolean;
}

/** Runs stored canaries and stores what comes out. */
export interface Runner {
  /** Runs a slot. Its end is written down even when the canary is gone or the run fails. */
  runSlot(slot: Slot): Promise<void>;
  /** Runs the checks of that name of one canary now (contract checks §3.8); null when the canary is gone. */
  runNow(canaryId: CanaryId, name: string): Promise<RunNowResponse | null>;
  /** Stores results that were not made by a run of the engine here: of a webhook, or pushed. */
  store(loaded: LoadedCanary, run: Pick<CanaryRun, 'results' | 'startMs' | 'endMs'>): Promise<WrittenRun>;
  /** Ends what is under way. */
  abort(): void;
}

export function createRunner(options: RunnerOptions): Runner {
  const { loader, engine, writer, telemetry, clock, log } = options;
  const controller = new AbortController();

  const write = async (
    loaded: LoadedCanary,
    run: Pick<CanaryRun, 'results' | 'startMs' | 'endMs'> & { failures: readonly string[] },
    { slotMs, nextRunMs, cleanup }: StoreOptions,
  ): Promise<WrittenRun> => {
    const { metadata } = loaded.canary;
    const written = await writer
      .write({
        canaryId: loaded.id,
        canaryName: metadata.name,
        canaryNamespace: metadata.namespace,
        results: run.results.map((result) => ownLabels(result, metadata.labels)),
        known: loaded.checks,
        slotMs,
        nextRunMs,
        startMs: run.startMs,
        endMs: run.endMs,
        cleanup,
        failures: run.failures,
      })
      .catch((error) => {
        for (const result of run.results) record(loaded, result, loaded.checks.get(checkKey(result)) ?? null, 'error');
        throw error;
      });
    for (const [index, result] of run.results.entries()) {
      const checkId = written.checkIds[index] ?? null;
      record(loaded, result, checkId, outcomeOf(result));
    }
    for (const id of written.removed) telemetry.checks.remove(id);
    return written;
  };

  const record = (
    { canary }: LoadedCanary,
    result: CheckResult,
    checkId: CheckId | null,
    outcome: 'success' | 'failed' | 'invalid' | 'error',
  ) => {
    if (checkId === null) return;
    telemetry.checks.record({
      labels: {
        type: result.type,
        endpoint: result.description || result.endpoint,
        canary_name: canary.metadata.name,
        canary_namespace: canary.metadata.namespace,
        owner: result.owner,
        severity: result.severity,
        key: checkId,
        name: result.name,
      },
      checkLabels: result.labels,
      outcome,
      durationMs: result.durationMs,
    });
    if (outcome !== 'error' && result.metrics.length > 0) telemetry.checks.custom(checkId, result.metrics);
  };

  /** Metrics that cannot be exported fail their check (contract checks §1.8). */
  const judged = (result: CheckResult): CheckResult => {
    const refused = result.metrics.length > 0 ? telemetry.checks.refusals(result.metrics) : [];
    if (refused.length === 0) return result;
    return { ...result, pass: false, error: [result.error, ...refused].filter((text) => text !== '').join(', ') };
  };

  const runEngine = async (loaded: LoadedCanary): Promise<CanaryRun> => {
    const run = await engine(loaded, { signal: controller.signal });
    return { ...run, results: run.results.map(judged) };
  };

  return {
    abort: () => controller.abort(),
    store: (loaded, run) =>
      write(
        loaded,
        { ...run, results: run.results.map(judged), failures: [] },
        { slotMs: null, nextRunMs: null, cleanup: false },
      ),
    async runSlot(slot) {
      const startMs = clock.now();
      const finish = { slotMs: slot.slotMs, nextRunMs: slot.nextSlotMs, cleanup: true };
      const empty = { results: [], startMs, endMs: startMs };
      const unknown = { id: slot.canaryId, source: '', canary: NO_CANARY, checks: new Map() };
      try {
        const loaded = await loader.load(slot.canaryId);
        if (!loaded) {
          await write(unknown, { ...empty, failures: [] }, finish);
          return;
        }
        const run = await runEngine(loaded);
        await write(loaded, { ...run, failures: failuresOf(run) }, finish);
      } catch (error) {
        log.error({ canary: slot.canaryId, error: errorText(error) }, 'a canary could not be run');
        await write(unknown, { ...empty, endMs: clock.now(), failures: [errorText(error)] }, finish);
      }
    },
    async runNow(canaryId, name) {
      const loaded = await loader.load(canaryId);
      if (!loaded) return null;
      const run = await runEngine(reduced(loaded, name));
      await write(loaded, { ...run, failures: failuresOf(run) }, { slotMs: null, nextRunMs: null, cleanup: false });
      return runNowResponse(run.results);
    },
  };
}

const NO_CANARY: LoadedCanary['canary'] = {
  metadata: { name: '', namespace: '', labels: {}, annotations: {} },
  replicas: 0,
  env: {},
  checks: [],
  rawSpec: {},
};

/**
 * The canary with the checks that are stored under a name: their own, or their description without one. A canary whose
 * results become one check runs whole.
 */
function reduced(loaded: LoadedCanary, name: string): LoadedCanary {
  const { canary } = loaded;
  if (canary.resultMode?.toLowerCase() === 'junit') return loaded;
  const checks = canary.checks.filter(({ spec }) => (spec.name || (spec.description ?? '')) === name);
  return { ...loaded, canary: { ...canary, checks } };
}

/** Stored checks hold their own labels; readers overlay them on the canary's. */
function ownLabels(result: CheckResult, inherited: Labels): CheckResult {
  const own = Object.entries(result.labels).filter(([name, value]) => inherited[name] !== value);
  return { ...result, labels: Object.fromEntries(own) };
}

function outcomeOf(result: CheckResult): 'success' | 'failed' | 'invalid' {
  if (result.invalid || result.unknown) return 'invalid';
  return result.pass ? 'success' : 'failed';
}

/** What the job history keeps of a run: why it could not run, and which checks could not be evaluated. */
function failuresOf(run: CanaryRun): string[] {
  if (run.error) return [run.error.message];
  return run.results
    .filter((result) => result.invalid)
    .map((result) => `${result.name || result.description}: ${result.error || result.message}`);
}

/** The first result and the counts; empty members are left out (contract checks §3.8). */
export function runNowResponse(results: readonly CheckResult[]): RunNowResponse | null {
  const first = results[0];
  if (!first) return null;
  const failing = results.filter((result) => !result.pass);
  return {
    ...(first.name ? { name: first.name } : {}),
    start: new Date(first.startMs).toISOString(),
    ...(first.pass ? { pass: true } : {}),
    ...(first.invalid ? { invalid: true } : {}),
    ...(first.durationMs > 0 ? { duration: Math.round(first.durationMs) } : {}),
    ...(first.description ? { description: first.description } : {}),
    ...(first.message ? { message: first.message } : {}),
    ...(first.error ? { error: first.error } : {}),
    ...(Object.keys(first.labels).length > 0 ? { labels: first.labels } : {}),
    ...(first.detail !== null ? { detail: first.detail } : {}),
    total: results.length,
    failed: failing.length,
    success: results.length - failing.length,
    errors: failing.map((result) => ({ [result.name]: result.error || result.message })),
  };
}
