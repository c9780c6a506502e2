import type { CheckSummary } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { countActiveFilters, filterChecks, type HealthFilter, labelTest, tabOf, textTest } from './filter.ts';

const OPEN: HealthFilter = { hidePassing: false, query: '', labels: {}, tabBy: 'namespace', tab: undefined };
const ids = (checks: readonly CheckSummary[]): string[] => checks.map((check) => check.id);

describe('filterChecks', () => {
  const checks = [
    makeCheck('a', { namespace: 'x', labels: { team: 'red' } }),
    makeCheck('b', { namespace: 'x', status: 'unhealthy', labels: { team: 'blue' } }),
    makeCheck('c', { namespace: 'y', status: 'unknown', labels: { team: 'red', tier: '1' } }),
    makeCheck('d', { namespace: '', status: 'unhealthy', endpoint: 'https://D.example', labels: {} }),
  ];

  it('hides passing and counts what it hides', () => {
    const stages = filterChecks(checks, { ...OPEN, hidePassing: true });
    expect(ids(stages.shown)).toEqual(['b', 'c', 'd']);
    expect(stages.hiddenPassing).toBe(1);
    expect(ids(stages.matching)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the list after each step', () => {
    const stages = filterChecks(checks, { ...OPEN, labels: { 'team:red': 1 }, tab: 'y' });
    expect(ids(stages.searched)).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(stages.labelled)).toEqual(['a', 'c']);
    expect(ids(stages.shown)).toEqual(['c']);
  });

  it('does not count passing checks that other filters leave out as hidden', () => {
    expect(filterChecks(checks, { ...OPEN, hidePassing: true, tab: 'y' }).hiddenPassing).toBe(0);
  });

  it('shows only what passes all filters, in the given order', () => {
    const arbitrary = fc.array(
      fc.record({
        status: fc.constantFrom('healthy', 'unhealthy', 'unknown' as const),
        team: fc.constantFrom('a', 'b'),
      }),
    );
    fc.assert(
      fc.property(arbitrary, fc.boolean(), (many, hidePassing) => {
        const list = many.map(({ status, team }, i) =>
          makeCheck(String(i), { status: status as 'healthy', labels: { team } }),
        );
        const stages = filterChecks(list, { ...OPEN, hidePassing, labels: { 'team:a': -1 } });
        expect(stages.shown.length + stages.hiddenPassing).toBe(stages.matching.length);
        expect(ids(stages.shown)).toEqual(
          ids(list.filter((c) => c.labels?.team === 'b' && !(hidePassing && c.status === 'healthy'))),
        );
      }),
    );
  });
});

describe('a filter that hides nothing', () => {
  it('gives one list for what is shown and what matches, so that groups count their members once', () => {
    const checks = [makeCheck('a'), makeCheck('b', { status: 'unhealthy' })];
    const open = filterChecks(checks, OPEN);
    expect(open.matching).toBe(open.shown);
    const hiding = filterChecks(checks, { ...OPEN, hidePassing: true });
    expect(ids(hiding.shown)).toEqual(['b']);
    expect(ids(hiding.matching)).toEqual(['a', 'b']);
  });
});

describe('textTest', () => {
  const check = makeCheck('1', {
    name: 'Alpha',
    description: 'Beta text',
    canary_name: 'gamma',
    endpoint: 'https://Delta',
    labels: { team: 'omega' },
  });

  it('searches name, description, canary name and endpoint without regard to case', () => {
    for (const query of ['alpha', 'BETA', 'Gamma', 'delta', ' alpha ', '']) expect(textTest(query)(check)).toBe(true);
  });

  it('searches nothing else', () => {
    for (const query of ['omega', 'http check', 'alphabeta']) expect(textTest(query)(check)).toBe(false);
  });
});

describe('labelTest', () => {
  const check = makeCheck('1', { labels: { team: 'red', tier: '1' } });

  it.each([
    [{}, true],
    [{ 'team:red': 1 }, true],
    [{ 'team:blue': 1 }, false],
    [{ 'team:blue': 1, 'team:red': 1 }, true],
    [{ 'team:red': 1, 'tier:2': 1 }, false],
    [{ 'team:red': -1 }, false],
    [{ 'team:blue': -1 }, true],
    [{ 'team:red': 1, 'tier:1': -1 }, false],
  ] as const)('%o gives %s', (labels, expected) => {
    expect(labelTest(labels)(check)).toBe(expected);
  });

  it('takes values with colons', () => {
    expect(labelTest({ 'url:http://x:1': 1 })(makeCheck('2', { labels: { url: 'http://x:1' } }))).toBe(true);
  });
});

describe('tabOf', () => {
  it('names the tab by namespace, agent and label', () => {
    const check = makeCheck('1', { namespace: '', labels: { zone: 'eu' } });
    expect(tabOf(check, 'namespace')).toBe('none');
    expect(tabOf(check, 'agent')).toBe('00000000-0000-0000-0000-000000000000');
    expect(tabOf(check, 'zone')).toBe('eu');
    expect(tabOf(check, 'constructor')).toBeUndefined();
  });
});

describe('countActiveFilters', () => {
  it('counts hide passing as one and each label as one', () => {
    expect(countActiveFilters({ hidePassing: true, labels: { a: 1, b: -1 } })).toBe(3);
    expect(countActiveFilters({ hidePassing: false, labels: {} })).toBe(0);
  });
});
