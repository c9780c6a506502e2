import { HEALTH_TIME_RANGES, REFRESH_RATES } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOfContentRange } from '../../../data/db.ts';
import { isPollutingKey, parseQueryString, writeQueryString } from '../../../data/query-string.ts';
import { makeCheck } from '../../../testing/checks.ts';
import { DURATION_INVALID, parseDurationFilter } from './history.ts';
import { type HealthSearch, parseHealthSearch } from './search.ts';
import {
  DEFAULT_HEALTH_SETTINGS,
  effectiveRate,
  type HealthSettings,
  isRateDisabled,
  parseHealthSettings,
  parseRefreshRate,
  rangeLabel,
  rateLabel,
  writeHealthSettings,
} from './settings.ts';
import { arrangeRows, healthChoices, labelKeys, neighbours, tableItems, withNamedChoices } from './view.ts';

const name = fc.string({ minLength: 1 }).filter((text) => !isPollutingKey(text));
const anySettings = fc.record<HealthSettings>({
  hidePassing: fc.boolean(),
  tabBy: name,
  groupBy: name,
  badnessFirst: fc.boolean(),
});

describe('health settings', () => {
  it('hides passing, tabs by namespace and groups by canary unless something else is stored', () => {
    expect(parseHealthSettings(null)).toEqual(DEFAULT_HEALTH_SETTINGS);
    expect(DEFAULT_HEALTH_SETTINGS).toMatchObject({ hidePassing: true, tabBy: 'namespace', groupBy: 'canary_name' });
  });

  it('stores hidePassing as a text', () => {
    const stored = writeHealthSettings({ ...DEFAULT_HEALTH_SETTINGS, hidePassing: false });
    expect(JSON.parse(stored)).toMatchObject({ hidePassing: 'false', tabBy: 'namespace', groupBy: 'canary_name' });
    expect(parseHealthSettings(stored).hidePassing).toBe(false);
  });

  it('reads back what it writes and never throws', () => {
    fc.assert(
      fc.property(anySettings, (one) => void expect(parseHealthSettings(writeHealthSettings(one))).toEqual(one)),
    );
    fc.assert(fc.property(fc.string(), (text) => void expect(parseHealthSettings(text)).toHaveProperty('tabBy')));
    fc.assert(fc.property(fc.json(), (text) => void expect(parseHealthSettings(text)).toHaveProperty('groupBy')));
  });
});

describe('refresh rates', () => {
  it('disables 15s and 30s from 60 minutes, 2m and 3m from 180', () => {
    const disabled = (range: (typeof HEALTH_TIME_RANGES)[number]) =>
      REFRESH_RATES.filter((r) => isRateDisabled(r, range));
    expect(disabled('15m')).toEqual([]);
    expect(disabled('1h')).toEqual(['15s', '30s']);
    expect(disabled('2h')).toEqual(['15s', '30s']);
    expect(disabled('3h')).toEqual(['15s', '30s', '2m', '3m']);
    expect(disabled('5y')).toEqual(['15s', '30s', '2m', '3m']);
  });

  it('uses the next allowed rate', () => {
    expect(effectiveRate('15s', '15m')).toBe('15s');
    expect(effectiveRate('15s', '1h')).toBe('60s');
    expect(effectiveRate('2m', '1d')).toBe('5m');
    expect(effectiveRate(null, '1d')).toBeNull();
    fc.assert(
      fc.property(fc.constantFrom(...REFRESH_RATES), fc.constantFrom(...HEALTH_TIME_RANGES), (rate, range) => {
        expect(isRateDisabled(effectiveRate(rate, range), range)).toBe(false);
      }),
    );
  });

  it('reads stored rates and names them', () => {
    expect(parseRefreshRate('30s')).toBe('30s');
    expect(parseRefreshRate('31s')).toBeNull();
    expect(parseRefreshRate(null)).toBeNull();
    expect(['None', '15 seconds', '15 minutes']).toEqual([rateLabel(null), rateLabel('15s'), rateLabel('15m')]);
  });
});

describe('time ranges', () => {
  it('are named', () => {
    expect(rangeLabel('1h')).toBe('1 hour');
    expect(rangeLabel('3mo')).toBe('3 months');
    expect(rangeLabel('15m')).toBe('15 minutes');
  });
});

describe('history filters', () => {
  it.each([
    ['All', undefined],
    ['', undefined],
    ['100ms', 100],
    ['1s', 1000],
    ['1.5s', 1500],
    [' 5 S ', 5000],
  ])('reads %s as %s', (text, ms) => {
    expect(parseDurationFilter(text)).toEqual({ ok: true, ms });
  });

  it.each(['5', '5m', '-1s', 'abc', '1 h', 's'])('refuses %s with the text of the specification', (text) => {
    expect(parseDurationFilter(text)).toEqual({ ok: false, message: DURATION_INVALID });
    expect(DURATION_INVALID).toBe('duration is allowed only in milli seconds & seconds');
  });

  it('reads totals', () => {
    expect(totalOfContentRange('0-49/1234')).toBe(1234);
    expect(totalOfContentRange('*/0')).toBe(0);
    expect(totalOfContentRange('0-49/*')).toBeUndefined();
    expect(totalOfContentRange(null)).toBeUndefined();
  });
});

describe('view', () => {
  it('lets the address go before the stored settings', () => {
    const choices = healthChoices({ groupBy: 'type', hidePassing: false }, DEFAULT_HEALTH_SETTINGS);
    expect(choices).toMatchObject({ groupBy: 'type', hidePassing: false, tabBy: 'namespace' });
    expect(choices.sort).toEqual({ by: 'name', desc: false });
    expect(healthChoices({}, { ...DEFAULT_HEALTH_SETTINGS, badnessFirst: true }).sort.by).toBe('health');
  });

  it('names in the address every choice that it lacks, the usual ones too', () => {
    const stored = { hidePassing: false, groupBy: 'type', tabBy: 'agent', badnessFirst: true };
    expect(withNamedChoices({ query: 'q' }, stored)).toEqual({
      query: 'q',
      hidePassing: false,
      groupBy: 'type',
      tabBy: 'agent',
      sortBy: 'health',
    });
    const usual: HealthSearch = { hidePassing: true, groupBy: 'canary_name', tabBy: 'namespace', sortBy: 'name' };
    expect(withNamedChoices({}, DEFAULT_HEALTH_SETTINGS)).toEqual(usual);
    expect(withNamedChoices(usual, stored)).toBe(usual);
    expect(withNamedChoices({ ...usual, sortBy: 'uptime', sortDesc: true, groupBy: 'no-group' }, stored)).toEqual({
      ...usual,
      sortBy: 'uptime',
      sortDesc: true,
      groupBy: 'no-group',
    });
    expect(withNamedChoices({ sortDesc: true }, stored)).not.toHaveProperty('sortDesc');
  });

  it('shows the same in a browser that stored something else, and has nothing more to write', () => {
    const held: HealthSearch = { tabBy: 'team' };
    const some = fc.constantFrom<HealthSearch>({}, held, { sortBy: 'name' }, { sortBy: 'uptime', sortDesc: true });
    fc.assert(
      fc.property(anySettings, anySettings, some, (stored, others, search) => {
        const filled = withNamedChoices(search, stored);
        const elsewhere = parseHealthSearch(parseQueryString(writeQueryString({ ...filled })));
        expect(healthChoices(elsewhere, others)).toEqual(healthChoices(search, stored));
        expect(withNamedChoices(elsewhere, others)).toBe(elsewhere);
      }),
    );
  });

  it('reads no name that the address would not carry', () => {
    const stored = writeHealthSettings({ ...DEFAULT_HEALTH_SETTINGS, groupBy: '__proto__', tabBy: 'constructor' });
    expect(parseHealthSettings(stored)).toEqual(DEFAULT_HEALTH_SETTINGS);
  });

  it('keeps table items as long as their rows', () => {
    const checks = [makeCheck('1'), makeCheck('2')];
    const first = tableItems(arrangeRows(checks, 'no-group', { by: 'name', desc: false }), new Set());
    const changed = [checks[0], { ...checks[1], status: 'unhealthy' }] as typeof checks;
    const second = tableItems(arrangeRows(changed, 'no-group', { by: 'name', desc: false }), new Set());
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });

  it('knows the checks before and after one, over groups', () => {
    const items = tableItems(
      arrangeRows([makeCheck('1'), makeCheck('2'), makeCheck('3', { canary_name: 'z' })], 'canary_name', {
        by: 'name',
        desc: false,
      }),
      new Set(),
    );
    expect(neighbours(items, '2')).toEqual({ previous: '1', next: '3' });
    expect(neighbours(items, '1').previous).toBeUndefined();
    expect(neighbours(items, '3').next).toBeUndefined();
    expect(neighbours(items, undefined)).toEqual({ previous: undefined, next: '1' });
  });

  it('lists label keys once, sorted', () => {
    expect(labelKeys([makeCheck('1', { labels: { b: '1', a: '2' } }), makeCheck('2', { labels: { b: '3' } })])).toEqual(
      ['a', 'b'],
    );
  });
});
