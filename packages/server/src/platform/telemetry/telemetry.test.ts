import { describe, expect, it } from 'vitest';
import { createTelemetry } from './telemetry.ts';
import type { CheckRun } from './types.ts';

const make = (labelsAllowlist: string[] = []) =>
  createTelemetry({ version: '1.2.3', labelsAllowlist, processMetrics: false });

function run(outcome: CheckRun['outcome'], change: Partial<CheckRun['labels']> = {}, durationMs = 20): CheckRun {
  return {
    labels: {
      type: 'http',
      endpoint: 'front page',
      canary_name: 'web',
      canary_namespace: 'default',
      owner: '',
      severity: 'high',
      key: 'k1',
      name: 'front',
      ...change,
    },
    checkLabels: { team: 'blue', 'app.kubernetes.io/name': 'shop' },
    outcome,
    durationMs,
  };
}

async function lines(telemetry: ReturnType<typeof make>, start: string): Promise<string[]> {
  const { body } = await telemetry.text();
  return body.split('\n').filter((line) => line.startsWith(start));
}

async function total(telemetry: ReturnType<typeof make>, name: string): Promise<number> {
  const found = await lines(telemetry, `${name}{`);
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('check metrics', () => {
  it('raises exactly one outcome per run', async () => {
    const telemetry = make();
    for (const outcome of ['success', 'failed', 'failed', 'invalid', 'error'] as const) {
      telemetry.checks.record(run(outcome));
    }
    expect(await total(telemetry, 'canary_check_count')).toBe(5);
    expect(await total(telemetry, 'canary_check_success_count')).toBe(1);
    expect(await total(telemetry, 'canary_check_failed_count')).toBe(2);
    expect(await total(telemetry, 'canary_check_invalid_count')).toBe(1);
    expect(await total(telemetry, 'canary_check_error_count')).toBe(1);
  });

  it('creates the failure counter with 0 on a pass', async () => {
    const telemetry = make();
    telemetry.checks.record(run('success'));
    const found = await lines(telemetry, 'canary_check_failed_count{');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/ 0$/);
  });

  it('keeps the gauges when a run could not be judged', async () => {
    const telemetry = make();
    telemetry.checks.record(run('failed'));
    telemetry.checks.record(run('invalid'));
    expect((await lines(telemetry, 'canary_check{'))[0]).toBe(
      'canary_check{type="http",canary_name="web",canary_namespace="default",key="k1",name="front"} 1',
    );
    telemetry.checks.record(run('success'));
    expect((await lines(telemetry, 'canary_check{'))[0]).toMatch(/ 0$/);
  });

  it('observes durations above 0 in milliseconds', async () => {
    const telemetry = make();
    telemetry.checks.record(run('success', {}, 0));
    expect(await lines(telemetry, 'canary_check_duration_count')).toEqual([]);
    telemetry.checks.record(run('success', {}, 30));
    const buckets = await lines(telemetry, 'canary_check_duration_bucket');
    expect(buckets.find((line) => line.includes('le="25"'))).toMatch(/ 0$/);
    expect(buckets.find((line) => line.includes('le="50"'))).toMatch(/ 1$/);
  });

  it('adds allowed labels of checks, spelled for Prometheus and sorted', async () => {
    const telemetry = make(['team', 'app.kubernetes.io/name']);
    telemetry.checks.record(run('success'));
    expect((await lines(telemetry, 'canary_check{'))[0]).toContain('app_kubernetes_io_name="shop",team="blue"');
  });

  it('replaces the series when a label changes', async () => {
    const telemetry = make();
    telemetry.checks.record(run('success'));
    telemetry.checks.record(run('success', { severity: 'low' }));
    const found = await lines(telemetry, 'canary_check_info{');
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('severity="low"');
  });

  it('removes every series of a deleted check and no other', async () => {
    const telemetry = make();
    telemetry.checks.record(run('failed'));
    telemetry.checks.record(run('failed', { key: 'k2' }));
    telemetry.checks.custom('k1', [{ name: 'depth', type: 'gauge', value: 3, labels: { q: 'a' } }]);
    telemetry.checks.remove('k1');
    const { body } = await telemetry.text();
    expect(body).not.toContain('key="k1"');
    expect(body).toContain('key="k2"');
    expect(body).not.toContain('depth');
  });
});

describe('custom metrics', () => {
  it('counts, sets and observes', async () => {
    const telemetry = make();
    const refused = telemetry.checks.custom('k1', [
      { name: 'seen', type: 'counter', value: 2, labels: {} },
      { name: 'seen', type: 'counter', value: -5, labels: {} },
      { name: 'level', type: 'gauge', value: 4, labels: { a: 'x' } },
      { name: 'level', type: 'gauge', value: 7, labels: { a: 'x' } },
      { name: 'took', type: 'histogram', value: 0.2, labels: { a: 'x' } },
    ]);
    expect(refused).toEqual([]);
    expect(await lines(telemetry, 'seen ')).toEqual(['seen 2']);
    expect(await lines(telemetry, 'level{')).toEqual(['level{a="x"} 7']);
    expect(await lines(telemetry, 'took_count')).toEqual(['took_count{a="x"} 1']);
  });

  it.each([
    ['another type', { name: 'level', type: 'counter' as const, value: 1, labels: { a: 'x' } }],
    ['other labels', { name: 'level', type: 'gauge' as const, value: 1, labels: { b: 'x' } }],
    ['a name of ours', { name: 'canary_check', type: 'gauge' as const, value: 1, labels: {} }],
    ['a bad name', { name: 'a b', type: 'gauge' as const, value: 1, labels: {} }],
    ['a bad label', { name: 'other', type: 'gauge' as const, value: 1, labels: { 'a-b': 'x' } }],
    ['no number', { name: 'level', type: 'gauge' as const, value: Number.NaN, labels: { a: 'x' } }],
  ])('refuses %s and takes the rest', async (_name, sample) => {
    const telemetry = make();
    telemetry.checks.custom('k1', [{ name: 'level', type: 'gauge', value: 4, labels: { a: 'x' } }]);
    const good = { name: 'fine', type: 'gauge' as const, value: 1, labels: {} };
    expect(telemetry.checks.custom('k2', [sample, good])).toHaveLength(1);
    expect(await lines(telemetry, 'fine ')).toEqual(['fine 1']);
    expect(await lines(telemetry, 'level{')).toEqual(['level{a="x"} 4']);
  });

  it('frees a name when its last check goes, and keeps a series that another check writes', async () => {
    const telemetry = make();
    const sample = { name: 'level', type: 'gauge' as const, value: 4, labels: { a: 'x' } };
    telemetry.checks.custom('k1', [sample]);
    telemetry.checks.custom('k2', [sample]);
    telemetry.checks.remove('k1');
    expect(await lines(telemetry, 'level{')).toHaveLength(1);
    telemetry.checks.remove('k2');
    expect(telemetry.checks.custom('k3', [{ ...sample, type: 'counter', labels: {} }])).toEqual([]);
  });
});

describe('metrics of the product', () => {
  it('exports the scheduler, results, streams and requests under their names', async () => {
    const telemetry = make();
    telemetry.scheduler.started(1500);
    telemetry.scheduler.missed(2);
    telemetry.scheduler.skipped(3);
    telemetry.resultsWritten(40);
    telemetry.liveClients(5);
    telemetry.httpRequest('GET', '/api/summary', 200, 12);
    const { body, contentType } = await telemetry.text();
    expect(contentType).toContain('text/plain');
    expect(body).toContain('quarterdeck_scheduler_lateness_seconds_sum 1.5');
    expect(body).toContain('quarterdeck_scheduler_missed_total 2');
    expect(body).toContain('quarterdeck_scheduler_skipped_total 3');
    expect(body).toContain('quarterdeck_results_written_total 40');
    expect(body).toContain('quarterdeck_live_clients 5');
    expect(body).toContain(
      'quarterdeck_http_request_duration_seconds_count{method="GET",route="/api/summary",status="200"} 1',
    );
    expect(body).toContain('quarterdeck_build_info{version="1.2.3"} 1');
  });
});
