import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSchedule } from './schedule.ts';

/** The first ticks after an instant, as ISO texts. */
function ticks(schedule: string, after: string, count = 3): string[] {
  const parsed = parseSchedule(schedule);
  const found: string[] = [];
  let last: number | null = Date.parse(after);
  while (found.length < count) {
    last = parsed.next(last);
    if (last === null) break;
    found.push(new Date(last).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

test.each([
  ['TZ=UTC */5 * * * *', '2025-01-01T00:01Z', '2025-01-01T00:05Z', '2025-01-01T00:10Z'],
  ['CRON_TZ=UTC 0 9 * * MON-FRI', '2025-01-03T10:00Z', '2025-01-06T09:00Z', '2025-01-07T09:00Z'],
  ['TZ=UTC 30 4 1,15 jan ?', '2025-01-02T00:00Z', '2025-01-15T04:30Z', '2026-01-01T04:30Z'],
  ['TZ=UTC 5/20 * * * *', '2025-01-01T00:00Z', '2025-01-01T00:05Z', '2025-01-01T00:25Z'],
  ['TZ=UTC 0 0 13 * 5', '2025-01-04T00:00Z', '2025-01-10T00:00Z', '2025-01-13T00:00Z'],
  ['TZ=UTC 0 0 * * 7', '2025-01-01T00:00Z', '2025-01-05T00:00Z', '2025-01-12T00:00Z'],
  ['TZ=UTC 0 0 29 2 *', '2025-01-01T00:00Z', '2028-02-29T00:00Z', '2032-02-29T00:00Z'],
  ['TZ=UTC @hourly', '2025-01-01T00:00Z', '2025-01-01T01:00Z', '2025-01-01T02:00Z'],
  ['TZ=UTC @daily', '2025-01-01T00:00Z', '2025-01-02T00:00Z', '2025-01-03T00:00Z'],
  ['TZ=UTC @midnight', '2025-01-01T00:00Z', '2025-01-02T00:00Z', '2025-01-03T00:00Z'],
  ['TZ=UTC @weekly', '2025-01-01T00:00Z', '2025-01-05T00:00Z', '2025-01-12T00:00Z'],
  ['TZ=UTC @monthly', '2025-01-01T00:00Z', '2025-02-01T00:00Z', '2025-03-01T00:00Z'],
  ['TZ=UTC @yearly', '2025-01-01T00:00Z', '2026-01-01T00:00Z', '2027-01-01T00:00Z'],
  ['TZ=UTC @annually', '2025-01-01T00:00Z', '2026-01-01T00:00Z', '2027-01-01T00:00Z'],
  ['TZ=Asia/Kolkata 0 0 * * *', '2025-01-01T00:00Z', '2025-01-01T18:30Z', '2025-01-02T18:30Z'],
])('%s after %s', (schedule, after, ...expected) => {
  expect(ticks(schedule, after, 2)).toEqual(expected);
});

test('a fixed time that the clocks leave out runs right after the gap', () => {
  const found = ticks('TZ=America/New_York 30 2 * * *', '2025-03-08T12:00Z', 2);
  expect(found).toEqual(['2025-03-09T07:00Z', '2025-03-10T06:30Z']);
});

test('a fixed time that the clocks repeat runs once', () => {
  const found = ticks('TZ=America/New_York 30 1 * * *', '2025-11-01T12:00Z', 2);
  expect(found).toEqual(['2025-11-02T05:30Z', '2025-11-03T06:30Z']);
});

test('an interval goes on through both hours of a change', () => {
  const found = ticks('TZ=America/New_York */30 * * * *', '2025-11-02T05:00Z', 4);
  expect(found).toEqual(['2025-11-02T05:30Z', '2025-11-02T06:00Z', '2025-11-02T06:30Z', '2025-11-02T07:00Z']);
});

test('a date that never comes has no tick', () => {
  expect(ticks('TZ=UTC 0 0 30 2 *', '2025-01-01T00:00Z')).toEqual([]);
  expect(parseSchedule('TZ=UTC 0 0 30 2 *').intervalMs).toBeNull();
});

test.each([
  'every 30 @minutes',
  '8 46 *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '5-1 * * * *',
  '0 0 L * *',
  '0 0 15W * *',
  '0 0 * * 5#2',
  '0 0 * foo *',
  '@reboot',
  '@constructor',
  '@every',
  '@every soon',
  '@every -5m',
  'TZ=Mars/Olympus 0 0 * * *',
  '2050-01-01T00:00:00',
])('refuses %s', (schedule) => {
  expect(() => parseSchedule(schedule)).toThrow(expect.objectContaining({ code: 'SCHEDULE_INVALID' }));
});

test('@never and nothing at all do not tick', () => {
  for (const text of ['@never', '', '  ']) {
    expect(parseSchedule(text).next(0)).toBeNull();
    expect(parseSchedule(text).intervalMs).toBeNull();
  }
});

test('@every counts from its anchor in whole seconds', () => {
  expect(parseSchedule('@every 5m').next(1_000_000, 999_000)).toBe(1_299_000);
  expect(parseSchedule('@every 5m').next(1_299_000, 999_000)).toBe(1_599_000);
  expect(parseSchedule('@every 1.9s').next(0)).toBe(1000);
  expect(parseSchedule('@every 10ms').next(0)).toBe(1000);
  expect(parseSchedule('@every 1d').intervalMs).toBe(86_400_000);
  // No date can hold the first tick.
  expect(parseSchedule('@every 300000y').next(0)).toBeNull();
  expect(parseSchedule('@every 90s').description).toBe('every 1m30s');
});

test('knows the usual interval', () => {
  expect(parseSchedule('*/5 * * * *').intervalMs).toBe(300_000);
  expect(parseSchedule('TZ=UTC @daily').intervalMs).toBe(86_400_000);
  expect(parseSchedule('TZ=UTC 0,30 9-17 * * *').intervalMs).toBe(1_800_000);
});

test('@every ticks are later, on the grid of the anchor, and at most one step away', () => {
  const instants = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), instants, instants, (seconds, anchor, elapsed) => {
      const after = anchor + elapsed;
      const next = parseSchedule(`@every ${seconds}s`).next(after, anchor) ?? Number.NaN;
      expect(next).toBeGreaterThan(after);
      expect(next - after).toBeLessThanOrEqual(seconds * 1000);
      expect((next - anchor) % (seconds * 1000)).toBe(0);
    }),
  );
});

test('cron ticks are later and match their minute and hour', () => {
  const times = fc.tuple(
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 4e12 }),
  );
  fc.assert(
    fc.property(times, ([minute, hour, after]) => {
      const next = parseSchedule(`TZ=UTC ${minute} ${hour} * * *`).next(after) ?? Number.NaN;
      expect(next - after).toBeGreaterThan(0);
      expect(next - after).toBeLessThanOrEqual(86_400_000);
      expect([new Date(next).getUTCMinutes(), new Date(next).getUTCHours()]).toEqual([minute, hour]);
    }),
    { numRuns: 50 },
  );
});

test('no text makes it throw anything else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => `@every ${tail}`),
      ),
      (text) => {
        try {
          parseSchedule(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SCHEDULE_INVALID' });
        }
      },
    ),
  );
});
