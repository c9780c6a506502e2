import { describe, expect, it, test } from 'vitest';
import { formatDate, formatTimestamp, timeZones, zonedFields, zoneOffset } from './dates.ts';

const at = new Date(2026, 5, 15, 9, 8, 7, 6);
const after = (days: number): number => at.getTime() + days * 86_400_000;
const NOON = new Date('2026-11-21T12:00:00.000Z');

describe('formatDate', () => {
  it('writes a timestamp with its milliseconds', () => {
    expect(formatDate(at, 'timestamp', after(0))).toBe('2026-06-15 09:08:07.006');
  });

  it('writes short as an age', () => {
    expect(formatDate(at, 'short', after(2))).toBe('2 d');
  });

  it('writes medium with as much as is needed, and never without its minutes', () => {
    expect(formatDate(at, 'medium', at.getTime() + 1000)).toMatch(/^9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(3))).toMatch(/^Mon,? 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(30))).toMatch(/^Jun 15, 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(400))).toMatch(/^Jun 15, 2026, 9:08:07\sAM$/);
  });

  it('writes full with everything', () => {
    expect(formatDate(at, 'full', after(0))).toMatch(/Monday, June 15, 2026.*9:08:07/);
  });

  it('writes in the zone that a person chose, over the date line', () => {
    expect(formatDate(NOON, 'timestamp', NOON.getTime(), 'Pacific/Auckland')).toBe('2026-11-22 01:00:00.000');
    expect(formatDate(NOON, 'timestamp', NOON.getTime(), 'Asia/Kolkata')).toBe('2026-11-21 17:30:00.000');
    expect(formatDate(NOON, 'medium', NOON.getTime() + 40_000_000, 'UTC')).toMatch(/^12:00:00\sPM$/);
    expect(formatDate(NOON, 'medium', NOON.getTime() + 40_000_000, 'Asia/Tokyo')).toMatch(/^Sat,? 9:00:00\sPM$/);
  });
});

test('a timestamp keeps its seconds and names its zone', () => {
  expect(formatTimestamp(new Date(2026, 10, 21, 4, 35, 8))).toMatch(/^2026-11-21 04:35:08 \S+/);
  expect(formatTimestamp(NOON, 'Asia/Kolkata')).toBe('2026-11-21 17:30:00 GMT+5:30');
  expect(formatTimestamp(new Date('nonsense'))).toBe('');
});

test('midnight is hour 0 of its own day', () => {
  expect(zonedFields(new Date('2026-11-21T00:00:00Z'), 'UTC')).toMatchObject({ day: '21', hour: '00', zone: 'UTC' });
});

describe('timeZones', () => {
  it('sorts by offset, west first, UTC among them', () => {
    const zones = timeZones(NOON.getTime());
    const place = (zone: string): number => zones.findIndex((one) => one.zone === zone);
    expect(place('America/New_York')).toBeLessThan(place('UTC'));
    expect(place('UTC')).toBeLessThan(place('Asia/Tokyo'));
    expect(zones.find((one) => one.zone === 'Asia/Tokyo')?.offset).toBe('GMT+09:00');
    expect(new Set(zones.map((one) => one.zone)).size).toBe(zones.length);
  });

  it('says the offset of the moment, which summer time moves', () => {
    expect(zoneOffset(NOON, 'Europe/Berlin')).toBe('GMT+01:00');
    expect(zoneOffset(at, 'Europe/Berlin')).toBe('GMT+02:00');
    expect(zoneOffset(at, 'UTC')).toMatch(/^GMT(\+00:00)?$/);
  });
});
