import { describe, expect, it, test } from 'vitest';
import { isTimeZone, timeZones, zoneChoices, zonedFields, zoneOffset } from './zones.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');
const SUMMER = new Date('2026-06-15T09:08:07.006Z');

test('midnight is hour 0 of its own day', () => {
  expect(zonedFields(new Date('2026-11-21T00:00:00Z'), 'UTC')).toMatchObject({ day: '21', hour: '00', zone: 'UTC' });
});

test('a zone is known or not', () => {
  expect(['UTC', 'Asia/Tokyo', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
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
    expect(zoneOffset(SUMMER, 'Europe/Berlin')).toBe('GMT+02:00');
    expect(zoneOffset(SUMMER, 'UTC')).toMatch(/^GMT(\+00:00)?$/);
  });
});

test('the choices begin with the browser’s own zone and name each with its offset', () => {
  const choices = zoneChoices(NOON.getTime());
  expect(choices[0]?.value).toBe('Browser');
  expect(choices[0]?.label).toMatch(/^Browser \(GMT.*\)$/);
  expect(choices).toContainEqual({ value: 'Asia/Tokyo', label: 'Asia/Tokyo (GMT+09:00)' });
  expect(choices).toHaveLength(timeZones(NOON.getTime()).length + 1);
});
