import type { CanaryRun, RunOptions } from '@quarterdeck/checks';
import { AppError } from '@quarterdeck/contract';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { describe, expect, it } from 'vitest';
import { createTelemetry } from '../../platform/telemetry/telemetry.ts';
import type { LoadedCanary } from '../canaries/loader.ts';
import type { RunToWrite } from './result-rows.ts';
import { checkKey } from './result-rows.ts';
import { createRunner, runNowResponse } from './runner.ts';
import { canaryOf, resultOf } from './testing/fixtures.ts';

const slot = { canaryId: 'c1', slotMs: 1000, nextSlotMs: 2000 };

function world(options: { results?: CanaryRun['results']; canary?: LoadedCanary['canary']; fails?: unknown } = {}) {
  const { results = [resultOf('a')] } = options;
  const canary = options.canary ?? canaryOf('shop', '@every 1s', ['a', 'b']);
  const checks = new Map(['a', 'b'].map((name) => [checkKey({ type: 'http', name }), `id-${name}`]));
  const loaded: LoadedCanary = { id: 'c1', source: 'shop.yaml', canary, checks };
  const written: RunToWrite[] = [];
  const asked: { names: string[]; options: RunOptions }[] = [];
  const telemetry = createTelemetry({ version: '0', labelsAllowlist: [], processMetrics: false });
  const state = { loaded: loaded as LoadedCanary | null, removed: [] as string[] };
  const runner = createRunner({
    loader: { load: async () => state.loaded },
    engine: async (given, run) => {
      asked.push({ names: given.canary.checks.map((check) => check.spec.name), options: run });
      if (options.fails === 'engine') throw new Error('no runner');
      return { canary, startMs: 5, endMs: 9, results, aborted: false };
    },
    writer: {
      write: async (run) => {
        if (options.fails === 'writer') throw new AppError('DATABASE_UNAVAILABLE');
        written.push(run);
        return {
          checkIds: run.results.map((result) => run.known.get(checkKey(result)) ?? null),
          removed: state.removed,
        };
      },
      held: () => 0,
      start: () => undefined,
      stop: async () => undefined,
    },
    telemetry,
    clock: createManualClock(7),
    log: silentLog,
  });
  const metric = async (name: string) =>
    (await telemetry.text()).body.split('\n').filter((line) => line.startsWith(`${name}{`));
  return { runner, written, asked, state, metric };
}
const value = (lines: string[]) => lines.map((line) => Number(line.split(' ').at(-1)));

describe('the run of a slot', () => {
  it('is written with its slot, and counted once', async () => {
    const { runner, written, metric } = world({ results: [resultOf('a'), resultOf('b', { pass: false })] });
    await runner.runSlot(slot);
    expect(written).toMatchObject([{ canaryId: 'c1', slotMs: 1000, nextRunMs: 2000, cleanup: true, failures: [] }]);
    expect(value(await metric('canary_check_count'))).toEqual([1, 1]);
    expect(value(await metric('canary_check_success_count'))).toEqual([1]);
    expect(value(await metric('canary_check')).sort()).toEqual([0, 1]);
  });

  it('of a canary that is gone has an end and no results', async () => {
    const { runner, written, state } = world();
    state.loaded = null;
    await runner.runSlot(slot);
    expect(written).toMatchObject([{ results: [], slotMs: 1000, failures: [] }]);
  });

  it('that fails is written down as a failure', async () => {
    const { runner, written } = world({ fails: 'engine' });
    await runner.runSlot(slot);
    expect(written).toMatchObject([{ results: [], slotMs: 1000, failures: ['no runner'] }]);
  });

  it('keeps what could not be evaluated as failures', async () => {
    const { runner, written } = world({ results: [resultOf('a', { pass: false, invalid: true, error: 'no url' })] });
    await runner.runSlot(slot);
    expect(written[0]?.failures).toEqual(['a: no url']);
  });

  it('stores the labels of checks without those of their canary', async () => {
    const canary = canaryOf('shop', '@every 1s', ['a']);
    canary.metadata.labels.team = 'red';
    const { runner, written } = world({ canary, results: [resultOf('a', { labels: { team: 'red', tier: 'x' } })] });
    await runner.runSlot(slot);
    expect(written[0]?.results[0]?.labels).toEqual({ tier: 'x' });
  });

  it('counts results that could not be stored as errors, and leaves the gauges alone', async () => {
    const { runner, metric } = world({ fails: 'writer' });
    await runner.runSlot(slot).catch(() => undefined);
    expect(value(await metric('canary_check_error_count'))).toEqual([1]);
    expect(value(await metric('canary_check_count'))).toEqual([1]);
    expect(await metric('canary_check')).toEqual([]);
  });

  it('that could not probe touches no gauge', async () => {
    const { runner, metric } = world({ results: [resultOf('a', { pass: false, invalid: true, unknown: true })] });
    await runner.runSlot(slot);
    expect(value(await metric('canary_check_invalid_count'))).toEqual([1]);
    expect([...(await metric('canary_check')), ...(await metric('canary_check_info'))]).toEqual([]);
  });

  it('removes the series of checks that are gone', async () => {
    const { runner, state, metric } = world();
    await runner.runSlot(slot);
    state.removed = ['id-a'];
    await runner.runSlot(slot);
    expect(await metric('canary_check_count')).toEqual([]);
  });

  it('fails the check whose metric has another type than the same name before', async () => {
    const sample = (type: 'gauge' | 'counter') => [{ name: 'orders', type, value: 3, labels: {} }];
    const { runner, written } = world({
      results: [resultOf('a', { metrics: sample('gauge') }), resultOf('b', { metrics: sample('counter') })],
    });
    await runner.runSlot(slot);
    expect(written[0]?.results.map((result) => result.pass)).toEqual([true, false]);
    expect(written[0]?.results[1]?.error).toContain('orders');
  });
});

describe('a run on demand', () => {
  it('runs the checks of that name alone, of all types, and without cleanup', async () => {
    const { runner, asked, written } = world({ canary: canaryOf('shop', '@every 1s', ['a', 'tcp:a', 'b']) });
    const answer = await runner.runNow('c1', 'a');
    expect(asked[0]?.names).toEqual(['a', 'a']);
    expect(written[0]).toMatchObject({ slotMs: null, cleanup: false });
    expect(answer).toMatchObject({ name: 'a', pass: true, total: 1, failed: 0, success: 1, errors: [] });
  });

  it('finds a check without a name by its description', async () => {
    const canary = canaryOf('shop', '@every 1s', ['a']);
    canary.checks.push({ type: 'http', spec: { name: '', description: 'the front page' } });
    const { runner, asked } = world({ canary });
    await runner.runNow('c1', 'the front page');
    expect(asked[0]?.names).toEqual(['']);
  });

  it('runs a canary whose results become one check whole', async () => {
    const { runner, asked } = world({ canary: canaryOf('shop', '@every 1s', ['a', 'b'], { resultMode: 'junit' }) });
    await runner.runNow('c1', 'Result Mode: JUnit Report');
    expect(asked[0]?.names).toEqual(['a', 'b']);
  });

  it('answers null when the canary is gone', async () => {
    const { runner, state } = world();
    state.loaded = null;
    expect(await runner.runNow('c1', 'a')).toBeNull();
  });

  it('ends with the runner', async () => {
    const { runner, asked } = world();
    runner.abort();
    await runner.runNow('c1', 'a');
    expect(asked[0]?.options.signal?.aborted).toBe(true);
  });
});

describe('the answer of a run on demand', () => {
  it('leaves out what is empty', () => {
    expect(runNowResponse([])).toBeNull();
    expect(runNowResponse([resultOf('a', { startMs: 0, pass: false, durationMs: 0, error: 'bad' })])).toEqual({
      name: 'a',
      start: '1970-01-01T00:00:00.000Z',
      error: 'bad',
      total: 1,
      failed: 1,
      success: 0,
      errors: [{ a: 'bad' }],
    });
  });
});
