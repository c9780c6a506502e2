import { HEALTH_TIME_RANGES } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPollutingKey, parseQueryString, writeQueryString } from '../../../data/query-string.ts';
import {
  checkHref,
  closeCheck,
  type HealthSearch,
  labelKeyOf,
  openCheck,
  PIVOT_CELL_TYPES,
  parseHealthSearch,
  parseLabels,
  SORT_KEYS,
  withDetail,
} from './search.ts';

describe('parseHealthSearch', () => {
  it('reads every parameter', () => {
    const read = parseHealthSearch(
      parseQueryString(
        '?checkId=a&timeRange=2h&layout=card&sortBy=uptime&sortDesc=true&query=dns&labels={"team:a":1,"x:y":-1}' +
          '&pivotBy=canary_name&pivotLabel=zone&pivotCellType=latency&hidePassing=false&groupBy=type&tabBy=agent&tab=t&detail=spec&full=true' +
          '&closed=["a"]&status=unhealthy&duration=1.5s&pageIndex=2&format=json',
      ),
    );
    expect(read).toEqual({
      checkId: 'a',
      timeRange: '2h',
      layout: 'card',
      sortBy: 'uptime',
      sortDesc: true,
      query: 'dns',
      labels: { 'team:a': 1, 'x:y': -1 },
      pivotBy: 'canary_name',
      pivotLabel: 'zone',
      pivotCellType: 'latency',
      hidePassing: false,
      groupBy: 'type',
      tabBy: 'agent',
      tab: 't',
      detail: 'spec',
      full: true,
      closed: ['a'],
      status: 'unhealthy',
      duration: '1.5s',
      pageIndex: 2,
      format: 'json',
    });
  });

  it('leaves out what it does not understand', () => {
    expect(
      parseHealthSearch({
        timeRange: '7h',
        layout: 'grid',
        sortBy: 'color',
        sortDesc: 'maybe',
        labels: '{',
        query: '',
        closed: '{"a":1}',
        status: 'all',
        duration: '5m',
        pageIndex: '-1',
        format: 'yaml',
      }),
    ).toEqual({});
  });

  it('takes `canary` as the canary name of a pivot', () => {
    expect(parseHealthSearch({ pivotBy: 'canary' })).toEqual({ pivotBy: 'canary_name' });
  });

  it('ignores names that could pollute a prototype', () => {
    expect(parseHealthSearch({ groupBy: '__proto__', tabBy: 'constructor', pivotLabel: 'prototype' })).toEqual({});
    expect(parseHealthSearch(Object.create({ checkId: 'inherited' }))).toEqual({});
  });

  it('never throws and never pollutes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (raw) => {
        const read = parseHealthSearch(raw);
        expect(Object.keys(read).some(isPollutingKey)).toBe(false);
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
      }),
    );
  });

  it('reads back what it writes', () => {
    const label = fc.string({ minLength: 1 }).filter((key) => !isPollutingKey(key) && !isPollutingKey(labelKeyOf(key)));
    const text = fc.string({ minLength: 1 }).filter((value) => !isPollutingKey(value));
    const some = fc.record<HealthSearch>(
      {
        checkId: text,
        timeRange: fc.constantFrom(...HEALTH_TIME_RANGES),
        layout: fc.constant('card'),
        sortBy: fc.constantFrom(...SORT_KEYS),
        sortDesc: fc.constant(true),
        query: text,
        labels: fc.dictionary(label, fc.constantFrom(1, -1), { minKeys: 1 }),
        pivotBy: fc.constantFrom('name', 'canary_name'),
        pivotLabel: text,
        pivotCellType: fc.constantFrom(...PIVOT_CELL_TYPES),
        groupBy: text,
        tab: text,
        hidePassing: fc.boolean(),
        full: fc.constant(true),
        closed: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
        status: fc.constantFrom('healthy', 'unhealthy'),
        duration: fc.constantFrom('0s', '1.5s', '100ms', '5 S'),
        pageIndex: fc.integer({ min: 1, max: 999_999 }),
        format: fc.constant('json'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (search) => {
        const back = parseHealthSearch(parseQueryString(writeQueryString({ ...search })));
        expect({ ...back, labels: { ...back.labels } }).toEqual({ ...search, labels: { ...search.labels } });
      }),
    );
  });
});

describe('parseLabels', () => {
  it('drops zero, other values and invalid JSON', () => {
    expect(parseLabels('{"a:b":0,"c:d":1,"e:f":2,"g:h":"1"}')).toEqual({ 'c:d': 1 });
    for (const broken of ['{', '[1]', 'null', '3', '', undefined]) expect(parseLabels(broken)).toBeUndefined();
  });

  it('drops keys that could pollute a prototype, with and without a value', () => {
    expect(parseLabels('{"__proto__":1,"constructor":1,"prototype:x":1,"__proto__:y":-1,"ok:z":1}')).toEqual({
      'ok:z': 1,
    });
    expect(({} as Record<string, unknown>).y).toBeUndefined();
  });
});

describe('query strings', () => {
  it('leaves out polluting keys in both directions', () => {
    expect(parseQueryString('?__proto__=1&constructor=2&prototype=3&a=4')).toEqual({ a: '4' });
    expect(writeQueryString({ constructor: 'x', a: 1, b: undefined, c: '', d: null })).toBe('?a=1');
    expect(writeQueryString({})).toBe('');
  });

  it('links to a check', () => {
    expect(checkHref('id 1')).toBe('/health?checkId=id+1&timeRange=1h');
  });
});

describe('choices within the open check', () => {
  it('begin at the first page, and the usual ones are left out', () => {
    const held: HealthSearch = { checkId: 'a', pageIndex: 4, query: 'q' };
    expect(withDetail(held, { status: 'unhealthy' })).toEqual({ checkId: 'a', query: 'q', status: 'unhealthy' });
    expect(withDetail(held, { duration: ' 5s ' })).toEqual({ checkId: 'a', query: 'q', duration: '5s' });
    expect(withDetail(held, { pageIndex: 5 })).toEqual({ ...held, pageIndex: 5 });
    expect(withDetail(held, { pageIndex: 0 })).toEqual({ checkId: 'a', query: 'q' });
    const chosen: HealthSearch = { status: 'healthy', duration: '5s', format: 'json' };
    for (const all of ['All', '']) {
      expect(withDetail(chosen, { status: 'all', duration: all, format: 'yaml' })).toEqual({});
    }
  });

  it('stay with the next check, but for the page', () => {
    expect(openCheck({ checkId: 'a', status: 'healthy', pageIndex: 2, full: true }, 'b')).toEqual({
      checkId: 'b',
      status: 'healthy',
      full: true,
    });
  });
});

describe('closeCheck', () => {
  it('removes the check and sets the range back to 1h', () => {
    const inCheck = {
      full: true,
      detail: 'spec',
      status: 'healthy',
      duration: '1s',
      pageIndex: 1,
      format: 'json',
    } as const;
    expect(closeCheck({ checkId: 'a', ...inCheck, timeRange: '1y', query: 'q', closed: ['g'] })).toEqual({
      query: 'q',
      timeRange: '1h',
      closed: ['g'],
    });
  });
});
