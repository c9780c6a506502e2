import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../testing/checks.ts';
import { findCheck, patchSummary, readSummary, reconcileSummary, removeChecks, type Summary } from './summary.ts';

const summaryOf = (...checks: Summary['checks']): Summary => ({ checks, runnerName: 'local' });

describe('readSummary', () => {
  it('fills what the server left out because it was empty', () => {
    expect(readSummary({ runnerName: 'r' })).toEqual({ checks: [], runnerName: 'r' });
    const bare = JSON.parse(JSON.stringify({ ...makeCheck('1'), uptime: undefined, latency: undefined }));
    expect(readSummary({ runnerName: 'r', checks_summary: [bare] }).checks[0]).toMatchObject({
      uptime: { passed: 0, failed: 0 },
      latency: { rolling1h: 0 },
    });
  });
});

describe('patchSummary', () => {
  it('makes new objects of the rows it names alone', () => {
    const held = summaryOf(makeCheck('1'), makeCheck('2'), makeCheck('3'));
    const { summary, unknown } = patchSummary(held, [{ id: '2', status: 'unhealthy' }]);
    expect(unknown).toBe(false);
    expect(summary.checks.map((check, i) => check === held.checks[i])).toEqual([true, false, true]);
    expect(summary.checks[1]?.status).toBe('unhealthy');
    expect(held.checks[1]?.status).toBe('healthy');
  });

  it('says when a check is not held, and then keeps what it has', () => {
    const held = summaryOf(makeCheck('1'));
    expect(patchSummary(held, [{ id: 'other' }])).toEqual({ summary: held, unknown: true });
    expect(patchSummary(held, [{ id: 'other' }]).summary).toBe(held);
  });

  it('ignores a patch that is older than the row', () => {
    const held = summaryOf(makeCheck('1', { last_runtime: '2026-01-02T00:00:00Z' }));
    const late = patchSummary(held, [{ id: '1', status: 'unhealthy', last_runtime: '2026-01-01T00:00:00Z' }]);
    expect(late.summary).toBe(held);
  });

  it('does not put the recent result into the row', () => {
    const { summary } = patchSummary(summaryOf(makeCheck('1')), [{ id: '1', status: 'unknown', recent: [1, 2, 2] }]);
    expect(summary.checks[0]).not.toHaveProperty('recent');
  });

  it('keeps order and number of rows whatever comes', () => {
    const patches = fc.array(fc.record({ id: fc.nat(9).map(String), status: fc.constantFrom('healthy', 'unhealthy') }));
    fc.assert(
      fc.property(patches, (list) => {
        const held = summaryOf(...Array.from({ length: 6 }, (_, i) => makeCheck(String(i))));
        const { summary } = patchSummary(held, list as Parameters<typeof patchSummary>[1]);
        expect(summary.checks.map((check) => check.id)).toEqual(held.checks.map((check) => check.id));
      }),
    );
  });
});

describe('reconcileSummary', () => {
  it('keeps equal rows and takes changed ones', () => {
    const held = summaryOf(makeCheck('1'), makeCheck('2'));
    const fresh = summaryOf(makeCheck('2', { status: 'unhealthy' }), makeCheck('1'), makeCheck('3'));
    const next = reconcileSummary(held, fresh);
    expect(next.checks.map((check) => check.id)).toEqual(['2', '1', '3']);
    expect(next.checks[1]).toBe(held.checks[0]);
    expect(next.checks[0]?.status).toBe('unhealthy');
  });

  it('keeps a row that a live event made newer than the read', () => {
    const held = summaryOf(makeCheck('1', { status: 'unhealthy', last_runtime: '2026-01-02T00:00:00Z' }));
    const fresh = summaryOf(makeCheck('1', { last_runtime: '2026-01-01T00:00:00Z' }));
    expect(reconcileSummary(held, fresh).checks[0]).toBe(held.checks[0]);
  });
});

describe('lookups', () => {
  it('finds and removes by id', () => {
    const held = summaryOf(makeCheck('1'), makeCheck('2'));
    expect(findCheck(held, '2')).toBe(held.checks[1]);
    expect(findCheck(held, 'x')).toBeUndefined();
    expect(findCheck(undefined, '1')).toBeUndefined();
    expect(removeChecks(held, ['1']).checks.map((check) => check.id)).toEqual(['2']);
    expect(removeChecks(held, ['x'])).toBe(held);
  });
});
