import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { groupChecks } from './rows.ts';
import { type Sort, shownLatency, sortRows, uptimeRatio } from './sort.ts';

const order = (checks: ReturnType<typeof makeCheck>[], sort: Sort, groupBy = 'no-group'): string[] =>
  sortRows(groupChecks(checks, groupBy), sort).map((row) => row.id);

describe('sortRows', () => {
  it('sorts by name without regard to case, then by namespace', () => {
    const checks = [
      makeCheck('1', { name: 'b' }),
      makeCheck('2', { name: 'A', namespace: 'z' }),
      makeCheck('3', { name: 'a', namespace: 'y' }),
    ];
    expect(order(checks, { by: 'name', desc: false })).toEqual(['3', '2', '1']);
    expect(order(checks, { by: 'name', desc: true })).toEqual(['1', '3', '2']);
  });

  it('sorts by badness, the newest transition first within a health', () => {
    const checks = [
      makeCheck('ok'),
      makeCheck('unknown', { status: 'unknown' }),
      makeCheck('warn', { status: 'unhealthy', severity: 'low' }),
      makeCheck('old', { status: 'unhealthy', last_transition_time: '2026-01-01T00:00:00Z' }),
      makeCheck('new', { status: 'unhealthy', last_transition_time: '2026-01-02T00:00:00Z' }),
    ];
    expect(order(checks, { by: 'health', desc: false })).toEqual(['new', 'old', 'warn', 'unknown', 'ok']);
    expect(order(checks, { by: 'health', desc: true })).toEqual(['ok', 'unknown', 'warn', 'new', 'old']);
  });

  it('puts rows without a value last either way', () => {
    const checks = [
      makeCheck('none', { uptime: { passed: 0, failed: 0 }, latency: { rolling1h: 0 } }),
      makeCheck('half', { uptime: { passed: 1, failed: 1 }, latency: { rolling1h: 0, p95: 9 } }),
      makeCheck('full', { latency: { rolling1h: 0, p99: 3 } }),
    ];
    expect(order(checks, { by: 'uptime', desc: false })).toEqual(['half', 'full', 'none']);
    expect(order(checks, { by: 'uptime', desc: true })).toEqual(['full', 'half', 'none']);
    expect(order(checks, { by: 'latency', desc: false })).toEqual(['full', 'half', 'none']);
    expect(order(checks, { by: 'latency', desc: true })).toEqual(['half', 'full', 'none']);
  });

  it('orders a group by its worst member, and its members too', () => {
    const checks = [
      makeCheck('1', { canary_name: 'fine' }),
      makeCheck('2', { canary_name: 'fine' }),
      makeCheck('3', { canary_name: 'poor' }),
      makeCheck('4', { canary_name: 'poor', status: 'unhealthy' }),
    ];
    const rows = sortRows(groupChecks(checks, 'canary_name'), { by: 'health', desc: false });
    expect(rows.map((row) => row.name)).toEqual(['poor', 'fine']);
    expect(rows[0]?.kind === 'group' && rows[0].children.map((child) => child.id)).toEqual(['4', '3']);
  });

  it('keeps all rows, and gives the same order whatever came first', () => {
    const many = fc.uniqueArray(fc.record({ id: fc.uuid(), name: fc.string(), p95: fc.integer({ min: 0, max: 5 }) }), {
      selector: (one) => one.name.toLowerCase(),
    });
    const sorts = fc.constantFrom<Sort['by']>('name', 'health', 'uptime', 'latency');
    fc.assert(
      fc.property(many, sorts, fc.boolean(), (list, by, desc) => {
        const checks = list.map(({ id, name, p95 }) =>
          makeCheck(id, { name, description: name, endpoint: id, latency: { rolling1h: 0, p95 } }),
        );
        const sorted = order(checks, { by, desc });
        expect(sorted).toHaveLength(checks.length);
        expect(order([...checks].reverse(), { by, desc })).toEqual(sorted);
      }),
    );
  });
});

describe('values', () => {
  it('shows p95, else p97, else p99', () => {
    expect(shownLatency({ latency: { rolling1h: 0, p95: 1, p97: 2, p99: 3 } })).toBe(1);
    expect(shownLatency({ latency: { rolling1h: 0, p97: 2, p99: 3 } })).toBe(2);
    expect(shownLatency({ latency: { rolling1h: 0, p99: 3 } })).toBe(3);
    expect(shownLatency({ latency: { rolling1h: 9 } })).toBeUndefined();
  });

  it('has no uptime when nothing ran', () => {
    expect(uptimeRatio({ passed: 0, failed: 0 })).toBeUndefined();
    expect(uptimeRatio({ passed: 3, failed: 1 })).toBe(0.75);
  });
});
