import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import {
  checksOf,
  flattenRows,
  type GroupRow,
  groupChecks,
  type HealthRow,
  NO_VALUE,
  OTHERS,
  orderOf,
} from './rows.ts';
import { arrangeRows } from './view.ts';

const names = (rows: readonly HealthRow[]): string[] => rows.map((row) => row.name);
const group = (rows: readonly HealthRow[], name: string): GroupRow => {
  const found = rows.find((row) => row.kind === 'group' && row.name === name);
  if (found?.kind !== 'group') throw new Error(`no group ${name}`);
  return found;
};

describe('groupChecks', () => {
  it('groups by canary name, and shows groups of one as plain rows', () => {
    const rows = groupChecks(
      [
        makeCheck('1', { canary_name: 'a' }),
        makeCheck('2', { canary_name: 'b' }),
        makeCheck('3', { canary_name: 'a' }),
      ],
      'canary_name',
    );
    expect(rows.map((row) => row.kind)).toEqual(['group', 'check']);
    expect(group(rows, 'a').children.map((child) => child.id)).toEqual(['1', '3']);
  });

  it('does not group when asked not to', () => {
    expect(groupChecks([makeCheck('1'), makeCheck('2')], 'no-group').every((row) => row.kind === 'check')).toBe(true);
  });

  it('groups names by the prefix before the first slash and shows the remainder', () => {
    const rows = groupChecks(
      [
        makeCheck('1', { name: 'a/x/y' }),
        makeCheck('2', { name: 'a/z' }),
        makeCheck('3', { name: 'lone/check' }),
        makeCheck('4', { name: 'plain' }),
        makeCheck('5', { name: 'plain' }),
        makeCheck('6', { name: '/root' }),
      ],
      'name',
    );
    expect(names(rows)).toEqual(['a', 'lone/check', 'plain', 'plain', '/root']);
    expect(names(group(rows, 'a').children)).toEqual(['x/y', 'z']);
  });

  it('names missing values', () => {
    const none = groupChecks([makeCheck('1'), makeCheck('2')], 'description');
    expect(names(none)).toEqual([NO_VALUE]);
    const labelled = groupChecks(
      [
        makeCheck('1', { labels: { zone: 'eu' } }),
        makeCheck('2', { labels: { zone: 'eu' } }),
        makeCheck('3'),
        makeCheck('4'),
      ],
      'zone',
    );
    expect(names(labelled)).toEqual(['eu', OTHERS]);
  });

  it('sums uptime, counts the fully passing, joins namespaces and takes the common type', () => {
    const rows = groupChecks(
      [
        makeCheck('1', { namespace: 'b', uptime: { passed: 5, failed: 0 } }),
        makeCheck('2', { namespace: 'a', uptime: { passed: 3, failed: 2 }, type: 'dns' }),
        makeCheck('3', { namespace: 'b', uptime: { passed: 0, failed: 0 } }),
      ],
      'canary_name',
    );
    const made = group(rows, 'canary');
    expect(made.uptime).toEqual({ passed: 8, failed: 2 });
    expect(made.fullyPassing).toBe(1);
    expect(made.namespaces).toEqual(['a', 'b']);
    expect(made.icon).toBeUndefined();
    expect(group(groupChecks([makeCheck('1'), makeCheck('2')], 'type'), 'http').icon).toBe('http');
  });

  it('tells the health and the counts of hidden members too', () => {
    const failing = [makeCheck('1', { status: 'unhealthy' }), makeCheck('2', { status: 'unhealthy' })];
    const made = group(groupChecks(failing, 'canary_name', [...failing, makeCheck('3')]), 'canary');
    expect(made).toMatchObject({ health: 'mixed', passing: 1, total: 3 });
    expect(made.children).toHaveLength(2);
  });

  it('keeps the identity of rows whose check did not change', () => {
    const a = makeCheck('1');
    const b = makeCheck('2');
    const before = group(groupChecks([a, b], 'canary_name'), 'canary');
    const after = group(groupChecks([a, { ...b, status: 'unhealthy' }], 'canary_name'), 'canary');
    expect(after.children[0]).toBe(before.children[0]);
    expect(after.children[1]).not.toBe(before.children[1]);
  });

  it('keeps every check exactly once', () => {
    const many = fc.array(fc.record({ name: fc.string(), canary_name: fc.constantFrom('a', 'b', '') }));
    const fields = fc.constantFrom('no-group', 'canary_name', 'name', 'description', 'type', 'zone');
    fc.assert(
      fc.property(many, fields, (list, field) => {
        const checks = list.map((over, i) => makeCheck(String(i), over));
        const flat = flattenRows(groupChecks(checks, field), new Set()).filter((row) => row.kind === 'check');
        expect(flat.map((row) => row.id).sort()).toEqual(checks.map((check) => check.id).sort());
      }),
    );
  });
});

describe('flattenRows', () => {
  it('leaves out the members of collapsed groups', () => {
    const rows = groupChecks([makeCheck('1'), makeCheck('2')], 'canary_name');
    expect(flattenRows(rows, new Set())).toHaveLength(3);
    expect(flattenRows(rows, new Set([rows[0]?.id ?? '']))).toHaveLength(1);
  });
});

describe('orderOf', () => {
  it('names the checks in the order of the list, through groups', () => {
    const checks = [
      makeCheck('1', { name: 'z', canary_name: 'g' }),
      makeCheck('2', { name: 'a', canary_name: 'g' }),
      makeCheck('3', { name: 'b', canary_name: 'alone' }),
    ];
    expect(orderOf(arrangeRows(checks, 'canary_name', { by: 'name', desc: false }))).toEqual(['3', '2', '1']);
  });
});

describe('checksOf', () => {
  it('keeps an order with the newest state, without what is gone', () => {
    const now = [makeCheck('2', { status: 'unhealthy' }), makeCheck('1'), makeCheck('9')];
    expect(checksOf(['1', '2', '3'], now).map((check) => [check.id, check.status])).toEqual([
      ['1', 'healthy'],
      ['2', 'unhealthy'],
    ]);
  });
});
