import { type HealthTimeRange, REFRESH_RATES } from '@quarterdeck/contract';
import { rangeMs } from '@quarterdeck/kit';
import { isPollutingKey } from '../../../data/query-string.ts';
import { DEFAULT_GROUP_BY } from './rows.ts';

/** Where stored choices live; `localStorage` in the browser. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Choices of the health page that outlive the visit (contract screens §5.1, key `healthSettings`). */
export interface HealthSettings {
  hidePassing: boolean;
  tabBy: string;
  groupBy: string;
  /** Sort by badness when the address names no order. */
  badnessFirst: boolean;
}

export const HEALTH_SETTINGS_KEY = 'healthSettings';
export const REFRESH_RATE_KEY = 'healthPageRefreshRate';

export const DEFAULT_HEALTH_SETTINGS: HealthSettings = {
  hidePassing: true,
  tabBy: 'namespace',
  groupBy: DEFAULT_GROUP_BY,
  badnessFirst: false,
};

/**
 * Reads the stored settings; `hidePassing` is stored as the text `"true"` or `"false"`. Never fails. A name that the
 * address would not carry is not read either.
 */
export function parseHealthSettings(stored: string | null): HealthSettings {
  if (stored === null) return DEFAULT_HEALTH_SETTINGS;
  try {
    const raw: unknown = JSON.parse(stored);
    if (raw === null || typeof raw !== 'object') return DEFAULT_HEALTH_SETTINGS;
    const entries: Record<string, unknown> = Object.fromEntries(Object.entries(raw));
    const name = (key: 'tabBy' | 'groupBy'): string => {
      const value = entries[key];
      const isName = typeof value === 'string' && value !== '' && !isPollutingKey(value);
      return isName ? value : DEFAULT_HEALTH_SETTINGS[key];
    };
    return {
      hidePassing: String(entries.hidePassing ?? 'true') !== 'false',
      tabBy: name('tabBy'),
      groupBy: name('groupBy'),
      badnessFirst: String(entries.badnessFirst) === 'true',
    };
  } catch {
    return DEFAULT_HEALTH_SETTINGS;
  }
}

/** Writes settings in their stored form. */
export function writeHealthSettings(settings: HealthSettings): string {
  return JSON.stringify({
    ...settings,
    hidePassing: String(settings.hidePassing),
    badnessFirst: String(settings.badnessFirst),
  });
}

export type RefreshRate = (typeof REFRESH_RATES)[number];

/** Whether a rate is too fast for the chosen range: from 60 min 15s and 30s, from 180 min also 2m and 3m. */
export function isRateDisabled(rate: RefreshRate, range: HealthTimeRange): boolean {
  const minutes = (rangeMs(range) ?? 0) / 60_000;
  if (minutes >= 60 && (rate === '15s' || rate === '30s')) return true;
  return minutes >= 180 && (rate === '2m' || rate === '3m');
}

/** The rate in effect: the stored one, or the next allowed one when it is disabled. The stored one is kept. */
export function effectiveRate(stored: RefreshRate, range: HealthTimeRange): RefreshRate {
  if (stored === null) return null;
  const from = REFRESH_RATES.indexOf(stored);
  return REFRESH_RATES.slice(from).find((rate) => !isRateDisabled(rate, range)) ?? null;
}

/** Reads the stored rate; anything unknown is None. */
export function parseRefreshRate(stored: string | null): RefreshRate {
  return REFRESH_RATES.find((rate) => rate === stored) ?? null;
}

/** A rate in words. */
export function rateLabel(rate: RefreshRate): string {
  if (rate === null) return 'None';
  const count = rate.slice(0, -1);
  return `${count} ${rate.endsWith('s') ? 'seconds' : 'minutes'}`;
}

/** A time range in words, such as `1 hour`, `3 months`. */
export function rangeLabel(range: HealthTimeRange): string {
  const match = /^(\d+)(\D+)$/.exec(range);
  const unit = { m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year' }[match?.[2] ?? ''] ?? '';
  return `${match?.[1]} ${unit}${match?.[1] === '1' ? '' : 's'}`;
}
