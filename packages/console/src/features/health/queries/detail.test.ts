import type { HealthTimeRange } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { chartPoints } from '../components/detail/CheckChart.tsx';
import { resultHealth } from '../components/detail/HistoryTab.tsx';
import { graphStart, historyPath } from './detail.ts';
import { runResultText } from './use-run-now.tsx';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const paramsOf = (path: string): Record<string, string> => Object.fromEntries(new URLSearchParams(path.split('?')[1]));

describe('historyPath', () => {
  it('asks for a page of 50, newest first, since the range began', () => {
    const path = historyPath('id', { range: '1h', status: 'all', minMs: undefined, page: 2 }, NOW);
    expect(path.startsWith('/api/db/check_statuses?')).toBe(true);
    expect(paramsOf(path)).toEqual({
      check_id: 'eq.id',
      time: 'gt.2026-06-15T11:00:00.000Z',
      order: 'time.desc',
      limit: '50',
      offset: '100',
    });
  });

  it('filters by status as 1 and 0 and by the least duration', () => {
    const filter = { range: '1h' as HealthTimeRange, minMs: 500, page: 0 };
    expect(paramsOf(historyPath('id', { ...filter, status: 'healthy' }, NOW))).toMatchObject({
      status: 'eq.1',
      duration: 'gte.500',
    });
    expect(paramsOf(historyPath('id', { ...filter, status: 'unhealthy' }, NOW))).toMatchObject({ status: 'eq.0' });
  });
});

describe('graphStart', () => {
  it('sends the range itself, but months as a date', () => {
    expect(graphStart('1h', NOW)).toBe('1h');
    expect(graphStart('15m', NOW)).toBe('15m');
    expect(graphStart('3mo', NOW)).toBe('2026-03-15T12:00:00.000Z');
  });
});

describe('what the detail says', () => {
  it('names the outcome of a run', () => {
    const counts = { total: 2, success: 1, failed: 1, errors: [{ probe: 'refused' }] };
    expect(runResultText(counts)).toBe('Ran 2 checks: 1 passed, 1 failed\nprobe: refused');
    expect(runResultText({ total: 1, success: 1, failed: 0, errors: [] })).toBe('Ran 1 check: 1 passed, 0 failed');
  });

  it('reads a failing point, which has no status on the wire', () => {
    const graph = { duration: 1, runnerName: '', latency: { p95: 1, p97: 1, p99: 1, rolling1h: 1 } };
    const points = chartPoints({
      ...graph,
      uptime: { passed: 1, failed: 1 },
      status: [
        { time: '2026-06-15T12:00:00Z', duration: 5, status: true },
        { time: '2026-06-15T12:01:00Z', duration: 6, error: 'refused', message: 'm' },
      ],
    });
    expect(points).toEqual([
      { at: NOW, durationMs: 5, ok: true },
      { at: NOW + 60_000, durationMs: 6, ok: false, message: 'refused' },
    ]);
    expect(chartPoints({ ...graph, uptime: { passed: 0, failed: 0 }, status: null })).toEqual([]);
  });

  it.each([
    [true, false, 'healthy'],
    [false, false, 'unhealthy'],
    [null, true, 'unknown'],
    [null, null, 'unknown'],
  ] as const)('draws status %s, invalid %s as %s', (status, invalid, health) => {
    expect(resultHealth({ status, invalid })).toBe(health);
  });
});
