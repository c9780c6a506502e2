import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { countHealth, drawnHealth, groupHealth } from './health.ts';
import { barFields, barFilters, labelFilters, labelsOf } from './labels.ts';
import { displayName, splitName } from './names.ts';
import { pivotChecks } from './pivot.ts';
import { relatedOf } from './related.ts';
import { healthTabs } from './tabs.ts';

describe('drawnHealth', () => {
  it.each([
    ['healthy', 'critical', 'healthy'],
    ['unhealthy', undefined, 'unhealthy'],
    ['unhealthy', 'critical', 'unhealthy'],
    ['unhealthy', 'medium', 'unhealthy'],
    ['unhealthy', 'Low', 'warning'],
    ['unhealthy', 'info', 'warning'],
    ['unhealthy', 'warning', 'warning'],
    ['unknown', 'low', 'unknown'],
    [undefined, undefined, 'unknown'],
  ] as const)('%s with severity %s is %s', (status, severity, drawn) => {
    expect(drawnHealth({ ...(status ? { status } : {}), ...(severity ? { severity } : {}) })).toBe(drawn);
  });

  it('is mixed for a group neither all healthy nor all failing', () => {
    expect(groupHealth([makeCheck('1'), makeCheck('2')])).toBe('healthy');
    expect(groupHealth([makeCheck('1'), makeCheck('2', { status: 'unhealthy' })])).toBe('mixed');
    const failing = [makeCheck('1', { status: 'unhealthy' }), makeCheck('2', { status: 'unhealthy', severity: 'low' })];
    expect(groupHealth(failing)).toBe('unhealthy');
  });

  it('counts every check once', () => {
    const statuses = fc.array(fc.constantFrom('healthy', 'unhealthy', 'unknown', undefined));
    fc.assert(
      fc.property(statuses, (list) => {
        const counts = countHealth(list.map((status, i) => makeCheck(String(i), { status: status as 'healthy' })));
        expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(list.length);
      }),
    );
  });
});

describe('names', () => {
  it('falls back from name to description to endpoint', () => {
    expect(displayName({ name: 'n', description: 'd', endpoint: 'e' })).toBe('n');
    expect(displayName({ name: '', description: 'd', endpoint: 'e' })).toBe('d');
    expect(displayName({ name: '', endpoint: 'e' })).toBe('e');
    expect(displayName({ name: '' })).toBe('');
  });

  it.each([
    ['a/b/c', 'x', 'a/b/', 'c'],
    ['x/a/b', 'x', 'a/', 'b'],
    ['x/a', 'x', '', 'a'],
    ['plain', 'x', '', 'plain'],
    ['/root', undefined, '', '/root'],
    ['tail/', undefined, '', 'tail/'],
  ])('splits %s of namespace %s', (name, namespace, prefix, rest) => {
    expect(splitName(name, namespace)).toEqual({ prefix, rest });
  });
});

describe('labelFilters', () => {
  const checks = [
    makeCheck('1', { labels: { team: 'b', env: 'prod', critical: 'true' } }),
    makeCheck('2', { labels: { team: 'a', env: 'prod', critical: 'false' } }),
  ];

  it('makes toggles of single and boolean values and selects of several, sorted by key', () => {
    expect(labelFilters(checks, {})).toEqual([
      { kind: 'toggle', key: 'critical', value: 'true', count: 1 },
      { kind: 'toggle', key: 'env', value: 'prod', count: 2 },
      {
        kind: 'select',
        key: 'team',
        values: [
          { value: 'a', count: 1 },
          { value: 'b', count: 1 },
        ],
      },
    ]);
  });

  it('keeps chosen labels that no check has any more', () => {
    expect(labelFilters([], { 'zone:eu': 1 })).toEqual([{ kind: 'toggle', key: 'zone', value: 'eu', count: 0 }]);
  });

  it('is a filter bar of a field per key, and back', () => {
    const labels = { 'env:prod': 1, 'env:a:b': 1, 'team:pay': -1 } as const;
    expect(barFilters(labels)).toEqual({ env: { prod: 1, 'a:b': 1 }, team: { pay: -1 } });
    expect(barFields(labels).map(({ id, label, aside }) => [id, label, aside])).toEqual([
      ['env', 'env', true],
      ['team', 'team', true],
    ]);
    expect(labelsOf(barFilters(labels))).toEqual(labels);
    expect(labelsOf({ env: {} })).toEqual({});
  });
});

describe('healthTabs', () => {
  const checks = [
    makeCheck('1', { namespace: 'b', status: 'unhealthy', agent_id: 'x' }),
    makeCheck('2', { namespace: 'a' }),
    makeCheck('3', { namespace: '' }),
  ];

  it('begins with All, then goes by the alphabet', () => {
    expect(healthTabs(checks, 'namespace', undefined)).toEqual([
      { value: undefined, label: 'All', count: 3, failing: 1 },
      { value: 'a', label: 'a', count: 1, failing: 0 },
      { value: 'b', label: 'b', count: 1, failing: 1 },
      { value: 'none', label: 'none', count: 1, failing: 0 },
    ]);
  });

  it('names agents, and keeps the chosen tab when it is empty', () => {
    const tabs = healthTabs(checks, 'agent', 'gone', new Map([['x', 'eu-west']]));
    expect(tabs.map((tab) => tab.label)).toEqual(['All', 'eu-west', 'gone', 'local']);
  });

  it('counts in All what has no label of that key', () => {
    expect(healthTabs(checks, 'zone', undefined)).toEqual([{ value: undefined, label: 'All', count: 3, failing: 1 }]);
  });
});

describe('pivotChecks', () => {
  it('lays rows by canary against the values of a label', () => {
    const table = pivotChecks(
      [
        makeCheck('1', { canary_name: 'b', labels: { zone: 'eu' }, latency: { rolling1h: 0, p95: 5 } }),
        makeCheck('2', {
          canary_name: 'b',
          labels: { zone: 'eu' },
          status: 'unhealthy',
          uptime: { passed: 0, failed: 10 },
        }),
        makeCheck('3', { canary_name: 'a', labels: { zone: 'us' } }),
        makeCheck('4', { canary_name: 'c' }),
      ],
      { by: 'canary_name', label: 'zone', cell: 'uptime' },
    );
    expect(table.columns).toEqual(['eu', 'us']);
    expect(table.rows.map((row) => row.name)).toEqual(['a', 'b']);
    expect(table.rows[1]?.cells[0]).toMatchObject({ health: 'mixed', uptime: 0.5, latency: 5 });
    expect(table.rows[1]?.cells[1]).toBeUndefined();
  });
});

describe('relatedOf', () => {
  it('lists components, then configs, without broken links', () => {
    expect(
      relatedOf({
        components: [{ components: { id: '1', name: 'app', icon: null } }, { components: null }],
        configs: [{ configs: { id: '2', name: 'pod', type: 'Kubernetes::Pod' } }],
      }),
    ).toEqual([
      { id: '1', name: 'app', icon: 'component', type: 'Component' },
      { id: '2', name: 'pod', icon: 'Kubernetes::Pod', type: 'Config' },
    ]);
    expect(relatedOf(undefined)).toEqual([]);
  });
});
