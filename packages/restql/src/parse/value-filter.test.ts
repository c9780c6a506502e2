import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseQuery } from './query.ts';

const nowMs = Date.parse('2026-03-01T12:00:00Z');
const read = (query: string) =>
  (parseQuery(query, { nowMs }).scopes.get('')?.conditions ?? []).map((condition) =>
    condition.kind === 'filter'
      ? [
          condition.field.column,
          `${condition.negated ? 'not.' : ''}${condition.operator}`,
          condition.value.kind === 'list' ? condition.value.items : condition.value.text,
        ]
      : condition,
  );

describe('values', () => {
  test.each([
    ['status.filter=a,b', [['status', 'in', ['a', 'b']]]],
    ['status.filter=!SUCCESS', [['status', 'not.in', ['SUCCESS']]]],
    [
      'status.filter=!a,!b,c',
      [
        ['status', 'in', ['c']],
        ['status', 'not.in', ['a', 'b']],
      ],
    ],
    ['name.filter=web*', [['name', 'like', 'web%']]],
    [
      'name.filter=*web*,x*',
      [
        ['name', 'like', '%web%'],
        ['name', 'like', 'x%'],
      ],
    ],
    ['name.filter=!web*', [['name', 'not.like', 'web%']]],
    ['name.filter=a_b%25\\*', [['name', 'like', 'a\\_b\\%\\\\%']]],
    [
      'name.filter=a,!b,c*,!*d',
      [
        ['name', 'in', ['a']],
        ['name', 'not.in', ['b']],
        ['name', 'like', 'c%'],
        ['name', 'not.like', '%d'],
      ],
    ],
    ['name.filter=', []],
    ['name.filter=!,,', []],
    ['type.filter=Kubernetes::Pod', [['type', 'in', ['Kubernetes::Pod']]]],
    ['status.filter=a&status.filter=b', [['status', 'in', ['a']]]],
    [
      'status=eq.x&status.filter=a',
      [
        ['status', 'eq', 'x'],
        ['status', 'in', ['a']],
      ],
    ],
  ])('%s', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test('a json path, an embedded resource, a function', () => {
    expect(parseQuery('resource->>name.filter=web*').scopes.get('')?.conditions).toMatchObject([
      { field: { column: 'resource', json: [{ arrow: '->>', key: 'name' }] }, operator: 'like' },
    ]);
    expect(parseQuery('config.type.filter=a').scopes.get('config')?.conditions).toHaveLength(1);
    expect(parseQuery('type.filter=a', { isRoutine: true }).arguments.size).toBe(0);
  });

  test('a column may be called filter', () => {
    expect(read('filter=eq.a')).toEqual([['filter', 'eq', 'a']]);
  });
});

describe('dates', () => {
  test.each([
    ['created_at.filter=now-20h', 'lt', '2026-02-28T16:00:00.000Z'],
    ['created_at.filter=>now-1d', 'gt', '2026-02-28T12:00:00.000Z'],
    ['created_at.filter=<2026-01-02', 'lt', '2026-01-02T00:00:00.000Z'],
    ['time.filter==2026-01-02T03:04:05%2B02:00', 'eq', '2026-01-02T01:04:05.000Z'],
  ])('%s', (query, operator, time) => {
    expect(read(query)).toEqual([[query.slice(0, query.indexOf('.')), operator, time]]);
  });

  test('what is no time is refused', () => {
    expect(() => read('created_at.filter=soon')).toThrow(RestError);
    expect(() => read('updated_at.filter=>')).toThrow(RestError);
  });

  test('a member of a json column is no date', () => {
    expect(read('a->>created_at.filter=x')).toEqual([['a', 'in', ['x']]]);
  });
});
